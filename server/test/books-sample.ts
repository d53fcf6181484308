/** Books with a little of everything, for the tests that break them. */
import { kobo, naira, negate } from '@jara/contract/money.ts';
import { catalogueVersion } from './buying.ts';
import { silent } from './pool.ts';
import { principalOf, signedIn } from './principal.ts';
import { readConfig } from '../src/config/config.ts';
import { createUser } from '../src/slices/accounts/create-user.ts';
import type { Pool } from '../src/platform/db.ts';
import type { Principal } from '../src/platform/sessions/principal.ts';
import { openPurchaseAccounts } from '../src/slices/purchases/house-accounts.ts';
import { createPurchaseQueues } from '../src/slices/purchases/queues.ts';
import { refundPurchase } from '../src/slices/purchases/refund-purchase.ts';
import { settlementWithoutWords, type Settlement } from '../src/slices/purchases/settle.ts';
import { nextTransactionId, recordTransaction } from '../src/slices/transactions/record-transaction.ts';
import { checkStaffMoney } from '../src/slices/staff-actions/staff-money.ts';
import { recordStaffAction } from '../src/slices/staff-actions/record-staff-action.ts';
import { houseAccount } from '../src/ledger/chart.ts';
import { post } from '../src/ledger/post.ts';
import { noClientFacts } from '../src/platform/client-facts.ts';

/** A little of everything: money given, a card payment, and a purchase in each state; delivered late as well, and refunded by staff. */
export async function keepBooks({ pool, owner }: { pool: Pool; owner: Pool }): Promise<void> {
  await owner.run(`insert into services (name, service_type) values ('MTN', 'airtime')`);
  const ada = await signedIn(pool, await makeUser(pool, 'ada', 1));
  const bola = await signedIn(pool, await makeUser(owner, 'bola', 2, { isAgent: true }));
  await payByCard(pool, ada, 'CARD1', 'credited');
  await payByCard(pool, ada, 'CARD2', 'initiated');
  const states = ['pending', 'delivered', 'refused', 'reversed', 'late', 'refunded'] as const;
  await openPurchaseAccounts(pool, ['GLAD']);
  const settings = { ...readConfig({}).purchases, duplicateWindowSeconds: 0 };
  const { openQueue, settleQueue } = createPurchaseQueues(pool, settings, silent);
  for (const state of states) {
    const opened = await openQueue.add({
      request: requestOf(ada, await catalogueVersion(pool)),
      reference: `REF${state}`,
      supplier: 'GLAD',
      newDevice: null,
    });
    if (opened.outcome !== 'accepted') throw new Error(`not accepted: ${opened.outcome}`);
    const settlements: Settlement['result'][] = {
      pending: [],
      delivered: [delivered],
      refused: [refused],
      reversed: [delivered, refused],
      late: [refused, delivered],
      refunded: [delivered],
    }[state];
    for (const result of settlements)
      await settleQueue.add(settlementWithoutWords(opened.transactionId, 1, result));
    if (state === 'refunded') {
      const purchase = { purchaseId: opened.transactionId, buyerId: ada.userId };
      await pool.commit(async (db) => {
        const checked = await checkStaffMoney(db, readConfig({}), bola, {
          action: 'refund',
          users: [ada.userId],
          movedKobo: kobo(99_00),
        });
        await refundPurchase(db, { ...purchase, actorId: bola.userId, reason: null });
        const request = { ip: '127.0.0.1', id: 'sample' };
        await recordStaffAction(db, bola, request, {
          action: 'refund',
          subject: `transaction ${purchase.purchaseId}`,
          checked,
        });
      });
    }
  }
}

const delivered: Settlement['result'] = { outcome: 'delivered', tokens: [], units: null };
const refused: Settlement['result'] = { outcome: 'refused', nextSupplier: null };

const requestOf = (buyer: Principal, version: bigint) => ({
  buyer,
  type: 'airtime' as const,
  network: 'MTN' as const,
  product: 'MTN-AIRTIME',
  description: 'MTN airtime',
  recipient: '08031234567',
  planId: null,
  priceKobo: kobo(99_00),
  faceValueKobo: kobo(100_00),
  costKobo: kobo(97_00),
  catalogueVersion: version,
  volumeMb: null,
  key: null,
  client: noClientFacts,
  force: true,
});

async function makeUser(
  pool: Pool,
  userName: string,
  number: number,
  rights: { isAgent?: boolean } = {},
): Promise<Principal> {
  const person = {
    ...rights,
    userName,
    fullName: userName,
    email: `${userName}@people.example`,
    phone: `0803000000${number}`,
    passwordHash: 'x',
  };
  const made = await pool.commit((db) => createUser(db, person));
  return principalOf({ ...made, userName });
}

async function payByCard(
  pool: Pool,
  payer: Principal,
  reference: string,
  state: 'credited' | 'initiated',
): Promise<void> {
  const isCredited = state === 'credited';
  await pool.commit(async (db) => {
    const id = await nextTransactionId(db);
    await recordTransaction(db, {
      id,
      userId: payer.userId,
      reference,
      type: 'wallet',
      status: 'pending',
      description: 'Card payment',
      amountKobo: naira(990),
      feeKobo: naira(10),
      faceValueKobo: naira(1_000),
      balance: null,
    });
    await db.run(
      `insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, paid_kobo, next_check_at)
       values ($1, 'squad', $2, $3, 100000, $4, $5, case when $4 = 'initiated' then now() end)`,
      [id, reference, payer.userId, state, isCredited ? 100_000 : null],
    );
    if (!isCredited) return;
    const legs = [
      { accountId: await houseAccount(db, 'gateway', 'squad'), amountKobo: negate(naira(1_000)) },
      { accountId: payer.walletAccountId, amountKobo: naira(990) },
      { accountId: await houseAccount(db, 'revenue', 'funding'), amountKobo: naira(10) },
    ];
    await post(db, { code: 'funding.card', reference: `squad:${reference}`, legs });
    await db.run('select credit_transaction($1, 99000, 1000, 100000, 0, 99000, null)', [id]);
  });
}
