import type { VerifyAnswer } from '../../../outside/cards/cards.ts';
import { settlePayment } from '../settle-payment.ts';

type Context = Parameters<typeof settlePayment>[0];

/** Settles a card payment as if the gateway had said this of it. */
export const settleAs = (context: Context, reference: string, said: VerifyAnswer) =>
  settlePayment({ ...context, cards: { ...context.cards, verify: () => Promise.resolve(said) } }, reference);
