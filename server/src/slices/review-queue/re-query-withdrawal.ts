import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { TransactionStatus } from '@jara/contract/constants.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { settlePayment } from '../funding/settle-payment.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal, refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { requeryNow } from '../purchases/requery.ts';
import type { AskedNow } from '../transactions/asked-now.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';
import { askAboutPayout } from '../withdrawals/requery.ts';

/**
 * Staff ask whoever holds the money what became of a transaction. The answer goes through the one settlement of its kind, so a hundred presses
 * do what one does.
 */
export const reQueryWithdrawal =
  (context: Context): Handler<'reQueryWithdrawal'> =>
  async ({ principal, body, request }) => {
    const { pool } = context;
    // Before the question: once it is asked, it goes on record whatever became of who asked.
    const transaction =
      (await commitAsStaff(
        pool,
        principal,
        'reQueryWithdrawal',
      )((db) => findAskedTransaction(db, String(body.transactionId)))) ?? refuse('not_found');
    const asked = await ask(context, transaction);
    const query = { transaction: { id: transaction.id }, ownerId: null };
    const receipt = await getReceipt(pool, { ...query, staff: true });
    await recordStaffAction(pool, principal, request, {
      action: 'reQueryWithdrawal',
      subject: `transaction ${transaction.id}`,
      before: { status: transaction.status },
      after: { status: receipt.trans_Status },
    });
    return { msg: sentenceOf(asked, transaction, receipt), receipt };
  };

const outcomeSentences: Record<TransactionStatus, string> = {
  pending: 'There is no outcome yet',
  success: 'It went through',
  failed: 'It did not go through',
  refunded: 'It was taken back, and the money is in the wallet',
};

/** What was asked, and what came of it. */
function sentenceOf(
  asked: AskedTransaction,
  before: TransactionRecord,
  { trans_Status, profit = 0 }: Receipt,
): string {
  const after = trans_Status as TransactionStatus; // as the receipt has it
  // What staff refunded, and its supplier did not take back.
  const isLost = after === 'refunded' && profit < 0;
  const outcome = isLost ? 'Staff refunded it, and the money is in the wallet' : outcomeSentences[after];
  if (asked === 'nobody_to_ask') return `Nobody was asked: no supplier or bank has a part in it. ${outcome}`;
  if (asked === 'final') return `Nobody was asked: the gateway has ended it. ${outcome}`;
  if (asked === 'not_connected') return `Nobody was asked: who has it is not connected. ${outcome}`;
  if (asked === 'on_its_way') return 'It is on its way at this moment. There is no outcome yet';
  const provider = asked.provider.toUpperCase();
  const { earlier = [], isNews = false } = asked;
  const wereAsked =
    earlier.length === 0 ? `${provider} was asked` : `${[...earlier, provider].join(' and ')} were asked`;
  if (isNews) return `${wereAsked}, and the timeline has what is new. ${outcome}`;
  if (after === 'pending') return asked.isWatched ? `${outcome}. We keep asking` : `${outcome}. Staff decide`;
  if (before.status !== after) return outcome;
  if (after === 'refunded' && !isLost && (before.profitKobo ?? 0n) < 0n)
    return `${provider} took it back: the cost of the refund is no loss any more`;
  return asked.isAnswered
    ? `${wereAsked}, and nothing has changed. ${outcome}`
    : `${wereAsked} and did not say what became of it. As far as we know: ${outcome.toLowerCase()}`;
}

/** By our id or reference, else by the provider's id of a transaction that is still asked about. */
async function findAskedTransaction(db: Db, text: string): Promise<TransactionRecord | undefined> {
  const own = await findOwnTransaction(db, text);
  if (own !== undefined) return own;
  const theirs = await db.find<{ id: bigint }>(
    `select transaction_id as id from purchase_attempts where next_check_at is not null and supplier_id = $1
     union all
     select transaction_id from withdrawals where next_check_at is not null and provider_reference = $1
     union all
     select transaction_id from payments where next_check_at is not null and provider_reference = $1
     limit 1`,
    [text],
  );
  return theirs === undefined ? undefined : findTransaction(db, { transaction: theirs, ownerId: null });
}

async function findOwnTransaction(db: Db, text: string): Promise<TransactionRecord | undefined> {
  try {
    return await findTransaction(db, { transaction: readTransactionKey(text), ownerId: null });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

type Asked = Extract<AskedNow, object> & {
  /** It is asked about by itself as well. */
  isWatched: boolean;
  /** The suppliers of earlier attempts, which were asked too. */
  earlier?: string[];
  /** One of those said what was not on record. */
  isNews?: boolean;
};

type AskedTransaction = Exclude<AskedNow, object> | Asked | 'nobody_to_ask' | 'final';

/** What has ended is asked about too: a supplier or a bank may have taken it back, or delivered after all. */
async function ask(context: Context, transaction: TransactionRecord): Promise<AskedTransaction> {
  const { id, type, reference } = transaction;
  switch (type) {
    case 'wallet': {
      const payment = await context.pool.find<{ gateway: string; isFinal: boolean }>(
        `select gateway, state in ('credited', 'suspense') as "isFinal" from payments where transaction_id = $1`,
        [id],
      );
      if (payment === undefined) return 'nobody_to_ask';
      // One that failed may have been paid since.
      if (payment.isFinal) return 'final';
      await settlePayment(context, reference);
      return { provider: payment.gateway, isAnswered: true, isWatched: true };
    }
    case 'withdraw':
      return withWatch(context, id, (await askAboutPayout(context, id)) ?? 'nobody_to_ask');
    case 'data':
    case 'airtime':
    case 'electricity':
      return askSuppliers(context, id, reference);
    case 'transfer':
    case 'refund':
    case 'referrer':
    case 'earning':
      return 'nobody_to_ask';
  }
}

interface Attempt {
  attempt: number;
  supplier: string;
  state: string;
}

/**
 * Of the last attempt, and of those before it that were not refused in words: what a supplier did not know, or staff decided for it, it may have
 * delivered after all.
 */
async function askSuppliers(context: Context, id: bigint, reference: string): Promise<AskedTransaction> {
  const find = () =>
    context.pool.rows<Attempt>(
      `select attempt::int, supplier, state from purchase_attempts a where transaction_id = $1
         and (state <> 'refused' or first_not_found_at is not null or decided_at is not null
           or not exists (select from purchase_attempts x where x.transaction_id = a.transaction_id and x.attempt > a.attempt))
       order by attempt`,
      [id],
    );
  const attempts = await find();
  const last = attempts.pop();
  if (last === undefined) return 'nobody_to_ask';
  await Promise.all(attempts.map(({ attempt }) => requeryNow(context, reference, attempt)));
  const asked = await withWatch(
    context,
    id,
    (await requeryNow(context, reference, last.attempt)) ?? 'nobody_to_ask',
  );
  if (typeof asked === 'string') return asked;
  const now = await find();
  const isNews = attempts.some(
    (before) => now.find(({ attempt }) => attempt === before.attempt)?.state !== before.state,
  );
  return { ...asked, earlier: attempts.map(({ supplier }) => supplier), isNews };
}

async function withWatch(
  { pool }: Context,
  id: bigint,
  asked: AskedNow | 'nobody_to_ask',
): Promise<AskedTransaction> {
  if (typeof asked === 'string') return asked;
  const { isWatched } = await pool.get<{ isWatched: boolean }>(
    `select exists (select from purchase_attempts where transaction_id = $1 and next_check_at is not null)
       or exists (select from withdrawals where transaction_id = $1 and next_check_at is not null) as "isWatched"`,
    [id],
  );
  return { ...asked, isWatched };
}
