/**
 * The catalogue of a fresh sandbox: plans with an operator's plausible prices of 2026 (reference of the supplier market), in naira.
 * An operator edits them before going live.
 */
import type { Network } from '@jara/contract/constants.ts';

type PlanRow = readonly [
  network: Network,
  type: string,
  size: string,
  volumeMb: number,
  validity: string,
  cost: number,
  api: number,
  reseller: number,
  smartEarner: number,
];

export const planRows: readonly PlanRow[] = [
  ['MTN', 'SME', '500MB', 500, '30 days', 395, 400, 410, 430],
  ['MTN', 'SME', '1GB', 1_000, '30 days', 580, 585, 595, 620],
  ['MTN', 'SME', '2GB', 2_000, '30 days', 1_160, 1_170, 1_190, 1_240],
  ['MTN', 'SME', '5GB', 5_000, '30 days', 2_400, 2_420, 2_450, 2_550],
  ['MTN', 'CG', '500MB', 500, '30 days', 299, 305, 315, 330],
  ['MTN', 'CG', '1GB', 1_000, '30 days', 429, 435, 445, 470],
  ['MTN', 'CG', '2GB', 2_000, '30 days', 849, 860, 880, 930],
  ['MTN', 'CG', '3GB', 3_000, '30 days', 1_329, 1_340, 1_365, 1_420],
  ['MTN', 'CG', '5GB', 5_000, '30 days', 1_799, 1_820, 1_860, 1_950],
  ['MTN', 'CG', '10GB', 10_000, '30 days', 3_899, 3_930, 3_990, 4_150],
  ['MTN', 'SME2', '1GB', 1_000, '7 days', 445, 450, 460, 485],
  ['MTN', 'COUPON', '1GB', 1_000, '30 days', 560, 565, 580, 600],
  ['MTN', 'DIRECT', '1.8GB', 1_800, '30 days', 1_455, 1_465, 1_475, 1_500],
  ['MTN', 'DIRECT', '7GB', 7_000, '7 days', 2_910, 2_930, 2_950, 3_000],
  ['GLO', 'CG', '200MB', 200, '14 days', 88, 92, 95, 100],
  ['GLO', 'CG', '500MB', 500, '30 days', 199, 205, 212, 225],
  ['GLO', 'CG', '1GB', 1_000, '30 days', 399, 405, 415, 435],
  ['GLO', 'CG', '2GB', 2_000, '30 days', 799, 810, 825, 860],
  ['GLO', 'CG', '5GB', 5_000, '30 days', 1_999, 2_015, 2_045, 2_120],
  ['GLO', 'GIFTING', '1.5GB', 1_500, '1 day', 290, 295, 300, 320],
  ['GLO', 'GIFTING', '10GB', 10_000, '7 days', 1_888, 1_900, 1_930, 1_990],
  ['AIRTEL', 'CG', '150MB', 150, '1 day', 55, 58, 62, 70],
  ['AIRTEL', 'CG', '300MB', 300, '2 days', 100, 104, 108, 120],
  ['AIRTEL', 'CG', '600MB', 600, '2 days', 205, 210, 216, 230],
  ['AIRTEL', 'CG', '3GB', 3_000, '2 days', 980, 990, 1_005, 1_050],
  ['AIRTEL', 'CG', '7GB', 7_000, '7 days', 2_010, 2_025, 2_055, 2_120],
  ['AIRTEL', 'CG', '10GB', 10_000, '30 days', 3_010, 3_035, 3_080, 3_180],
  ['AIRTEL', 'GIFTING', '1GB', 1_000, '7 days', 775, 780, 788, 800],
  ['9MOBILE', 'SME', '250MB', 250, '14 days', 75, 78, 82, 90],
  ['9MOBILE', 'SME', '500MB', 500, '30 days', 120, 125, 132, 145],
  ['9MOBILE', 'SME', '1GB', 1_000, '30 days', 240, 248, 258, 280],
  ['9MOBILE', 'SME', '3.5GB', 3_500, '30 days', 840, 855, 875, 920],
  ['9MOBILE', 'SME', '7GB', 7_000, '30 days', 1_400, 1_420, 1_450, 1_520],
  ['9MOBILE', 'SME', '15GB', 15_000, '30 days', 3_000, 3_030, 3_090, 3_200],
];

/** What suppliers keep of airtime's face value, in basis points: 3 % off for MTN and Airtel, 5 % for the others. */
export const airtimeCostRows: Readonly<Record<Network, number>> = {
  MTN: 9_700,
  AIRTEL: 9_700,
  GLO: 9_500,
  '9MOBILE': 9_500,
};

/** The plan ids that the sandbox's suppliers use for our plan `id`. */
export const supplierPlanIds: Readonly<Record<string, (id: number) => number | string>> = {
  GLAD: (id) => 200 + id,
  ALARO: (id) => 7_000 + 3 * id,
  VTPASS: (id) => `plan-${id}`,
};

/** MTN and Airtel go to GLAD first, the others to ALARO; the second one is asked after a certain refusal. */
export const routeRows: Readonly<Record<Network, readonly string[]>> = {
  MTN: ['GLAD', 'ALARO'],
  AIRTEL: ['GLAD', 'ALARO'],
  GLO: ['ALARO', 'GLAD'],
  '9MOBILE': ['ALARO', 'GLAD'],
};

/** What electricity costs us, in basis points of its face value: suppliers leave about 1 %. */
export const electricityCostBasisPoints = 9_900;

/** Who sells electricity, for every company: the next one is asked after a certain refusal. */
export const electricityRoute: readonly string[] = ['GLAD', 'ALARO', 'VTPASS'];
