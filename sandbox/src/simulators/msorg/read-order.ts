import { PLANS } from '../../data/plans.ts';
import type { Network } from '../../data/plans.ts';
import type { OrderKind } from '../../environment/records.ts';
import { DISCOS, ELECTRICITY_COST_PERCENT, findMeter } from '../../data/meters.ts';
import { airtimeCostPercent } from '../../data/suppliers.ts';
import type { Supplier } from '../../data/suppliers.ts';
import type { OrderRequest } from '../supplier/supplier-simulator.ts';

const LEAST_AIRTIME_NAIRA = 50;
const MOST_AIRTIME_NAIRA = 50_000;
const MOST_ELECTRICITY_NAIRA = 1_000_000;
const LONGEST_REFERENCE = 100;

/** Builds the reader of one supplier's orders. A text instead of an order is the reason of the refusal. */
export function orderReader(supplier: Supplier): (kind: OrderKind, body: unknown) => OrderRequest | string {
  const networks = new Map<number, Network>(
    // Object.entries forgets that the keys are networks.
    Object.entries(supplier.networkIds).map(([name, id]) => [id, name as Network]),
  );
  const plans = new Map(PLANS.map((plan) => [supplier.supplierPlanId(plan.id), plan]));

  return (kind, body) => {
    if (typeof body !== 'object' || body === null) return 'Invalid request';
    const fields = body as Record<string, unknown>;
    if (kind === 'electricity') return readElectricity(supplier, fields);
    const recipient = fields['mobile_number'];
    if (typeof recipient !== 'string' || !isLocalNumber(recipient)) return 'Invalid mobile number';
    const network = networks.get(wholeNumber(fields['network']));
    if (network === undefined) return 'Invalid network';
    const reference = referenceIn(fields);
    if (reference === undefined) return 'Invalid ident';
    const ported = fields['Ported_number'] === true || fields['Ported_number'] === 'true';
    const order = { kind, reference, network, recipient, ported };

    if (kind === 'airtime') {
      const naira = wholeNumber(fields['amount']);
      if (!(naira >= LEAST_AIRTIME_NAIRA && naira <= MOST_AIRTIME_NAIRA)) return 'Invalid amount';
      return {
        ...order,
        planId: null,
        amountKobo: naira * 100,
        costKobo: naira * airtimeCostPercent[network],
      };
    }
    const plan = plans.get(wholeNumber(fields['plan']));
    if (plan === undefined || plan.network !== network) return 'Invalid plan';
    const costKobo = plan.costNaira * 100;
    return { ...order, planId: plan.id, amountKobo: costKobo, costKobo };
  };
}

function readElectricity(supplier: Supplier, fields: Record<string, unknown>): OrderRequest | string {
  const disco = DISCOS.find(
    ({ id, name }) => fields['disco_name'] === name || wholeNumber(fields['disco_name']) === id,
  );
  if (disco === undefined) return 'Invalid disco';
  const type = supplier.meterTypes[String(fields['MeterType'])];
  if (type === undefined) return 'Invalid meter type';
  const recipient = String(fields['meter_number']);
  const meter = findMeter(recipient);
  if (meter === undefined) return 'Invalid meter number';
  const reference = referenceIn(fields);
  if (reference === undefined) return 'Invalid ident';
  const naira = wholeNumber(fields['amount']);
  if (!(naira >= meter.minimumNaira && naira <= MOST_ELECTRICITY_NAIRA)) return 'Invalid amount';
  return {
    kind: 'electricity',
    reference,
    network: null,
    recipient,
    planId: null,
    meter: { disco: disco.name, type },
    amountKobo: naira * 100,
    costKobo: naira * ELECTRICITY_COST_PERCENT,
    ported: false,
  };
}

function referenceIn(fields: Record<string, unknown>): string | undefined {
  const reference = fields['ident'] ?? '';
  return typeof reference === 'string' && reference.length <= LONGEST_REFERENCE ? reference : undefined;
}

function isLocalNumber(text: string): boolean {
  return /^0\d{10}$/.test(text);
}

/** Clients send ids and amounts as numbers or as digits in a string. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : Number.NaN;
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
}
