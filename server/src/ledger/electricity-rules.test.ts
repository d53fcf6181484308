import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { buyElectricity, meterOf } from '../../test/electricity.ts';
import { silent } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openPool, type Pool } from '../platform/db.ts';

const app = useTestApp();
let owner: Pool;

/** One that was delivered, one that was refused. */
beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
  const ada = await app.make.user({ wallet: naira(10_000) });
  await buyElectricity(app, ada, meterOf('1234'));
  await buyElectricity(app, ada, meterOf('0001'));
});
afterAll(() => owner.close());

/** No trigger fires for it. */
const brokenBy = (sql: string) => brokenAfter(owner, sql.split('; '));

describe('the audit finds', () => {
  it.each([
    [
      'a prepaid sale without its token',
      `update transactions set tokens = '{}' where status = 'success'`,
      'R6 Prepaid electricity that is a success has its token',
    ],
    [
      'a return of what has a token',
      `update transactions set tokens = '{11112222333344445555}' where status = 'failed'`,
      'R9 No money went back by itself after a token was seen or a delivery was told',
    ],
    [
      'a return of what was told to be delivered',
      `update purchase_attempts set delivery_reported_at = now() where state = 'refused'`,
      'R9 No money went back by itself after a token was seen or a delivery was told',
    ],
  ])('%s', async (_what, sql, rule) => {
    expect(await brokenBy('select 1')).toEqual([]);
    expect(await brokenBy(sql)).toEqual([rule]);
  });
});
