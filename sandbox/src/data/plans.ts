/** The sandbox environment's catalogue: what both suppliers sell, and what each plan costs us (naira). */

export const NETWORKS = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const;
export type Network = (typeof NETWORKS)[number];

export interface Plan {
  /** Place in the catalogue, 1..34. Suppliers derive their own plan ids from it. */
  readonly id: number;
  readonly network: Network;
  readonly type: string;
  readonly size: string;
  readonly validity: string;
  readonly costNaira: number;
}

type Row = readonly [network: Network, type: string, size: string, validity: string, costNaira: number];

const ROWS: readonly Row[] = [
  ['MTN', 'SME', '500MB', '30 days', 395],
  ['MTN', 'SME', '1GB', '30 days', 580],
  ['MTN', 'SME', '2GB', '30 days', 1160],
  ['MTN', 'SME', '5GB', '30 days', 2400],
  ['MTN', 'CG', '500MB', '30 days', 299],
  ['MTN', 'CG', '1GB', '30 days', 429],
  ['MTN', 'CG', '2GB', '30 days', 849],
  ['MTN', 'CG', '3GB', '30 days', 1329],
  ['MTN', 'CG', '5GB', '30 days', 1799],
  ['MTN', 'CG', '10GB', '30 days', 3899],
  ['MTN', 'SME2', '1GB', '7 days', 445],
  ['MTN', 'COUPON', '1GB', '30 days', 560],
  ['MTN', 'DIRECT', '1.8GB', '30 days', 1455],
  ['MTN', 'DIRECT', '7GB', '7 days', 2910],
  ['GLO', 'CG', '200MB', '14 days', 88],
  ['GLO', 'CG', '500MB', '30 days', 199],
  ['GLO', 'CG', '1GB', '30 days', 399],
  ['GLO', 'CG', '2GB', '30 days', 799],
  ['GLO', 'CG', '5GB', '30 days', 1999],
  ['GLO', 'GIFTING', '1.5GB', '1 day', 290],
  ['GLO', 'GIFTING', '10GB', '7 days', 1888],
  ['AIRTEL', 'CG', '150MB', '1 day', 55],
  ['AIRTEL', 'CG', '300MB', '2 days', 100],
  ['AIRTEL', 'CG', '600MB', '2 days', 205],
  ['AIRTEL', 'CG', '3GB', '2 days', 980],
  ['AIRTEL', 'CG', '7GB', '7 days', 2010],
  ['AIRTEL', 'CG', '10GB', '30 days', 3010],
  ['AIRTEL', 'GIFTING', '1GB', '7 days', 775],
  ['9MOBILE', 'SME', '250MB', '14 days', 75],
  ['9MOBILE', 'SME', '500MB', '30 days', 120],
  ['9MOBILE', 'SME', '1GB', '30 days', 240],
  ['9MOBILE', 'SME', '3.5GB', '30 days', 840],
  ['9MOBILE', 'SME', '7GB', '30 days', 1400],
  ['9MOBILE', 'SME', '15GB', '30 days', 3000],
];

export const PLANS: readonly Plan[] = ROWS.map(([network, type, size, validity, costNaira], index) => ({
  id: index + 1,
  network,
  type,
  size,
  validity,
  costNaira,
}));
