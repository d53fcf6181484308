import { naira, subtract, type Kobo } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../../test/books.ts';
import { airtimeOrder, catalogueVersion } from '../../../test/buying.ts';
import { startCuttingProxy, type CuttingProxy } from '../../../test/outside/cutting-proxy.ts';
import { silent, useTestPool } from '../../../test/pool.ts';
import { makeBuyer } from '../../../test/principal.ts';
import { openPool, type Pool } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { createPurchaseQueues, type PurchaseQueues } from './queues.ts';
import { settlementWithoutWords, type Settlement } from './settle.ts';

const db = useTestPool();
let proxy: CuttingProxy;
let pool: Pool;
let queues: PurchaseQueues;

beforeAll(async () => {
  await db.pool.run(`insert into services (name, service_type) values ('MTN', 'airtime')`);
  version = await catalogueVersion(db.pool);
  await openPurchaseAccounts(db.pool, ['GLAD']);
  proxy = await startCuttingProxy(db.url);
  pool = openPool({ url: proxy.url, size: 4, role: 'jara_app', log: silent });
  queues = createPurchaseQueues(pool, { duplicateWindowSeconds: 30, firstCheckSeconds: 60 }, silent);
});
afterAll(async () => {
  await pool.close();
  await proxy.close();
});

/** Of the catalogue. */
let version: bigint;
let people = 0;

function buyer(): Promise<Principal> {
  people += 1;
  return makeBuyer(db.pool, `buyer${people}`, people);
}

const spentBy = async ({ walletAccountId }: Principal): Promise<Kobo> =>
  subtract(
    naira(1_000_000),
    (await db.pool.get<{ balance: Kobo }>('select balance from accounts where id = $1', [walletAccountId]))
      .balance,
  );

async function open(by: Principal): Promise<bigint> {
  const opened = await queues.openQueue.add({
    request: airtimeOrder(by, '08031231234', version),
    reference: `OF-${by.userName}`,
    supplier: 'GLAD',
    newDevice: null,
  });
  if (opened.outcome !== 'accepted') throw new Error(`not accepted: ${opened.outcome}`);
  return opened.transactionId;
}

const delivered: Settlement['result'] = { outcome: 'delivered', tokens: [], units: null };
const refused: Settlement['result'] = { outcome: 'refused', nextSupplier: null };

const settle = async (transactionId: bigint, result: Settlement['result']) =>
  (await queues.settleQueue.add(settlementWithoutWords(transactionId, 1, result))).applied;

/** Opens a purchase while another one is settled. */
async function openWhileSettling(result: Settlement['result']) {
  const [ada, bola] = [await buyer(), await buyer()];
  const first = await open(ada);
  const [second, applied] = await Promise.all([open(bola), settle(first, result)]);
  return { first, second, applied, spent: [await spentBy(ada), await spentBy(bola)] };
}

/** How many commits wrote these postings. */
async function commitsOf(postings: [code: string, transactionId: bigint][]): Promise<number> {
  const rows = await db.pool.rows<{ code: string; xmin: string }>(
    'select code, xmin::text from postings where (code, reference) in (select * from unnest($1::text[], $2::text[]))',
    [postings.map(([code]) => code), postings.map(([, id]) => String(id))],
  );
  expect(rows).toHaveLength(postings.length);
  return new Set(rows.map(({ xmin }) => xmin)).size;
}

it('purchases of one wallet at the same moment are each held against the limit of their own session', async () => {
  const ada = await buyer();
  const opened = await Promise.all(
    [2_000, 2_000, 900].map((capNaira, n) =>
      queues.openQueue.add({
        request: airtimeOrder(ada, `0803123123${n}`, version),
        reference: `LIMIT-${ada.userName}-${n}`,
        supplier: 'GLAD',
        newDevice: { capKobo: naira(capNaira), hours: 24 },
      }),
    ),
  );
  expect(opened.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'device_cap']);
  expect(await spentBy(ada)).toBe(naira(990));
});

describe('a purchase that is opened while another one is settled', () => {
  it('shares the commit of a delivery', async () => {
    const { first, second, applied, spent } = await openWhileSettling(delivered);
    expect(applied).toBe('delivered');
    expect(
      await commitsOf([
        ['purchase.deliver', first],
        ['purchase.open', second],
      ]),
    ).toBe(1);
    expect(spent).toEqual([naira(495), naira(495)]);
    await expectBooksToBalance(db.pool);
  });

  it('has a commit of its own where money goes back, whose wallet is locked before all else', async () => {
    const { first, second, applied, spent } = await openWhileSettling(refused);
    expect(applied).toBe('returned');
    expect(
      await commitsOf([
        ['purchase.return', first],
        ['purchase.open', second],
      ]),
    ).toBe(2);
    expect(spent).toEqual([naira(0), naira(495)]);
    await expectBooksToBalance(db.pool);
  });

  it.each(['before', 'after'] as const)(
    'is one purchase beside one delivery when the connection is cut %s their commit',
    async (when) => {
      const cuts = proxy.cuts;
      // Prepared by name on each connection: the name passes with every call.
      proxy.cutNext('open_and_settle_purchases', when);
      const { first, second, applied, spent } = await openWhileSettling(delivered);
      expect(proxy.cuts).toBe(cuts + 1);
      // After the commit the settlement alone finds nothing more to do.
      expect(applied).toBe(when === 'before' ? 'delivered' : 'nothing');
      await commitsOf([
        ['purchase.deliver', first],
        ['purchase.open', second],
      ]);
      expect(spent).toEqual([naira(495), naira(495)]);
      await expectBooksToBalance(db.pool);
    },
  );
});
