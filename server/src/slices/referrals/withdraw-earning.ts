import { isStaff } from '@jara/contract/is-staff.ts';
import {
  formatKobo,
  kobo,
  naira,
  negate,
  parseNaira,
  toNaira,
  zero,
  type Kobo,
} from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Context } from '../../app/context.ts';
import { post } from '../../ledger/post.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, makeOnce, replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { findTransaction, getReceipt } from '../transactions/find-receipt.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';

/** Moves the stated amount, or all there is, from the caller's earnings to the caller's wallet. */
export const withdrawEarning =
  (context: Context): Handler<'withdrawEarning'> =>
  async ({ principal, body, request }) => {
    const { pool, events, config } = context;
    const { userId } = principal;
    const minimumKobo = naira(config.earnings.withdrawalMinimumNaira);
    const wantedKobo = body.amount === undefined ? null : readAmount(body.amount, minimumKobo);
    const requestHash = hashRequest('withdrawEarning', [wantedKobo ?? 'all']);
    const once = await makeOnce(
      pool,
      { caller: principal, key: request.idempotencyKey, requestHash },
      async (db) => {
        const moved = await move(db, principal, { wantedKobo, minimumKobo, client: request.client });
        crashPoint('earning.before_commit');
        return moved;
      },
    );
    crashPoint('earning.after_commit');
    const id = once.replayed ? once.transactionId : once.made.transactionId;
    if (!once.replayed) events.publish(userId, { type: 'transaction', _id: String(id), status: 'success' });
    const transaction = await findTransaction(pool, { transaction: { id }, ownerId: userId });
    const amountKobo = kobo(transaction?.amountKobo ?? zero);
    const staff = isStaff(principal);
    const receipt = await getReceipt(pool, { transaction: { id }, ownerId: userId, staff });
    const msg = `${formatKobo(amountKobo)} of your earnings is in your wallet`;
    return new Reply(
      200,
      { msg, amount: toNaira(amountKobo), receipt },
      once.replayed ? replayedHeaders : {},
    );
  };

function readAmount(input: unknown, minimumKobo: Kobo): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  if (amountKobo < minimumKobo) refuseField('amount', `minimum withdrawal is ${formatKobo(minimumKobo)}`);
  return amountKobo;
}

interface UserAccount {
  id: bigint;
  kind: 'wallet' | 'earnings';
  balance: bigint;
}

async function move(
  db: Db,
  { userId }: Principal,
  { wantedKobo, minimumKobo, client }: { wantedKobo: Kobo | null; minimumKobo: Kobo; client: ClientFacts },
): Promise<{ transactionId: bigint }> {
  // Both, in the order in which every posting locks them.
  const accounts = await db.rows<UserAccount>(
    'select id, kind, balance from accounts where user_id = $1 order by id for update',
    [userId],
  );
  const wallet = accounts.find(({ kind }) => kind === 'wallet');
  const earnings = accounts.find(({ kind }) => kind === 'earnings');
  if (wallet === undefined || earnings === undefined) throw new Error(`user ${userId} lacks an account`);
  const amountKobo = wantedKobo ?? kobo(earnings.balance);
  if (amountKobo === zero) refuse('insufficient_balance');
  if (amountKobo < minimumKobo) {
    refuse('insufficient_balance', { msg: `minimum withdrawal is ${formatKobo(minimumKobo)}` });
  }
  const id = await nextTransactionId(db);
  const posted = await post(db, {
    code: 'earning.withdraw',
    reference: String(id),
    actorId: userId,
    legs: [
      { accountId: earnings.id, amountKobo: negate(amountKobo) },
      { accountId: wallet.id, amountKobo },
    ],
  });
  if (posted.outcome !== 'posted') refuseNotPosted(posted);
  await recordTransaction(db, {
    id,
    userId,
    type: 'earning',
    status: 'success',
    description: 'Earnings to wallet',
    amountKobo,
    balance: posted.balances.get(wallet.id) ?? null,
    client,
  });
  return { transactionId: id };
}
