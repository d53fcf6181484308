/**
 * Takes money out of suspense, once: to a wallet, less the fee of a funding, or back to where it came from. Decision, posting, the
 * transaction that the user sees and the record of who decided are one commit. Of two admins at once the second hears that it does not
 * wait any more; were the lock not there, the key of the decision would refuse the second.
 */
import type { CallBody } from '@jara/contract/api.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, kobo, naira, negate, parseNaira, subtract, type Kobo } from '@jara/contract/money.ts';
import { readUserName } from '../accounts/identifiers.ts';
import { splitPayment } from '../funding/settle-payment.ts';
import { keyedByStaff, makeOnceAsStaff } from '../staff-actions/once-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { CheckedMoney } from '../staff-actions/checked-money.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post, postInto } from '../../ledger/post.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { currencyOf, presentSuspense, selectSuspense, type SuspenseRow } from './entry.ts';

interface Receiver {
  userId: bigint;
  userName: string;
}

interface Decision {
  entry: SuspenseRow;
  principal: Principal;
  reason: string;
}

interface Credited {
  checked: CheckedMoney;
  receiver: Receiver;
  transactionId: bigint;
  creditKobo: Kobo;
}

export const decideSuspense =
  (context: Context): Handler<'decideSuspense'> =>
  async ({ principal, params, body, request }) => {
    const { pool, events } = context;
    const reason = body.reason.trim();
    const id = readId(params.id) ?? refuse('not_found');
    const once = await makeOnceAsStaff(
      pool,
      keyedByStaff(principal, request, 'decideSuspense', meaningOf(id, body)),
      async (db) => {
        const entry = await lockEntry(db, id);
        if (entry.outcome !== null) refuse('not_waiting');
        const decision = { entry, principal, reason };
        const result = body.outcome === 'credit' ? await credit(db, context, decision, body) : undefined;
        const checked = result?.checked ?? (await sendBack(db, context, decision));
        const actionId = await recordStaffAction(db, principal, request, {
          action: 'decideSuspense',
          subject: `posting ${id}`,
          before: { reference: entry.reference, paidKobo: entry.paidKobo, currency: currencyOf(entry) },
          after:
            result === undefined
              ? { outcome: 'return' }
              : {
                  outcome: 'credit',
                  user: result.receiver.userId,
                  transaction: result.transactionId,
                  creditKobo: result.creditKobo,
                },
          checked,
          reason,
        });
        const after = await getEntry(db, id);
        crashPoint('suspense.decide.before_commit');
        return { actionId, decided: after, credited: result };
      },
    );
    crashPoint('suspense.decide.after_commit');
    const decided = once.replayed ? await getEntry(pool, id) : once.made.decided;
    const { credited } = once.replayed ? { credited: undefined } : once.made;
    if (credited !== undefined)
      events.publish(credited.receiver.userId, { type: 'transaction', _id: String(credited.transactionId) });
    return new Reply(
      200,
      { msg: wordsOf(decided), entry: presentSuspense(decided) },
      once.replayed ? replayedHeaders : {},
    );
  };

const meaningOf = (
  id: bigint,
  { outcome, userName, amount }: CallBody<'decideSuspense'>,
): (string | bigint)[] => {
  const amountKobo = parseNaira(amount);
  return [id, outcome, readUserName(userName ?? '') ?? '', amountKobo ?? ''];
};

function wordsOf({ outcome, amountKobo, feeKobo, creditedName }: SuspenseRow): string {
  if (outcome !== 'credit') return 'It is booked as sent back';
  const creditKobo = subtract(kobo(amountKobo ?? 0n), kobo(feeKobo ?? 0n));
  return `${formatKobo(creditKobo)} is in the wallet of ${creditedName ?? ''}`;
}

const readId = (input: string): bigint | undefined => (/^\d{1,18}$/.test(input) ? BigInt(input) : undefined);

async function findEntry(db: Db, id: bigint): Promise<SuspenseRow | undefined> {
  return db.find<SuspenseRow>(`${selectSuspense} and p.id = $1`, [id]);
}

async function getEntry(db: Db, id: bigint): Promise<SuspenseRow> {
  return db.get<SuspenseRow>(`${selectSuspense} and p.id = $1`, [id]);
}

/** A posting cannot be locked by the program's role; what it was made for can. What is read after the lock is what counts. */
async function lockEntry(db: Db, id: bigint): Promise<SuspenseRow> {
  const { provider, reference, failedTransactionId } = (await findEntry(db, id)) ?? refuse('not_found');
  const providerReference = reference.slice(provider.length + 1);
  await (failedTransactionId === null
    ? db.run('select from bank_transfers where provider = $1 and provider_reference = $2 for update', [
        provider,
        providerReference,
      ])
    : db.run('select from payments where transaction_id = $1 for update', [failedTransactionId]));
  return getEntry(db, id);
}

