import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, naira, parseNaira, zero, type Kobo } from '@jara/contract/money.ts';
import { refuseField } from '../../platform/refuse.ts';

const MOST_KOBO = naira(limits.priceMaximumNaira);

/** A price or a cost: one kobo to a million naira. */
export function readPrice(field: string, input: unknown, msg: string = messages.enterValidValue): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField(field, msg);
  if (amountKobo === zero) refuseField(field, msg);
  if (amountKobo > MOST_KOBO) refuseField(field, `${msg}: at most ${formatKobo(MOST_KOBO)}`);
  return amountKobo;
}
