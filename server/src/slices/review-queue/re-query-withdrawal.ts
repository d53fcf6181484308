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
  const { answers } = asked;
  if (asked.isNews === true)
    return `${wereAsked(answers)}, and the timeline has what is new${butFor(asked)}. ${outcome}`;
  const isSilent = answers.every(({ isAnswered }) => !isAnswered);
  if (after === 'pending') return asked.isWatched ? `${outcome}. We keep asking` : `${outcome}. Staff decide`;
  if (before.status !== after) return outcome;
  if (after === 'refunded' && !isLost && (before.profitKobo ?? 0n) < 0n)
    return `${answers.at(-1)?.provider.toUpperCase()} took it back: the cost of the refund is no loss any more`;
  if (isSilent && (asked.missing ?? []).length === 0)
    return `${wereAsked(answers)} and did not say what became of it. As far as we know: ${outcome.toLowerCase()}`;
  return `${wereAsked(answers)}, and nothing has changed${butFor(asked)}. ${outcome}`;
}

/** Who of several did not say what became of it, or could not be asked. */
function butFor({ answers, missing = [] }: Asked): string {
  const silent = answers.filter(({ isAnswered }) => !isAnswered);
  return [
    ...(silent.length === 0 ? [] : [`; ${namesOf(silent)} did not say what became of it`]),
    ...missing.map((name) => `; ${name} is not connected`),
  ].join('');
}

const namesOf = (answers: readonly Answer[]): string =>
  answers.map(({ provider }) => provider.toUpperCase()).join(' and ');

const wereAsked = (answers: readonly Answer[]): string =>
  `${namesOf(answers)} ${answers.length === 1 ? 'was' : 'were'} asked`;

/** By our id or reference, else by the provider's id: of several providers that use the same, what is still asked about, then the newest. */
async function findAskedTransaction(db: Db, text: string): Promise<TransactionRecord | undefined> {
  const own = await findOwnTransaction(db, text);
  if (own !== undefined) return own;
  const theirs = await db.find<{ id: bigint }>(
    `select transaction_id as id, next_check_at is not null as is_asked from purchase_attempts where supplier_id = $1
     union all
     select transaction_id, next_check_at is not null from withdrawals where provider_reference = $1
     union all
     select transaction_id, next_check_at is not null from payments where provider_reference = $1 and transaction_id is not null
     order by is_asked desc, id desc limit 1`,
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

type Answer = Extract<AskedNow, object>;

interface Asked {
  /** Of whom was asked, whoever had it last at the end. */
  answers: Answer[];
  /** It is asked about by itself as well. */
  isWatched: boolean;
  /** A supplier of an earlier attempt said what was not on record. */
  isNews?: boolean;
  /** Who had it and is not connected. */
  missing?: string[];
}

type NobodyAsked = Exclude<AskedNow, object> | 'nobody_to_ask';
type AskedTransaction = NobodyAsked | Asked | 'final';

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
      return { answers: [{ provider: payment.gateway, isAnswered: true }], isWatched: true };
    }
    case 'withdraw': {
      const answer = (await askAboutPayout(context, id)) ?? 'nobody_to_ask';
      return typeof answer === 'string' ? answer : withWatch(context, id, { answers: [answer] });
    }
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
  const askOne = async ({ attempt, supplier }: Attempt) => ({
    supplier,
    said: (await requeryNow(context, reference, attempt)) ?? 'nobody_to_ask',
  });
  // The last one at the end: what it says stands beside what the others did.
  const asked = [...(await Promise.all(attempts.map(askOne))), await askOne(last)];
  const now = await find();
  const isNews = attempts.some(
    (before) => now.find(({ attempt }) => attempt === before.attempt)?.state !== before.state,
  );
  const answers = asked.flatMap(({ said }) => (typeof said === 'string' ? [] : [said]));
  const missing = asked.flatMap(({ said, supplier }) => (said === 'not_connected' ? [supplier] : []));
  if (answers.length > 0) return withWatch(context, id, { answers, isNews, missing });
  return asked.some(({ said }) => said === 'on_its_way') ? 'on_its_way' : 'not_connected';
}

async function withWatch({ pool }: Context, id: bigint, asked: Omit<Asked, 'isWatched'>): Promise<Asked> {
  const { isWatched } = await pool.get<{ isWatched: boolean }>(
    `select exists (select from purchase_attempts where transaction_id = $1 and next_check_at is not null)
       or exists (select from withdrawals where transaction_id = $1 and next_check_at is not null) as "isWatched"`,
    [id],
  );
  return { ...asked, isWatched };
}
