/**
 * Withdrawals that staff hold: opened while the wallet says so, their money in clearing, and nothing sent. No job and no restart sends one;
 * staff release it, in a commit of its own before the first byte leaves, or give the money back. One that may have been sent is never held
 * again: the database refuses it (refuse_other_end.sql).
 */
import { kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { PayoutOrder } from '../../outside/banks/banks.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { refuseWhenLocked } from '../catalogue/refuse-locked.ts';
import { orderOf, type OpenedWithdrawal } from './open.ts';
import { settleWithdrawal } from './settle.ts';

/**
 * Before staff decide about a held withdrawal: asks the bank whether it knows it, which only a database that was restored to an earlier time
 * can have forgotten. What the bank says is booked. Refuses with not_waiting when it knows it, and with bank_unavailable when it does not
 * say. Nothing is asked about any other withdrawal. Call it outside any database transaction.
 */
export async function refuseWhatBankKnows(context: Context, transactionId: bigint): Promise<void> {
  const { pool, payouts, withdrawals } = context;
  const held = await pool.find<{ reference: string }>(
    `select reference from withdrawals where transaction_id = $1 and state = 'held' and provider = $2`,
    [transactionId, payouts.name],
  );
  if (held === undefined) return;
  const answer = await payouts.requery(held.reference);
  if (answer.outcome === 'not_found') return;
  if (answer.outcome === 'unknown' && answer.reason !== 'processing') refuse('bank_unavailable');
  await settleWithdrawal(withdrawals.settling, transactionId, answer);
  refuse('not_waiting', { msg: 'The bank has this withdrawal already: look at it again' });
}

/**
 * In the caller's commit: from here on it is on record as sent, and the caller sends it. Of two who release it, or give its money back, at the
 * same moment one does. Refuses with not_waiting, also where another bank than the one of then is
 * connected, service_locked and shop_closed.
 */
export async function releaseWithdrawal(
  db: Db,
  { config, payouts }: Pick<Context, 'config' | 'payouts'>,
  transactionId: bigint,
): Promise<OpenedWithdrawal> {
  await db.run('select refuse_while_closed()', []);
  await refuseWhenLocked(db, 'withdraw');
  const released = await db.find<Omit<PayoutOrder, 'remark' | 'amountKobo'> & { payoutKobo: bigint }>(
    `update withdrawals set state = 'sent', sent_at = now(), next_check_at = now() + make_interval(secs => $3)
     where transaction_id = $1 and state = 'held' and provider = $2
     returning reference, bank_code as "bankCode", account_number as "accountNumber", account_name as "accountName",
       amount_kobo - fee_kobo as "payoutKobo"`,
    [transactionId, payouts.name, config.purchases.firstCheckSeconds],
  );
  if (released === undefined) refuse('not_waiting');
  const { payoutKobo, ...account } = released;
  return { transactionId, order: orderOf({ ...account, amountKobo: kobo(payoutKobo) }), isHeld: false };
}
