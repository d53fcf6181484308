import { messages } from '@jara/contract/messages.ts';
import { formatKobo, naira, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import {
  lockSpendingControls,
  setDailyLimit,
  spendingControls,
  type SpendingControls,
} from '../../ledger/spending-controls.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import type { GivenFactor } from '../step-up/with-pin-or-code.ts';
import { withStrongestStepUp } from '../step-up/with-strongest-step-up.ts';

const MINIMUM_NAIRA = 100;
const MAXIMUM_NAIRA = 100_000_000;

/** A first limit and a lower one hold at once; for a higher one the caller proves to be the owner. */
export const setSpendingLimit =
  (context: Context): Handler<'setSpendingLimit'> =>
  async ({ principal, body: { amount, password = '', ...body }, request }) => {
    const { userId } = principal;
    const { pool } = context;
    const { stepUp } = request;
    const limitKobo = readLimit(amount);
    const change = async (db: Db, set: typeof raise, factor?: GivenFactor): Promise<void> => {
      if (!(await set(db, userId, limitKobo))) return;
      await recordSecurityEvent(db, { userId }, request, { what: 'spending_limit_set', factor });
    };
    if (isRaise(await spendingControls(pool, userId), limitKobo)) {
      if (password === '' && !stepUp.isByPasskey)
        refuseField('password', 'Enter your password: this raises your limit');
      const given = { ...body, password, stepUp };
      await withStrongestStepUp(context, principal, given, (db, factor) => change(db, raise, factor));
    } else {
      await pool.commit((db) => change(db, tighten));
    }
    const msg = `Your daily limit is ${formatKobo(limitKobo)}`;
    return { msg, dailyLimit: toNaira(limitKobo) };
  };

function readLimit(input: unknown): Kobo {
  const limitKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  const [minimumKobo, maximumKobo] = [naira(MINIMUM_NAIRA), naira(MAXIMUM_NAIRA)];
  if (limitKobo < minimumKobo) refuseField('amount', `minimum limit is ${formatKobo(minimumKobo)}`);
  if (limitKobo > maximumKobo) refuseField('amount', `maximum limit is ${formatKobo(maximumKobo)}`);
  return limitKobo;
}

const isRaise = ({ dailyLimitKobo }: SpendingControls, limitKobo: Kobo): boolean =>
  dailyLimitKobo !== null && limitKobo > dailyLimitKobo;

/** This and the next: false when it was so already. */
async function raise(db: Db, userId: bigint, limitKobo: Kobo): Promise<boolean> {
  const before = await lockSpendingControls(db, userId);
  await setDailyLimit(db, userId, limitKobo);
  if (isRaise(before, limitKobo)) await queueMail(db, userId, 'limit_raised');
  return before.dailyLimitKobo !== limitKobo;
}

async function tighten(db: Db, userId: bigint, limitKobo: Kobo): Promise<boolean> {
  const before = await lockSpendingControls(db, userId);
  // Another device may have lowered it since it was looked at.
  if (isRaise(before, limitKobo)) refuse('changed_meanwhile');
  await setDailyLimit(db, userId, limitKobo);
  return before.dailyLimitKobo !== limitKobo;
}
