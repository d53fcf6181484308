/**
 * Staff debit a wallet, once for each transaction that had brought the money: what was credited by mistake returns to what staff have issued,
 * and a card payment that its bank called back returns to the gateway, which has lost it already. Never below zero: of a chargeback, what the
 * wallet does not hold any more is our loss. Posting, transaction, debit, mail and the record of staff are one commit; of two at once the
 * second is refused by the key of the debit.
 */
import type { CallBody } from '@jara/contract/api.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, kobo, negate, parseNaira, subtract, zero, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import { post, type Leg } from '../../ledger/post.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { keyedByStaff, makeOnceAsStaff, notedNumber, type Noted } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { findTransaction, getReceipt, readTransactionKey } from '../transactions/find-receipt.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import type { TransactionRecord } from '../transactions/transaction.ts';

/** What is to be debited. */
interface Wanted {
  kind: 'clawback' | 'chargeback';
  source: TransactionRecord;
  paidKobo: Kobo;
  /** Of a chargeback: the fee of the payment, and where it came in. */
  feeKobo: Kobo;
  gateway: string;
}

interface Debit {
  id: bigint;
  takenKobo: Kobo;
  lostKobo: Kobo;
}

export const debit =
  (context: Context): Handler<'debit'> =>
  async ({ principal, params, body, request }) => {
    const { pool, config, events } = context;
    const reason = body.reason.trim();
    const query = { transaction: readTransactionKey(params.id), ownerId: null };
    const source = (await findTransaction(pool, query)) ?? refuse('not_found');
    const wanted = await (body.kind === 'chargeback'
      ? wantPayment(pool, source, body)
      : wantCredit(pool, source, body));
    const meaning = [source.id, wanted.kind, wanted.paidKobo];
    const once = await makeOnceAsStaff(
      pool,
      keyedByStaff(principal, request, 'debit', meaning),
      async (db) => {
        const checked = await checkStaffMoney(db, config, principal, {
          action: 'debit',
          users: [source.userId],
          movedKobo: wanted.paidKobo,
        });
        const taken = await take(db, wanted, { principal, reason });
        if (taken.takenKobo > 0n) await queueMail(db, source.userId, 'wallet_debited');
        const actionId = await recordStaffAction(db, principal, request, {
          action: 'debit',
          subject: `transaction ${source.id}`,
          after: { debit: taken.id, kind: wanted.kind, takenKobo: taken.takenKobo, lostKobo: taken.lostKobo },
          checked,
          reason,
        });
        crashPoint('debit.before_commit');
        return { ...taken, actionId };
      },
    ).catch(refuseSecond);
    crashPoint('debit.after_commit');
    const done = once.replayed ? readDebit(once.noted) : once.made;
    const headers = once.replayed ? replayedHeaders : {};
    const lost =
      done.lostKobo === 0n ? '' : `. The wallet did not hold ${formatKobo(done.lostKobo)}: it is our loss`;
    const msg = `${formatKobo(done.takenKobo)} is out of the wallet of ${source.userName}${lost}`;
    if (done.takenKobo === 0n) return new Reply(200, { msg, receipt: null }, headers);
    if (!once.replayed)
      events.publish(source.userId, { type: 'transaction', _id: String(done.id), status: 'success' });
    const shown = { transaction: { id: done.id }, ownerId: null, staff: true };
    return new Reply(200, { msg, receipt: await getReceipt(pool, shown) }, headers);
  };

/** As the record of staff has it. */
const readDebit = ({ after }: Noted): Debit => ({
  id: notedNumber(after, 'debit'),
  takenKobo: kobo(notedNumber(after, 'takenKobo')),
  lostKobo: kobo(notedNumber(after, 'lostKobo')),
});

/** Earnings were the user's before they came into the wallet. */
const mayBeWrong: ReadonlySet<string> = new Set(['wallet', 'transfer', 'refund']);

