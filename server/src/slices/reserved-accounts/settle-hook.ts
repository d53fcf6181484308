/**
 * Credits a bank transfer that a signed hook tells of: to the owner of the account number, with what was paid less the charge, once for
 * each of the provider's transfer ids, however often and in whatever bytes it is told. What nobody owns waits in suspense.
 */
import { negate } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import { splitPayment } from '../funding/settle-payment.ts';
import { houseAccount, userAccount } from '../../ledger/chart.ts';
import { post, postInto } from '../../ledger/post.ts';
import type { IncomingTransfer } from '../../outside/reserved-accounts/reserved-accounts.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';

interface Account {
  id: bigint;
  userId: bigint;
  state: 'active' | 'closed';
}

interface Credited {
  userId: bigint;
  transactionId: bigint;
}

/** Does nothing for an event that was handled, or that somebody else is handling at this moment. */
export async function settleHook(context: Context, hookEventId: bigint): Promise<void> {
  const { pool, events, reservedAccounts, log } = context;
  const credited = await pool.commit(async (db) => {
    const event = await db.find<{ body: string }>(
      'select body from hook_events where id = $1 and handled_at is null for update skip locked',
      [hookEventId],
    );
    if (event === undefined) return undefined;
    await db.run('update hook_events set handled_at = now() where id = $1', [hookEventId]);
    const read = reservedAccounts.readHook(event.body);
    if (read.outcome === 'transfer') {
      const settled = await settle(db, context, read.transfer);
      crashPoint('bank_transfer.settle.before_commit');
      return settled;
    }
    log.warn({ hookEvent: String(hookEventId), reason: read.reason }, 'a hook of the bank credits nothing');
    return undefined;
  });
  crashPoint('bank_transfer.settle.after_commit');
  if (credited !== undefined) {
    events.publish(credited.userId, { type: 'transaction', _id: String(credited.transactionId) });
  }
}

async function settle(
  db: Db,
  { reservedAccounts, config, log }: Context,
  transfer: IncomingTransfer,
): Promise<Credited | undefined> {
  const { name: provider, bank } = reservedAccounts;
  const { providerReference, accountNumber, paidKobo } = transfer;
  // Two tellings of one transfer in other bytes are two events: one after the other.
  await db.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${provider}:${providerReference}`]);
  const earlier = await db.find<{ accountNumber: string; paidKobo: bigint }>(
    `select account_number as "accountNumber", paid_kobo as "paidKobo" from bank_transfers
     where provider = $1 and provider_reference = $2`,
    [provider, providerReference],
  );
  if (earlier !== undefined) {
    if (earlier.accountNumber !== accountNumber || earlier.paidKobo !== paidKobo)
      log.error({ provider, providerReference }, 'the bank tells one transfer in two ways: the first counts');
    return undefined;
  }
  const account = await db.find<Account>(
    `select id, user_id as "userId", state from reserved_accounts where provider = $1 and account_number = $2`,
    [provider, accountNumber],
  );
  const { feeBasisPoints } = config.funding;
  const booking: Booking = { provider, bank, transfer, account, feeBasisPoints };
  if (account?.state === 'active') return credit(db, booking, account);
  const reason = account === undefined ? 'the account is not known' : 'the account is closed';
  log.error({ provider, providerReference, reason }, 'a bank transfer waits in suspense');
  await suspend(db, booking, reason);
  return undefined;
}

interface Booking {
  provider: string;
  bank: string;
  transfer: IncomingTransfer;
  account: Account | undefined;
  feeBasisPoints: number;
}

const referenceOf = ({ provider, transfer }: Booking): string => `${provider}:${transfer.providerReference}`;

async function credit(db: Db, booking: Booking, { userId }: Account): Promise<Credited> {
  const { bank, transfer, feeBasisPoints } = booking;
  const { feeKobo, creditKobo } = splitPayment(transfer.paidKobo, feeBasisPoints);
  const transactionId = await nextTransactionId(db);
  const wallet = await userAccount(db, userId, 'wallet');
  const balance = await postInto(db, wallet, {
    code: 'funding.transfer',
    reference: referenceOf(booking),
    legs: [
      { accountId: await houseAccount(db, 'reserved', bank), amountKobo: negate(transfer.paidKobo) },
      { accountId: wallet, amountKobo: creditKobo },
      { accountId: await houseAccount(db, 'revenue', 'funding'), amountKobo: feeKobo },
    ],
  });
  await recordTransaction(db, {
    id: transactionId,
    userId,
    type: 'wallet',
    status: 'success',
    description: transfer.sender === null ? 'Bank transfer' : `Bank transfer from ${transfer.sender}`,
    amountKobo: creditKobo,
    feeKobo,
    faceValueKobo: transfer.paidKobo,
    balance,
  });
  await record(db, booking, { state: 'credited', userId, transactionId, reason: null });
  return { userId, transactionId };
}

/** The money is there, and nobody's: it stays apart until staff decide. */
async function suspend(db: Db, booking: Booking, reason: string): Promise<void> {
  const { bank, transfer, account } = booking;
  await post(db, {
    code: 'funding.suspense',
    reference: referenceOf(booking),
    reason,
    legs: [
      { accountId: await houseAccount(db, 'reserved', bank), amountKobo: negate(transfer.paidKobo) },
      { accountId: await houseAccount(db, 'suspense'), amountKobo: transfer.paidKobo },
    ],
  });
  await record(db, booking, {
    state: 'suspense',
    userId: account?.userId ?? null,
    transactionId: null,
    reason,
  });
}

async function record(
  db: Db,
  { provider, bank, transfer, account }: Booking,
  end: {
    state: 'credited' | 'suspense';
    userId: bigint | null;
    transactionId: bigint | null;
    reason: string | null;
  },
): Promise<void> {
  await db.run(
    `insert into bank_transfers (provider, provider_reference, bank, account_number, reserved_account_id, paid_kobo, sender, state,
       reason, user_id, transaction_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      provider,
      transfer.providerReference,
      bank,
      transfer.accountNumber,
      account?.id ?? null,
      transfer.paidKobo,
      transfer.sender,
      end.state,
      end.reason,
      end.userId,
      end.transactionId,
    ],
  );
}
