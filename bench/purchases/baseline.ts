/**
 * Purchases the ordinary way, for comparison: a database transaction per phase, the wallet locked by SELECT FOR UPDATE, one statement
 * after the other. The same tables, the same rows, the same guarantees; only the sharing of commits is missing. It serves what the
 * bench asks for: purchases that are delivered.
 */
import { negate } from '@jara/contract/money.ts';
import type { Db, Pool } from '../../server/src/platform/db.ts';
import { refuse } from '../../server/src/platform/refuse.ts';
import { houseAccount } from '../../server/src/ledger/chart.ts';
import { createPurchases, type Purchases } from '../../server/src/slices/purchases/purchases.ts';
import {
  requestHash,
  suppliersFor,
  type PurchaseRequest,
} from '../../server/src/slices/purchases/request.ts';
import { createSending } from '../../server/src/slices/purchases/sending.ts';
import type { Settled, Settlement } from '../../server/src/slices/purchases/settle.ts';
import { newReference } from '../../server/src/slices/transactions/reference.ts';

interface PurchaseAccounts {
  inFlight: bigint;
  supplierOf: ReadonlyMap<string, bigint>;
  revenueOf: ReadonlyMap<string, bigint>;
}

async function findAccounts(pool: Pool, suppliers: Iterable<string>): Promise<PurchaseAccounts> {
  const supplierOf = new Map<string, bigint>();
  for (const name of suppliers) supplierOf.set(name, await houseAccount(pool, 'supplier', name));
  const revenueOf = new Map<string, bigint>();
  for (const name of ['data', 'airtime', 'electricity'])
    revenueOf.set(name, await houseAccount(pool, 'revenue', name));
  return { inFlight: await houseAccount(pool, 'in_flight'), supplierOf, revenueOf };
}

type Parts = Parameters<typeof createPurchases>[0];

