import { heldWords } from '@jara/contract/money-held.ts';
import { formatKobo, toNaira } from '@jara/contract/money.ts';
import { refuse } from '../platform/refuse.ts';
import type { NotPosted } from './post.ts';

/** Says to a person why money did not move. */
export function refuseNotPosted(why: NotPosted): never {
  switch (why.outcome) {
    case 'over_spending_limit':
      return refuse('over_spending_limit', {
        msg: `Your daily limit leaves ${formatKobo(why.leftKobo)} for today`,
      });
    case 'money_held':
      return refuse('money_held', {
        msg: heldWords({
          because: why.because,
          until: why.until.toISOString(),
          purchasesMost: toNaira(why.purchasesKobo),
        }),
        retryAfterSeconds: Math.max(1, why.leftSeconds),
      });
    case 'insufficient_balance':
    case 'wallet_frozen':
    case 'account_restricted':
    case 'receiver_stopped':
      return refuse(why.outcome);
  }
}