async function credit(
  db: Db,
  { config }: Context,
  decision: Decision,
  body: CallBody<'decideSuspense'>,
): Promise<Credited> {
  const { entry, principal } = decision;
  const paidKobo = kobo(entry.paidKobo);
  const amountKobo = readAmount(entry, body.amount, naira(config.funding.maximumNaira));
  const receiver = await findReceiver(db, body.userName);
  const checked = await checkStaffMoney(db, config, principal, {
    action: 'decideSuspense',
    users: [receiver.userId],
    movedKobo: amountKobo,
    words: {
      msg: 'Nobody credits a wallet of their own. Ask another admin to decide this',
      field: 'userName',
    },
  });
  const { feeKobo, creditKobo } = splitPayment(amountKobo, config.funding.feeBasisPoints);
  const transactionId = await nextTransactionId(db);
  const wallet = await userAccount(db, receiver.userId, 'wallet');
  const balance = await postInto(db, wallet, {
    code: 'suspense.credit',
    reference: entry.reference,
    actorId: principal.userId,
    reason: decision.reason,
    legs: [
      { accountId: await houseAccount(db, 'suspense'), amountKobo: negate(paidKobo) },
      // What was paid in another currency stands at the gateway as if it were kobo: from here on it is what was settled for it.
      { accountId: await originOf(db, entry), amountKobo: subtract(paidKobo, amountKobo) },
      { accountId: wallet, amountKobo: creditKobo },
      { accountId: await houseAccount(db, 'revenue', 'funding'), amountKobo: feeKobo },
    ],
  });
  await recordTransaction(db, {
    id: transactionId,
    userId: receiver.userId,
    type: 'wallet',
    status: 'success',
    description: describe(entry),
    amountKobo: creditKobo,
    feeKobo,
    faceValueKobo: amountKobo,
    balance,
    ...(entry.failedTransactionId !== null && { relatedId: entry.failedTransactionId }),
  });
  await record(db, decision, { amountKobo, feeKobo, userId: receiver.userId, transactionId });
  return { checked, receiver, transactionId, creditKobo };
}

async function sendBack(db: Db, { config }: Context, decision: Decision): Promise<CheckedMoney> {
  const { entry, principal, reason } = decision;
  const paidKobo = kobo(entry.paidKobo);
  const checked = await checkStaffMoney(db, config, principal, {
    action: 'decideSuspense',
    users: entry.holderId === null ? [] : [entry.holderId],
    // Hundredths of another currency are no kobo.
    movedKobo: currencyOf(entry) === 'NGN' ? paidKobo : null,
  });
  await post(db, {
    code: 'suspense.return',
    reference: entry.reference,
    actorId: principal.userId,
    reason,
    legs: [
      { accountId: await houseAccount(db, 'suspense'), amountKobo: negate(paidKobo) },
      { accountId: await originOf(db, entry), amountKobo: paidKobo },
    ],
  });
  await record(db, decision);
  return checked;
}

/** The account that the money came in by. */
const originOf = (db: Db, { gateway, bank }: SuspenseRow): Promise<bigint> =>
  gateway === null ? houseAccount(db, 'reserved', bank ?? '') : houseAccount(db, 'gateway', gateway);

const describe = ({ gateway, sender }: SuspenseRow): string =>
  gateway !== null ? 'Card funding' : sender === null ? 'Bank transfer' : `Bank transfer from ${sender}`;

/** What came in, in naira: of a card payment in another currency only staff can know it. */
function readAmount(entry: SuspenseRow, input: unknown, maximumKobo: Kobo): Kobo {
  if (entry.gateway === null) {
    if (input !== undefined) refuseField('amount', 'This was paid in naira: what was paid is credited');
    return kobo(entry.paidKobo);
  }
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(1)) refuseField('amount', messages.enterValidAmount);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum payment is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

async function findReceiver(db: Db, input: string | undefined): Promise<Receiver> {
  if (input === undefined || input.trim() === '') refuseField('userName', messages.enterUserName);
  const userName = readUserName(input);
  const receiver =
    userName === undefined
      ? undefined
      : await db.find<Receiver>(
          'select id as "userId", user_name as "userName" from users where user_name = $1',
          [userName],
        );
  const msg = 'Nobody here has this username';
  return receiver ?? refuse('not_found', { msg, errors: [{ field: 'userName', msg }] });
}

interface Credit {
  amountKobo: Kobo;
  feeKobo: Kobo;
  userId: bigint;
  transactionId: bigint;
}

async function record(db: Db, { entry, principal, reason }: Decision, credited?: Credit): Promise<void> {
  await db.run(
    `insert into suspense_decisions (posting_id, outcome, paid_kobo, amount_kobo, fee_kobo, user_id, transaction_id, actor_id, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      entry.id,
      credited === undefined ? 'return' : 'credit',
      entry.paidKobo,
      credited?.amountKobo ?? null,
      credited?.feeKobo ?? null,
      credited?.userId ?? null,
      credited?.transactionId ?? null,
      principal.userId,
      reason,
    ],
  );
}
