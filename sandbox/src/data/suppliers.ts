import type { MeterType } from './meters.ts';
import type { Network } from './plans.ts';

/** How one msorg-style supplier numbers things. The two differ on purpose: ids must come from configuration. */
export interface Supplier {
  readonly simulator: 'glad' | 'alaro';
  /** The name that journals and books use. */
  readonly name: 'GLAD' | 'ALARO';
  readonly title: string;
  readonly networkIds: Readonly<Record<Network, number>>;
  /** The supplier's own id of the plan that is `planId` in `plans.ts`. */
  readonly supplierPlanId: (planId: number) => number;
  /** The first transaction id that this supplier gives out. */
  readonly firstId: number;
  /** The network's refusal comes as a list at one site and as plain text at the other; clients must read both. */
  readonly refusalForm: 'list' | 'text';
  /** The word in `Status` after a success was taken back. */
  readonly reversalWord: 'failed' | 'reversed';
  /** What the site calls the types of meter. */
  readonly meterTypes: Readonly<Record<string, MeterType>>;
  /** One site has a field for the token, which stays after a reversal; the other one writes it into its text. */
  readonly tokenForm: 'field' | 'text';
}

export const GLAD: Supplier = {
  simulator: 'glad',
  name: 'GLAD',
  title: 'GLAD data, airtime and electricity',
  networkIds: { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 6 },
  supplierPlanId: (planId) => 200 + planId,
  firstId: 48_210_001,
  refusalForm: 'list',
  reversalWord: 'failed',
  meterTypes: { Prepaid: 'prepaid', Postpaid: 'postpaid' },
  tokenForm: 'field',
};

export const ALARO: Supplier = {
  simulator: 'alaro',
  name: 'ALARO',
  title: 'ALARO data, airtime and electricity',
  networkIds: { MTN: 1, GLO: 2, AIRTEL: 4, '9MOBILE': 3 },
  supplierPlanId: (planId) => 7000 + 3 * planId,
  firstId: 9_100_001,
  refusalForm: 'text',
  reversalWord: 'reversed',
  meterTypes: { '1': 'prepaid', '2': 'postpaid' },
  tokenForm: 'text',
};

/** Kobo that airtime costs us for each naira of its face value. */
export const airtimeCostPercent: Readonly<Record<Network, number>> = {
  MTN: 97,
  AIRTEL: 97,
  GLO: 95,
  '9MOBILE': 95,
};

/** What each supplier owes us at the start: N50,000,000. */
export const OPENING_FLOAT_KOBO = 5_000_000_000;
