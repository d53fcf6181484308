/** What VTpass sells here, and how its orders are read. */
import { DISCOS, ELECTRICITY_COST_PERCENT, findMeter, type MeterType } from '../../data/meters.ts';
import { PLANS } from '../../data/plans.ts';
import type { Network, Plan } from '../../data/plans.ts';
import { airtimeCostPercent } from '../../data/suppliers.ts';
import type { OrderRequest } from '../supplier/supplier-simulator.ts';

const airtimeServices: Readonly<Record<string, Network>> = {
  mtn: 'MTN',
  glo: 'GLO',
  airtel: 'AIRTEL',
  etisalat: '9MOBILE',
};
const LEAST_AIRTIME_NAIRA = 50;
const MOST_AIRTIME_NAIRA = 50_000;
const MOST_ELECTRICITY_NAIRA = 1_000_000;

/** Why an order cannot be taken, as one of VTpass's codes. */
export type WrongCode = '010' | '011' | '012' | '013' | '017';

/** The network whose data a service sells. */
const dataNetwork = (service: string): Network | undefined => airtimeServices[service.replace(/-data$/, '')];

export const variationCode = (plan: Plan): string => `plan-${plan.id}`;

export function variationsOf(service: string): readonly Plan[] {
  return service.endsWith('-data') ? PLANS.filter(({ network }) => network === dataNetwork(service)) : [];
}

export function serviceOf(network: Network | null, disco: string | undefined): string {
  const ofDisco = DISCOS.find(({ name }) => name === disco)?.service;
  return ofDisco ?? Object.entries(airtimeServices).find(([, name]) => name === network)?.[0] ?? '';
}

export const meterTypeIn = (text: unknown): MeterType | undefined =>
  text === 'prepaid' || text === 'postpaid' ? text : undefined;

export const discoOf = (service: unknown) => DISCOS.find((disco) => disco.service === service);

export function readPay(fields: Readonly<Record<string, unknown>>): OrderRequest | WrongCode {
  const service = fields['serviceID'];
  if (typeof service !== 'string') return '011';
  const reference = String(fields['request_id']);
  if (discoOf(service) !== undefined) return readElectricity(service, reference, fields);
  if (service.endsWith('-data')) return readData(service, reference, fields);
  const network = airtimeServices[service];
  const recipient = phoneIn(fields['phone']);
  if (network === undefined) return '012';
  if (recipient === undefined) return '011';
  const naira = amountIn(fields['amount']);
  if (naira === undefined) return '011';
  if (naira < LEAST_AIRTIME_NAIRA) return '013';
  if (naira > MOST_AIRTIME_NAIRA) return '017';
  return {
    kind: 'airtime',
    reference,
    network,
    recipient,
    planId: null,
    amountKobo: naira * 100,
    costKobo: naira * airtimeCostPercent[network],
    ported: false,
  };
}

function readData(
  service: string,
  reference: string,
  fields: Readonly<Record<string, unknown>>,
): OrderRequest | WrongCode {
  const recipient = phoneIn(fields['billersCode']);
  if (dataNetwork(service) === undefined) return '012';
  if (recipient === undefined || phoneIn(fields['phone']) === undefined) return '011';
  const plan = variationsOf(service).find((one) => variationCode(one) === fields['variation_code']);
  if (plan === undefined) return '010';
  const amountKobo = plan.costNaira * 100;
  const { network, id } = plan;
  return {
    kind: 'data',
    reference,
    network,
    recipient,
    planId: id,
    amountKobo,
    costKobo: amountKobo,
    ported: false,
  };
}

function readElectricity(
  service: string,
  reference: string,
  fields: Readonly<Record<string, unknown>>,
): OrderRequest | WrongCode {
  const type = meterTypeIn(fields['variation_code']);
  if (type === undefined) return '010';
  const recipient = String(fields['billersCode']);
  const meter = findMeter(recipient);
  const disco = discoOf(service);
  const naira = amountIn(fields['amount']);
  if (meter === undefined || disco === undefined || naira === undefined) return '011';
  if (phoneIn(fields['phone']) === undefined) return '011';
  if (naira < meter.minimumNaira) return '013';
  if (naira > MOST_ELECTRICITY_NAIRA) return '017';
  return {
    kind: 'electricity',
    reference,
    network: null,
    recipient,
    planId: null,
    meter: { disco: disco.name, type },
    amountKobo: Math.round(naira * 100),
    costKobo: Math.round(naira * ELECTRICITY_COST_PERCENT),
    ported: false,
  };
}

const phoneIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0\d{10}$/.test(value) ? value : undefined;

function amountIn(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : undefined;
}