async function wantCredit(db: Db, source: TransactionRecord, body: CallBody<'debit'>): Promise<Wanted> {
  const { balanceBefore, balanceAfter, type } = source;
  if (
    !mayBeWrong.has(type) ||
    balanceBefore === null ||
    balanceAfter === null ||
    balanceAfter <= balanceBefore
  )
    refuse('not_debitable');
  // The money of a card payment is there, and a part of it debited would leave no place for its chargeback.
  if ((await findPayment(db, source)) !== undefined)
    refuse('not_debitable', {
      msg: 'This was paid by card: it is debited when the bank calls it back, as a chargeback',
    });
  const cameIn = kobo(balanceAfter - balanceBefore);
  const paidKobo =
    body.amount === undefined
      ? cameIn
      : (parseNaira(body.amount) ?? refuseField('amount', messages.enterValidAmount));
  if (paidKobo <= 0n) refuseField('amount', messages.enterValidAmount);
  if (paidKobo > cameIn) refuseField('amount', `This brought in ${formatKobo(cameIn)}`);
  return { kind: 'clawback', source, paidKobo, feeKobo: zero, gateway: '' };
}

async function wantPayment(db: Db, source: TransactionRecord, body: CallBody<'debit'>): Promise<Wanted> {
  if (body.amount !== undefined) refuseField('amount', 'A bank calls back the whole payment');
  const payment = await findPayment(db, source);
  if (payment === undefined)
    refuse('not_debitable', { msg: 'Only a card payment that was credited is called back' });
  return {
    kind: 'chargeback',
    source,
    paidKobo: kobo(payment.paidKobo),
    feeKobo: kobo(source.feeKobo ?? 0n),
    gateway: payment.gateway,
  };
}

const findPayment = (
  db: Db,
  { id }: TransactionRecord,
): Promise<{ gateway: string; paidKobo: bigint } | undefined> =>
  db.find(
    `select gateway, paid_kobo as "paidKobo" from payments where transaction_id = $1 and state = 'credited'`,
    [id],
  );

async function take(
  db: Db,
  wanted: Wanted,
  { principal, reason }: { principal: Principal; reason: string },
): Promise<Debit> {
  const { kind, source, paidKobo, feeKobo } = wanted;
  const wallet = await userAccount(db, source.userId, 'wallet');
  const { balance } = await db.get<{ balance: bigint }>(
    'select balance from accounts where id = $1 for update',
    [wallet],
  );
  const owedKobo = subtract(paidKobo, feeKobo);
  if (kind === 'clawback' && balance < owedKobo)
    refuse('insufficient_balance', {
      msg: `The wallet holds ${formatKobo(kobo(balance))}: at most that can be debited`,
    });
  const takenKobo = balance < owedKobo ? kobo(balance) : owedKobo;
  const done: Debit = {
    id: await nextTransactionId(db),
    takenKobo,
    lostKobo: subtract(owedKobo, takenKobo),
  };
  const posted = await post(db, {
    code: kind === 'clawback' ? 'debit.clawback' : 'debit.chargeback',
    reference: String(done.id),
    actorId: principal.userId,
    reason,
    legs: await legsOf(db, wanted, wallet, done),
  });
  if (posted.outcome !== 'posted') throw new Error(`debit ${done.id} was not posted: ${posted.outcome}`);
  const balances = posted.balances.get(wallet);
  if (balances !== undefined) {
    await recordTransaction(db, {
      id: done.id,
      userId: source.userId,
      type: 'wallet',
      status: 'success',
      description: `${kind === 'clawback' ? 'Credited by mistake' : 'Called back by the bank'}: ${source.description}`,
      amountKobo: takenKobo,
      balance: balances,
      relatedId: source.id,
    });
  }
  await db.run(
    `insert into debits (id, kind, source_id, user_id, paid_kobo, taken_kobo, lost_kobo, fee_kobo, actor_id, request_id, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      done.id,
      kind,
      source.id,
      source.userId,
      paidKobo,
      takenKobo,
      done.lostKobo,
      feeKobo,
      principal.userId,
      principal.confirmation?.requestId ?? null,
      reason,
    ],
  );
  return done;
}

async function legsOf(
  db: Db,
  { kind, paidKobo, feeKobo, gateway }: Wanted,
  wallet: bigint,
  { takenKobo, lostKobo }: Debit,
): Promise<Leg[]> {
  const out: Leg = { accountId: wallet, amountKobo: negate(takenKobo) };
  if (kind === 'clawback')
    return [out, { accountId: await houseAccount(db, 'issuance'), amountKobo: paidKobo }];
  return [
    out,
    { accountId: await houseAccount(db, 'loss', 'chargeback'), amountKobo: negate(lostKobo) },
    { accountId: await houseAccount(db, 'revenue', 'funding'), amountKobo: negate(feeKobo) },
    { accountId: await houseAccount(db, 'gateway', gateway), amountKobo: paidKobo },
  ];
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'debits_happen_once') refuse('already_debited');
  throw error;
}
