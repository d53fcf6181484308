import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { buyElectricity, meterOf } from '../../test/electricity.ts';
import { silent } from '../../test/pool.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { findBreaks, type RuleResult } from './audit.ts';

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

/** What does not hold after `sql`, of which nothing stays. */
async function brokenBy(sql: string): Promise<string[]> {
  const rollback = new Error('rollback');
  let results: RuleResult[] = [];
  const planted = owner.commit(async (on) => {
    await on.run('set local session_replication_role = replica');
    await on.run(sql);
    results = await findBreaks(on);
    throw rollback;
  });
  await expect(planted).rejects.toBe(rollback);
  return results
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ rule, statement }) => `${rule} ${statement}`);
}

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
