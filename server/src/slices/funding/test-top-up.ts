import { isStaff } from '@jara/contract/is-staff.ts';
import { formatKobo, naira, negate, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Context } from '../../app/context.ts';
import { houseAccount } from '../../ledger/chart.ts';
import { postInto } from '../../ledger/post.ts';
import type { ClientFacts } from '../../platform/client-facts.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { hashRequest, makeOnce, replayedHeaders } from '../../platform/idempotency.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Reply, type Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { getReceipt } from '../transactions/find-receipt.ts';
import { nextTransactionId, recordTransaction } from '../transactions/record-transaction.ts';

/** Play money for the caller's own wallet, from the house account `issuance` (D1.6). */
export const testTopUp =
  (context: Context): Handler<'testTopUp'> =>
  async ({ principal, body, request }) => {
    const { pool, events } = context;
    const { userId } = principal;
    const amountKobo = readAmount(body.amount, naira(context.config.testTopUp.maximumNaira));
    const once = await makeOnce(
      pool,
      { caller: principal, key: request.idempotencyKey, requestHash: hashRequest('testTopUp', [amountKobo]) },
      async (db) => {
        const made = await topUp(db, principal, amountKobo, request.client);
        crashPoint('top_up.before_commit');
        return made;
      },
    );
    crashPoint('top_up.after_commit');
    const id = once.replayed ? once.transactionId : once.made.transactionId;
    if (!once.replayed) events.publish(userId, { type: 'transaction', _id: String(id) });
    const receipt = await getReceipt(pool, {
      transaction: { id },
      ownerId: userId,
      staff: isStaff(principal),
    });
    return new Reply(
      200,
      {
        msg: `${formatKobo(amountKobo)} of play money is in your wallet`,
        amount: toNaira(amountKobo),
        receipt,
      },
      once.replayed ? replayedHeaders : {},
    );
  };

function readAmount(input: unknown, maximumKobo: Kobo): Kobo {
  const amountKobo = parseNaira(input) ?? refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(1)) refuseField('amount', messages.enterValidAmount);
  if (amountKobo > maximumKobo) refuseField('amount', `maximum top-up is ${formatKobo(maximumKobo)}`);
  return amountKobo;
}

async function topUp(
  db: Db,
  { userId, walletAccountId }: Principal,
  amountKobo: Kobo,
  client: ClientFacts,
): Promise<{ transactionId: bigint }> {
  const id = await nextTransactionId(db);
  const balance = await postInto(db, walletAccountId, {
    code: 'issue.test_top_up',
    reference: String(id),
    actorId: userId,
    legs: [
      { accountId: await houseAccount(db, 'issuance'), amountKobo: negate(amountKobo) },
      { accountId: walletAccountId, amountKobo },
    ],
  });
  await recordTransaction(db, {
    id,
    userId,
    type: 'wallet',
    status: 'success',
    description: 'Test top-up',
    amountKobo,
    faceValueKobo: amountKobo,
    balance,
    client,
  });
  return { transactionId: id };
}
