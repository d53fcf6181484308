/** Sums of naira from the wire, exact to the kobo; and the prices that the client works out before it asks. */
import { fromNaira, multiplyRatio, naira, percentOf, subtract, toNaira } from '@jara/contract/money.ts';
import { terms } from '../platform/terms.ts';

/** a - b */
export function minusNaira(a: number, b: number): number {
  return toNaira(subtract(fromNaira(a), fromNaira(b)));
}

export function timesNaira(amount: number, times: number): number {
  return toNaira(multiplyRatio(fromNaira(amount), BigInt(times), 1n));
}

/** What airtime of this face value costs at `chargePercent` of it; whole naira in, rounded half up to the kobo. */
export function airtimePrice(amount: number, chargePercent: number): number {
  return toNaira(percentOf(naira(amount), Math.round(chargePercent * 100)));
}

/** What electricity of this value costs: the fee comes on top (S9.9). */
export const electricityPrice = (amount: number): number => amount + terms.electricity.fee;

const fundingBasisPoints = (): number => Math.round(terms.funding.feePercent * 100);

/** What is kept of a card payment, and what the wallet gets. */
export function splitFunding(paid: number): { fee: number; credited: number } {
  const fee = toNaira(percentOf(fromNaira(paid), fundingBasisPoints()));
  return { fee, credited: minusNaira(paid, fee) };
}

/** The whole naira to pay by card so that at least `wanted` arrives. */
export function fundingFor(wanted: number): number {
  // From below: the fee is rounded, so that the naira before the exact quotient may do.
  let amount = Math.floor((wanted * 10_000) / (10_000 - fundingBasisPoints()));
  while (splitFunding(amount).credited < wanted) amount += 1;
  return amount;
}
