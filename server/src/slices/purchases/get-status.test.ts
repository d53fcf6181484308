import { naira } from '@jara/contract/money.ts';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '300' } });

const codes = { MTN: 1, GLO: 2, AIRTEL: 3 };

/** Buys airtime for numbers that end so, which chooses the outcome. */
async function buys(ada: TestUser, network: keyof typeof codes, ends: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, end] of ends.entries()) {
    const input = { network: codes[network], mobile_number: `080312${index}${end}`, amount: 100 };
    const { body } = await app.as(ada).call('buyAirtime', input);
    ids.push((body as { receipt: { _id: string } }).receipt._id); // each outcome has a receipt
  }
  return ids;
}

it('tells how the purchases of the last hour ended, where there are at least five, and remembers it', async () => {
  const ada = await app.make.user({ wallet: naira(10_000) });
  const delivered = Array.from({ length: 5 }, () => '5555');
  const [slow, old] = [
    await buys(ada, 'MTN', ['5555', '5555', '5555', '0001', '0009']),
    await buys(ada, 'AIRTEL', [...delivered, '0001']),
  ];
  await buys(ada, 'GLO', delivered.slice(1));
  const database = new Client({ connectionString: app.databaseUrl });
  await database.connect();
  await database.query(
    "update transactions set created_at = created_at - interval '2 minutes' where id = $1",
    [slow[0]],
  );
  await database.query("update transactions set created_at = created_at - interval '2 hours' where id = $1", [
    old[5],
  ]);
  await database.end();

  const { reply } = await app.anybody().call('getStatus');
  const seconds = expect.any(Number);
  expect(reply.services).toEqual([
    {
      service: 'airtime',
      network: 'AIRTEL',
      deliveredPercent: 100,
      failedPercent: 0,
      pendingPercent: 0,
      slowPercent: 0,
      medianSeconds: seconds,
    },
    {
      service: 'airtime',
      network: 'MTN',
      deliveredPercent: 60,
      failedPercent: 20,
      pendingPercent: 20,
      slowPercent: 20,
      medianSeconds: seconds,
    },
  ]);

  await buys(ada, 'GLO', delivered);
  expect((await app.anybody().call('getStatus')).reply).toEqual(reply);
});
