import type { CallReply } from '@jara/contract/api.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { formatKobo, formatNaira, naira, parseNaira, type Kobo } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import type { Context } from '../../app/context.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, makeOnce, replayedHeaders } from '../../platform/idempotency.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import { countTokenSpend } from '../api-tokens/token-limit.ts';
import { bankReceiver, countToReceiver } from '../spending-controls/new-receivers.ts';
import { countSent } from '../spending-controls/velocity-limit.ts';
import { getReceipt } from '../transactions/find-receipt.ts';
import { receiptCode } from '../transactions/receipt-code.ts';
import { openWithdrawal, type OpenedWithdrawal } from './open.ts';
import { readAccount } from './read-account.ts';
import type { PreparedWithdrawal } from './withdrawals.ts';

export const withdraw =
  (context: Context): Handler<'withdraw'> =>
  async ({ principal, body, request }) => {
    const { pool, withdrawals, payouts, config, events } = context;
    const { userId } = principal;
    const account = await readAccount(withdrawals.banks, body);
    const amountKobo = readAmount(body.amount, config.withdrawals);
    const { bankCode } = account.bank;
    const requestHash = hashRequest('withdraw', [bankCode, account.accountNumber, amountKobo]);
    const isNamed = request.idempotencyKey !== null || body.force === true;
    const sending: { prepared?: PreparedWithdrawal } = {};
    const open = async (db: Db): Promise<OpenedWithdrawal> => {
      const opened = await openWithdrawal(db, {
        principal,
        account,
        amountKobo,
        feeKobo: naira(config.withdrawals.feeNaira),
        client: request.client,
        provider: payouts.name,
        firstCheckSeconds: config.purchases.firstCheckSeconds,
        holdsOtherNames: config.withdrawals.holdsOtherNames,
        twinWindowSeconds: isNamed ? null : config.purchases.duplicateWindowSeconds,
      });
      await countSent(db, context, principal, opened.transactionId);
      await countToReceiver(db, context, principal, {
        transactionId: opened.transactionId,
        receiver: bankReceiver(bankCode, account.accountNumber),
      });
      await countTokenSpend(db, principal, opened.transactionId);
      if (!opened.isHeld) sending.prepared = withdrawals.prepare(opened);
      crashPoint('withdraw.open.before_commit');
      return opened;
    };
    const keyed = { caller: principal, key: request.idempotencyKey, requestHash };
    const once = await makeOnce(pool, keyed, open).catch((error: unknown) => {
      sending.prepared?.cancel();
      throw error;
    });
    crashPoint('withdraw.open.after_commit');
    const id = once.replayed ? once.transactionId : once.made.transactionId;
    if (once.replayed) {
      sending.prepared?.cancel();
      await withdrawals.wait(id);
    } else {
      events.publish(userId, { type: 'transaction', _id: String(id), status: 'pending' });
      await sending.prepared?.send();
    }
    const staff = isStaff(principal);
    const receipt = await getReceipt(pool, { transaction: { id }, ownerId: userId, staff });
    return replyFor(receipt, receiptCode(context.keys, receipt.reference), once.replayed);
  };

function readAmount(input: unknown, limits: { minimumNaira: number; maximumNaira: number }): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  const [minimumKobo, maximumKobo] = [naira(limits.minimumNaira), naira(limits.maximumNaira)];
  if (amountKobo < minimumKobo) refuseField('amount', `minimum withdrawal is ${formatKobo(minimumKobo)}`);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum withdrawal is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

function replyFor(receipt: Receipt, slip: string, isReplay: boolean): Reply<CallReply<'withdraw'>> {
  const held = formatNaira(receipt.trans_amount);
  const headers = isReplay ? replayedHeaders : {};
  switch (receipt.trans_Status) {
    case 'success': {
      const msg = `${formatNaira(receipt.faceValue ?? 0)} is in the account ${receipt.recipient ?? ''}`;
      return new Reply(200, { msg, receipt, slip }, headers);
    }
    case 'pending': {
      const isSent = receipt.timeline.some(({ step }) => step === 'sent');
      const waits = isSent ? 'We are waiting for the bank' : 'We look at this withdrawal before it is sent';
      const msg = `${waits}; your ${held} is held, not lost`;
      return new Reply(202, { msg, receipt, slip }, headers);
    }
    case 'refunded': {
      const msg = `The bank sent the money back. ${held} is back in your wallet`;
      return new Reply(200, { msg, receipt, slip }, headers);
    }
    default:
      return refuse('supplier_refused', {
        msg: `The bank did not accept this withdrawal. ${held} is back in your wallet`,
        body: { receipt },
        headers,
      });
  }
}
