import { naira, subtract, type Kobo } from '@jara/contract/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { airtimeOrder, catalogueVersion } from '../../../test/buying.ts';
import { silent, useTestPool } from '../../../test/pool.ts';
import { makeBuyer, signedIn } from '../../../test/principal.ts';
import { openPool, type Pool } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import { readConfig } from '../../config/config.ts';
import { createPurchaseQueues, type PurchaseQueues } from './queues.ts';

const db = useTestPool();
let pool: Pool;
let queues: PurchaseQueues;

beforeAll(async () => {
  await db.pool.run(`insert into services (name, service_type) values ('MTN', 'airtime')`);
  version = await catalogueVersion(db.pool);
  await openPurchaseAccounts(db.pool, ['GLAD']);
  pool = openPool({ url: db.url, size: 4, role: 'jara_app', log: silent });
  queues = createPurchaseQueues(pool, readConfig({}).purchases, silent);
});
afterAll(() => pool.close());

/** Of the catalogue. */
let version: bigint;
const spentBy = async ({ walletAccountId }: Principal): Promise<Kobo> =>
  subtract(
    naira(1_000_000),
    (await db.pool.get<{ balance: Kobo }>('select balance from accounts where id = $1', [walletAccountId]))
      .balance,
  );

it('purchases of one wallet at the same moment are each held against the limit of their own session', async () => {
  const ada = await signedIn(db.pool, await makeBuyer(db.pool, 'ada', 1));
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
