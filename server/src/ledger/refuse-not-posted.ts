import { formatKobo } from '@jara/contract/money.ts';
import { refuse } from '../platform/refuse.ts';
import type { NotPosted } from './post.ts';

/** Says to a person why money did not move. */
export function refuseNotPosted(why: NotPosted): never {
  if (why.outcome !== 'over_spending_limit') refuse(why.outcome);
  refuse('over_spending_limit', { msg: `Your daily limit leaves ${formatKobo(why.leftKobo)} for today` });
}
