/** The checks that all purchases share. */
import { messages } from '@jara/contract/messages.ts';
import { parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';

/** The 11 local digits, or a refusal with 'Please check the phone number entered'. */
export function phoneOrRefuse(input: string, field = 'mobile_number'): string {
  return normalisePhone(input) ?? refuseField(field, messages.checkPhone);
}

/** R14: the price charged is the one that the buyer saw. Refuses with price_changed and today's price. */
export function refuseOtherPrice(expected: unknown, priceKobo: Kobo): void {
  if (expected === undefined) return;
  const seenKobo = parseNaira(expected);
  if (seenKobo === undefined) refuseField('expectedAmount', messages.enterValidAmount);
  if (seenKobo !== priceKobo) refuse('price_changed', { body: { expectedAmount: toNaira(priceKobo) } });
}