async function open(
  db: Db,
  request: PurchaseRequest,
  reference: string,
  supplier: string,
  accounts: PurchaseAccounts,
) {
  const { buyer } = request;
  const seen = await db.find('select transaction_id from idempotency_keys where user_id = $1 and key = $2', [
    buyer.userId,
    request.key,
  ]);
  if (seen !== undefined) refuse('possible_duplicate');
  const service = await db.find<{ is_open: boolean }>(
    'select is_open from services where name = $1 and service_type = $2',
    [request.network, request.type],
  );
  if (service?.is_open !== true) refuse('service_locked');
  const wallet = await db.get<{ balance: bigint; version: bigint }>(
    'select balance, version from accounts where id = $1 for update',
    [buyer.walletAccountId],
  );
  const before = wallet.balance;
  const after = before - request.priceKobo;
  if (after < 0n) refuse('insufficient_balance');
  const version = wallet.version + 1n;
  const transaction = await insertTransaction(db, request, { reference, supplier, before, after });
  await db.run(
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, next_check_at)
     values ($1, 1, $2, 'sent', now() + interval '5 seconds')`,
    [transaction.id, supplier],
  );
  await db.run(
    'insert into idempotency_keys (user_id, key, request_hash, transaction_id) values ($1, $2, $3, $4)',
    [buyer.userId, request.key, requestHash(request), transaction.id],
  );
  const posting = await db.get<{ id: bigint }>(
    `insert into postings (code, reference) values ('purchase.open', $1) returning id`,
    [String(transaction.id)],
  );
  await db.run(
    `insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
     values ($1, 1, $2, $3, $4, $5, $6), ($1, 2, $7, $8, null, null, null)`,
    [
      posting.id,
      buyer.walletAccountId,
      negate(request.priceKobo),
      before,
      after,
      version,
      accounts.inFlight,
      request.priceKobo,
    ],
  );
  await db.run('update accounts set balance = $2, version = $3 where id = $1', [
    buyer.walletAccountId,
    after,
    version,
  ]);
  return { id: transaction.id, at: transaction.at, before, after };
}

function insertTransaction(
  db: Db,
  request: PurchaseRequest,
  row: { reference: string; supplier: string; before: bigint; after: bigint },
) {
  return db.get<{ id: bigint; at: Date }>(
    `insert into transactions (user_id, reference, type, status, network, product, description, recipient, plan_id, amount_kobo,
       price_kobo, face_value_kobo, cost_kobo, volume_mb, balance_before, balance_after, supplier)
     values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13, $14, $15) returning id, created_at as at`,
    [
      request.buyer.userId,
      row.reference,
      request.type,
      request.network,
      request.product,
      request.description,
      request.recipient,
      request.planId,
      request.priceKobo,
      request.faceValueKobo,
      request.costKobo,
      request.volumeMb,
      row.before,
      row.after,
      row.supplier,
    ],
  );
}

async function settle(db: Db, settlement: Settlement, accounts: PurchaseAccounts): Promise<Settled> {
  if (settlement.result.outcome !== 'delivered') throw new Error('the bench asks for deliveries only');
  const transaction = await db.get<{
    status: string;
    type: string;
    supplier: string;
    price: bigint;
    cost: bigint;
  }>(
    'select status, type, supplier, price_kobo as price, cost_kobo as cost from transactions where id = $1 for update',
    [settlement.transactionId],
  );
  if (transaction.status !== 'pending') return { applied: 'nothing', at: new Date(), nextCheckAt: null };
  await db.run(
    `update purchase_attempts set state = 'delivered', supplier_id = $3, message = $4, raw = $5, answered_at = now(), next_check_at = null
     where transaction_id = $1 and attempt = $2`,
    [settlement.transactionId, settlement.attempt, settlement.supplierId, settlement.message, settlement.raw],
  );
  const { at } = await db.get<{ at: Date }>(
    `update transactions set status = 'success', supplier_id = $2, supplier_message = $3, settled_at = now() where id = $1
     returning settled_at as at`,
    [settlement.transactionId, settlement.supplierId, settlement.message],
  );
  const posting = await db.get<{ id: bigint }>(
    `insert into postings (code, reference) values ('purchase.deliver', $1) returning id`,
    [String(settlement.transactionId)],
  );
  await db.run(
    `insert into entries (posting_id, leg, account_id, amount) values ($1, 1, $2, $3), ($1, 2, $4, $5), ($1, 3, $6, $7)`,
    [
      posting.id,
      accounts.inFlight,
      -transaction.price,
      accounts.supplierOf.get(transaction.supplier),
      transaction.cost,
      accounts.revenueOf.get(transaction.type),
      transaction.price - transaction.cost,
    ],
  );
  return { applied: 'delivered', at, nextCheckAt: null };
}

export async function createBaselinePurchases(parts: Parts): Promise<Purchases> {
  const { pool, catalogue, suppliers } = parts;
  const product = await createPurchases(parts);
  const accounts = await findAccounts(pool, suppliers.keys());
  const settleQueue = {
    queued: 0,
    oldestSeconds: () => 0,
    add: (settlement: Settlement) => pool.commit((db) => settle(db, settlement, accounts)),
  };
  const sending = createSending({
    ...parts,
    ...product.settling,
    settleQueue,
    firstCheckSeconds: parts.settings.firstCheckSeconds,
  });
  return {
    ...product,
    async buy(request) {
      const [supplier = ''] = suppliersFor(catalogue.now, request);
      const reference = newReference();
      const opened = await pool.commit((db) => open(db, request, reference, supplier, accounts));
      const { bought, finished } = sending.start(
        request,
        {
          outcome: 'accepted',
          transactionId: opened.id,
          balanceBefore: opened.before,
          balanceAfter: opened.after,
          at: opened.at,
        },
        { reference, supplier },
      );
      return { outcome: 'bought', isReplay: false, purchase: (await finished) ?? bought };
    },
  };
}
