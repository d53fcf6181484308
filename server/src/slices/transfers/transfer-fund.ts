/**
 * From one wallet to another, in one posting that locks both wallets in one order: crossing transfers wait for each other and never
 * deadlock, and nobody sends what they do not hold. An admin issues money instead of sending it (D4.12).
 */
import { isStaff } from '@jara/contract/is-staff.ts';
import { formatKobo, naira, negate, parseNaira, type Kobo } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import { uncountName } from '../accounts/find-user.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { refuseWhenLocked } from '../catalogue/refuse-locked.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { isStopped, post, postInto, type UserBalance } from '../../ledger/post.ts';
import { refuseNotPosted } from '../../ledger/refuse-not-posted.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import {
  hashRequest,
  isRepeat,
  makeOnce,
  replayedHeaders,
  type KeyedRequest,
} from '../../platform/idempotency.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler, type HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { countTokenSpend } from '../api-tokens/token-limit.ts';
import { countToReceiver, userReceiver } from '../spending-controls/new-receivers.ts';
import { countSent } from '../spending-controls/velocity-limit.ts';
import { getReceipt } from '../transactions/find-receipt.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';
import { refuseTwin } from '../transactions/refuse-twin.ts';
import { receiptCode } from '../transactions/receipt-code.ts';
import { receiverOrRefuse, type Receiver } from './find-receiver.ts';
import { maskName } from './mask-name.ts';

interface Transfer {
  sender: Principal;
  receiver: Receiver;
  amountKobo: Kobo;
  note: string;
  reason: string;
  request: HttpFacts;
  /** Null where the same may be sent again: by a key, or on purpose. */
  twinWindowSeconds: number | null;
}

interface Made {
  /** The sender's transaction; the receiver's when the money was issued. */
  transactionId: bigint;
  receivedId: bigint;
}

export const transferFund =
  (context: Context): Handler<'transferFund'> =>
  async ({ principal, body, request }) => {
    const { pool, events } = context;
    const { isAdmin, userId } = principal;
    const amountKobo = readAmount(body.amount, context.config.transfers);
    const note = readWords('note', body.note);
    const reason = readWords('reason', body.reason);
    const keyed = (receiverId: bigint): KeyedRequest => ({
      caller: principal,
      key: request.idempotencyKey,
      requestHash: hashRequest('transferFund', [receiverId, amountKobo, note]),
    });
    const receiver = await receiverOrRefuse(context, principal, body.userName, (id) =>
      isRepeat(pool, keyed(id)),
    );
    if (receiver.userId === userId) refuseField('userName', 'You cannot send money to yourself');

    const isNamed = request.idempotencyKey !== null || body.force === true;
    const twinWindowSeconds = isNamed ? null : context.config.purchases.duplicateWindowSeconds;
    const transfer: Transfer = {
      sender: principal,
      receiver,
      amountKobo,
      note,
      reason,
      request,
      twinWindowSeconds,
    };
    const once = await makeOnce(pool, keyed(receiver.userId), async (db) => {
      if (isAdmin) {
        const issued = await issue(db, context.config, transfer);
        crashPoint('issue.before_commit');
        return issued;
      }
      const made = await move(db, transfer);
      await countSent(db, context, principal, made.transactionId);
      await countToReceiver(db, context, principal, {
        transactionId: made.transactionId,
        receiver: userReceiver(receiver.userId),
      });
      await countTokenSpend(db, principal, made.transactionId);
      await uncountName(db, principal, body.userName);
      crashPoint('transfer.before_commit');
      return made;
    });
    crashPoint(isAdmin ? 'issue.after_commit' : 'transfer.after_commit');
    const id = once.replayed ? once.transactionId : once.made.transactionId;
    if (!once.replayed) {
      events.publish(userId, { type: 'transaction', _id: String(id), status: 'success' });
      events.publish(receiver.userId, { type: 'transaction', _id: String(once.made.receivedId) });
    }
    const receipt = await getReceipt(pool, {
      transaction: { id },
      ownerId: isAdmin ? null : userId,
      staff: isStaff(principal),
    });
    const msg = `${formatKobo(amountKobo)} is in the wallet of ${receiver.name}`;
    const slip = receiptCode(context.keys, receipt.reference);
    return new Reply(200, { msg, receipt, slip }, once.replayed ? replayedHeaders : {});
  };

function readAmount(input: unknown, { minimumNaira, maximumNaira }: Config['transfers']): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  const minimumKobo = naira(minimumNaira);
  if (amountKobo < minimumKobo) refuseField('amount', `minimum transfer is ${formatKobo(minimumKobo)}`);
  const maximumKobo = naira(maximumNaira);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum transfer is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

