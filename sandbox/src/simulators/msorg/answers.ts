/** The supplier's words: bodies in the shapes that integrations of this family report. */
import { findMeter, grouped } from '../../data/meters.ts';
import { NETWORKS, PLANS } from '../../data/plans.ts';
import type { Plan } from '../../data/plans.ts';
import type { Supplier } from '../../data/suppliers.ts';
import { visibleTokens } from '../supplier/supplier-simulator.ts';
import type { Order } from '../supplier/orders.ts';

export const NETWORK_REFUSAL =
  'Transaction not successful. The network did not accept it, please try again later';

export const LOW_FLOAT = 'Insufficient balance';

/** The page of a proxy in front of a supplier that has fallen over. */
export const BROKEN_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Server Error</title></head>
<body><h1>Server Error</h1><p>The server met an error and could not complete your request.</p></body></html>
`;

export const NOT_FOUND_PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Not Found</title></head>
<body><h1>Not Found</h1><p>The requested resource was not found on this server.</p></body></html>
`;

/** The answer to a purchase, a requery and the entry in a list: one shape. */
export function orderBody(order: Order, supplier: Supplier): Record<string, unknown> {
  const { kind } = order.record;
  if (kind === 'electricity') return electricityBody(order, supplier);
  return kind === 'data' ? dataBody(order, supplier) : airtimeBody(order, supplier);
}

function dataBody(order: Order, supplier: Supplier): Record<string, unknown> {
  const { record } = order;
  const plan = record.planId === null ? undefined : PLANS[record.planId - 1];
  return {
    id: record.id,
    ident: record.reference,
    network: networkId(order, supplier),
    balance_before: money(order.balanceBeforeKobo),
    payment_medium: 'MAIN WALLET',
    mobile_number: masked(record.recipient),
    plan: record.planId === null ? null : supplier.supplierPlanId(record.planId),
    Status: statusWord(order, supplier),
    api_response: networkText(order, plan),
    plan_network: record.network,
    plan_name: plan?.size,
    plan_type: plan?.type,
    duration: plan?.validity,
    plan_amount: money(record.amountKobo),
    create_date: new Date(record.at).toISOString(),
    Ported_number: record.ported,
    balance_after: money(order.balanceAfterKobo),
    client_ip: '127.0.0.1',
  };
}

function electricityBody(order: Order, supplier: Supplier): Record<string, unknown> {
  const { record, state } = order;
  const hasTokenField = supplier.tokenForm === 'field';
  // The field keeps what was in it, whatever became of the order.
  const tokens = hasTokenField && state === 'reversed' ? (record.meter?.tokens ?? []) : visibleTokens(order);
  const written = tokens.map(grouped).join(', ');
  const says = networkText(order, undefined);
  return {
    id: record.id,
    ident: record.reference,
    disco_name: record.meter?.disco,
    meter_number: record.recipient,
    MeterType: Object.entries(supplier.meterTypes).find(([, type]) => type === record.meter?.type)?.[0],
    amount: String(record.amountKobo / 100),
    paid_amount: money(record.costKobo),
    balance_before: money(order.balanceBeforeKobo),
    balance_after: money(order.balanceAfterKobo),
    Status: statusWord(order, supplier),
    customer_name: findMeter(record.recipient)?.name,
    create_date: new Date(record.at).toISOString(),
    ...(hasTokenField
      ? { token: written, units: tokens.length > 0 ? record.meter?.units : '', api_response: says }
      : {
          api_response:
            tokens.length > 0 ? `${says}. Token: ${written}, Units: ${record.meter?.units}kWh` : says,
        }),
  };
}

/** What the site says of a number: a name, or its own way of saying that there is none. */
export function meterBody(number: string): Record<string, unknown> {
  const meter = findMeter(number);
  return meter === undefined
    ? { name: 'INVALID METER NUMBER', invalid: true }
    : { name: meter.name, address: meter.address, minimum_amount: meter.minimumNaira, invalid: false };
}

const networkId = ({ record }: Order, supplier: Supplier): number | undefined =>
  record.network === null ? undefined : supplier.networkIds[record.network];

function airtimeBody(order: Order, supplier: Supplier): Record<string, unknown> {
  const { record } = order;
  return {
    id: record.id,
    ident: record.reference,
    airtime_type: 'VTU',
    network: networkId(order, supplier),
    paid_amount: money(record.costKobo),
    mobile_number: masked(record.recipient),
    amount: String(record.amountKobo / 100),
    plan_amount: money(record.amountKobo),
    plan_network: record.network,
    balance_before: money(order.balanceBeforeKobo),
    balance_after: money(order.balanceAfterKobo),
    Status: statusWord(order, supplier),
    api_response: networkText(order, undefined),
    create_date: new Date(record.at).toISOString(),
    Ported_number: record.ported,
  };
}

/** The account with its catalogue, as `GET /api/user/` shows it. */
export function accountBody(supplier: Supplier, floatKobo: number): Record<string, unknown> {
  const balance = money(floatKobo);
  return {
    user: {
      id: 1,
      username: 'jara',
      email: 'jara@sandbox.invalid',
      wallet_balance: balance,
      Account_Balance: floatKobo / 100,
    },
    wallet_balance: balance,
    Dataplans: Object.fromEntries(
      NETWORKS.map((network) => [
        `${network}_PLAN`,
        groupByType(PLANS.filter((plan) => plan.network === network).map((plan) => planRow(plan, supplier))),
      ]),
    ),
  };
}

function planRow(plan: Plan, supplier: Supplier) {
  const id = supplier.supplierPlanId(plan.id);
  return {
    id,
    dataplan_id: String(id),
    network: supplier.networkIds[plan.network],
    plan_type: plan.type,
    plan_network: plan.network,
    month_validate: plan.validity,
    plan: plan.size,
    plan_amount: money(plan.costNaira * 100),
  };
}

function groupByType<Row extends { plan_type: string }>(rows: readonly Row[]): Record<string, Row[]> {
  const groups: Record<string, Row[]> = {};
  for (const row of rows) (groups[row.plan_type] ??= []).push(row);
  return groups;
}

function statusWord({ state }: Order, supplier: Supplier): string {
  return state === 'reversed' ? supplier.reversalWord : state;
}

function networkText({ record, state }: Order, plan: Plan | undefined): string {
  const kind = record.kind === 'electricity' ? 'electricity' : 'airtime';
  const what = plan === undefined ? `N${record.amountKobo / 100} ${kind}` : `${plan.size} ${plan.type}`;
  const by = record.meter?.disco ?? record.network;
  const texts = {
    processing: 'Your request is being processed',
    successful: `${what} sent to ${record.recipient} on ${by}`,
    failed: `${what} could not be sent to ${record.recipient}`,
    reversed: `${what} for ${record.recipient} was reversed by ${by}`,
  };
  return texts[state];
}

/** Naira as these sites print them: a float with at least one decimal, in a string. */
function money(kobo: number): string {
  return kobo % 100 === 0 ? `${kobo / 100}.0` : String(kobo / 100);
}

function masked(recipient: string): string {
  return `${recipient.slice(0, 4)}***${recipient.slice(-4)}`;
}
