/** Reads what staff send about plans. What is wrong is refused with the field; what was not sent stays undefined. */
import type { CallBody } from '@jara/contract/api.ts';
import { dataNetworkCodes, type Network, type UserType } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Kobo } from '@jara/contract/money.ts';
import { refuseField } from '../../platform/refuse.ts';
import { networkOf } from '../catalogue/networks.ts';
import { readPrice } from '../pricing/read-price.ts';

export interface PlanChange {
  network?: Network;
  planType?: string;
  name?: string;
  volumeMb?: bigint;
  validity?: string;
  priceKobo: Partial<Record<UserType, Kobo>>;
  costKobo?: Kobo;
  isAvailable?: boolean;
  /** By supplier; null takes its id away. */
  supplierPlanIds: ReadonlyMap<string, string | null>;
}

/** How callers of /dataPlan name the price of each tier. */
export const priceFields: Record<UserType, string> = {
  'smart earner': 'smartEarnerPrice',
  reseller: 'resellerPrice',
  'api user': 'apiPrice',
  partner: 'partnerPrice',
};

type Sent = Partial<Omit<CallBody<'updatePlan'>, '_id' | 'planId' | 'confirm' | 'version'>>;

/** `supplierNames`: those that are connected. */
export function readPlanChange(sent: Sent, supplierNames: Iterable<string>): PlanChange {
  const prices = [
    ['smart earner', sent.smartEarnerPrice],
    ['reseller', sent.resellerPrice],
    ['api user', sent.apiPrice],
    ['partner', sent.partnerPrice],
  ] as const;
  const { planNetwork, planName, planType, planVolumeRatio, planValidity, planCostPrice, planAvailability } =
    sent;
  return {
    ...(planNetwork === undefined ? {} : { network: readNetwork(planNetwork) }),
    ...(planName === undefined ? {} : { name: readText('planName', planName, /^[^\p{C}]{1,40}$/u) }),
    ...(planType === undefined
      ? {}
      : { planType: readText('planType', planType.toUpperCase(), /^[A-Z0-9]{1,20}$/) }),
    ...(planVolumeRatio === undefined ? {} : { volumeMb: readVolume(planVolumeRatio) }),
    ...(planValidity === undefined
      ? {}
      : { validity: readText('planValidity', planValidity, /^[^\p{C}]{1,40}$/u) }),
    priceKobo: Object.fromEntries(
      prices.flatMap(([tier, input]) =>
        input === undefined ? [] : [[tier, readPrice(priceFields[tier], input)]],
      ),
    ),
    ...(planCostPrice === undefined ? {} : { costKobo: readPrice('planCostPrice', planCostPrice) }),
    ...(planAvailability === undefined ? {} : { isAvailable: planAvailability }),
    supplierPlanIds: readSupplierPlanIds(sent.supplierPlanIds ?? {}, new Set(supplierNames)),
  };
}

const readNetwork = (input: string | number): Network =>
  networkOf(dataNetworkCodes, input) ?? refuseField('planNetwork', messages.selectNetwork);

function readText(field: string, input: string, shape: RegExp): string {
  const text = input.trim();
  return shape.test(text) ? text : refuseField(field, messages.enterValidValue);
}

const MOST_MB = 10_000_000n;

/** GB on the wire, whole MB inside. */
function readVolume(input: string | number): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(String(input)) ?? [];
  const volumeMb = whole === '' ? 0n : BigInt(whole) * 1_000n + BigInt(fraction.padEnd(3, '0'));
  if (volumeMb === 0n || volumeMb > MOST_MB) refuseField('planVolumeRatio', messages.enterValidValue);
  return volumeMb;
}

function readSupplierPlanIds(
  sent: Readonly<Record<string, string>>,
  connected: ReadonlySet<string>,
): Map<string, string | null> {
  return new Map(
    Object.entries(sent).map(([name, id]) => {
      const supplier = name.toUpperCase();
      if (!connected.has(supplier)) {
        refuseField('supplierPlanIds', `Unknown supplier: choose ${[...connected].join(', ')}`);
      }
      return [supplier, id.trim() === '' ? null : readText('supplierPlanIds', id, /^[\w.:/-]{1,60}$/)];
    }),
  );
}