function readWords(field: 'note' | 'reason', input = ''): string {
  const words = input.trim().replaceAll(/\s+/g, ' ');
  // Control characters, halves of surrogate pairs and direction marks would not be stored or not be shown as typed.
  if (/[\p{Cc}\p{Cs}\p{Bidi_C}]/u.test(words)) refuseField(field, 'Use letters, digits and signs only');
  return words;
}

async function move(db: Db, transfer: Transfer): Promise<Made> {
  const { sender, receiver, amountKobo, note } = transfer;
  await refuseWhenLocked(db, 'transfer');
  const [transactionId, receivedId] = [await nextTransactionId(db), await nextTransactionId(db)];
  const posted = await post(db, {
    code: 'transfer',
    reference: String(transactionId),
    actorId: sender.userId,
    legs: [
      { accountId: sender.walletAccountId, amountKobo: negate(amountKobo) },
      { accountId: receiver.walletAccountId, amountKobo },
    ],
  });
  const description = describe('To', receiver, note);
  // What is missing now may have been sent a moment ago; that a wallet is stopped is said first, as of purchases.
  if (!isStopped(posted)) await refuseSecond(db, transfer, sender.userId, description);
  if (posted.outcome !== 'posted') refuseNotPosted(posted);
  const { fullName } = await db.get<{ fullName: string }>(
    'select full_name as "fullName" from users where id = $1',
    [sender.userId],
  );
  const from = { userName: sender.userName, name: maskName(fullName) };
  const shared = { type: 'transfer', status: 'success', amountKobo } as const;
  await recordTransaction(db, {
    ...shared,
    id: transactionId,
    userId: sender.userId,
    description,
    balance: balanceIn(posted.balances, sender.walletAccountId),
    client: transfer.request.client,
  });
  await recordTransaction(db, {
    ...shared,
    id: receivedId,
    userId: receiver.userId,
    description: describe('From', from, note),
    balance: balanceIn(posted.balances, receiver.walletAccountId),
    relatedId: transactionId,
  });
  return { transactionId, receivedId };
}

async function issue(db: Db, config: Config, transfer: Transfer): Promise<Made> {
  const { sender, receiver, amountKobo, note, reason, request } = transfer;
  const checked = await checkStaffMoney(db, config, sender, {
    action: 'transferFund',
    users: [receiver.userId],
    movedKobo: amountKobo,
  });
  const id = await nextTransactionId(db);
  const balance = await postInto(db, receiver.walletAccountId, {
    code: 'issue.transfer',
    reference: String(id),
    actorId: sender.userId,
    ...(reason === '' ? {} : { reason }),
    legs: [
      { accountId: await houseAccount(db, 'issuance'), amountKobo: negate(amountKobo) },
      { accountId: receiver.walletAccountId, amountKobo },
    ],
  });
  const description = note === '' ? 'From support' : `From support: ${note}`;
  await refuseSecond(db, transfer, receiver.userId, description);
  // Without the admin's own reference: the transaction is the receiver's.
  await recordTransaction(db, {
    id,
    userId: receiver.userId,
    type: 'transfer',
    status: 'success',
    description,
    amountKobo,
    balance,
  });
  await recordStaffAction(db, sender, request, {
    action: 'transferFund',
    subject: `user ${receiver.userId}`,
    before: { balanceKobo: balance.before },
    after: { balanceKobo: balance.after, issuedKobo: amountKobo, transaction: id },
    checked,
    ...(reason === '' ? {} : { reason }),
  });
  return { transactionId: id, receivedId: id };
}

async function refuseSecond(
  db: Db,
  { sender, amountKobo, twinWindowSeconds }: Transfer,
  userId: bigint,
  description: string,
): Promise<void> {
  if (twinWindowSeconds === null) return;
  const viewer = { ownerId: sender.isAdmin ? null : sender.userId, staff: isStaff(sender) };
  await refuseTwin(db, {
    userId,
    type: 'transfer',
    description,
    recipient: null,
    amountKobo,
    windowSeconds: twinWindowSeconds,
    viewer,
  });
}

function describe(
  direction: 'To' | 'From',
  { name, userName }: { name: string; userName: string },
  note: string,
): string {
  return `${direction} ${name} (${userName})${note === '' ? '' : `: ${note}`}`;
}

function balanceIn(balances: ReadonlyMap<bigint, UserBalance>, walletAccountId: bigint): UserBalance {
  const balance = balances.get(walletAccountId);
  if (balance === undefined) throw new Error(`a transfer did not touch wallet ${walletAccountId}`);
  return balance;
}
