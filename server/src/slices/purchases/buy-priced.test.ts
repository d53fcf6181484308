/** A change of the catalogue between the moment that a purchase is priced and the moment that the money is taken. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { balanceOf, numberOf, useShop } from '../../../test/buying.ts';
import { buyElectricity, meterOf } from '../../../test/electricity.ts';
import type { TestUser } from '../../../test/make.ts';
import { silent } from '../../../test/pool.ts';
import { runSql } from '../../../test/run-sql.ts';
import { openPool, type Db } from '../../platform/db.ts';

const app = useShop();

const mtn1GbSme = { network: 1, plan: 2 };
const order = () => ({ ...mtn1GbSme, mobile_number: numberOf('MTN', '1234') });

/** Some statement waits for a lock. */
const isLocked = async (): Promise<boolean> =>
  (
    await app.owner.get<{ waits: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
    )
  ).waits;

/** Runs `buy`, and `change` in a commit that ends as soon as the purchase waits for its wallet: it was priced before, and is paid after. */
async function whileItWaits<Bought>(
  user: TestUser,
  buy: () => Promise<Bought>,
  change: (db: Db) => Promise<unknown>,
): Promise<Bought> {
  const other = openPool({ url: app.databaseUrl, size: 1, role: null, log: silent });
  let buying: Promise<Bought> | undefined;
  await other.commit(async (db) => {
    await db.rows('select from accounts where user_id = $1 for update', [user.userId]);
    buying = buy();
    await vi.waitFor(async () => expect(await isLocked()).toBe(true), { timeout: 1_500, interval: 10 });
    await change(db);
  });
  await other.close();
  if (buying === undefined) throw new Error('nothing was bought');
  return buying;
}

const raisePlan = (db: Db) =>
  db.run('update plans set smart_earner_kobo = smart_earner_kobo + 1000 where id = $1', [mtn1GbSme.plan]);

describe('a price that changes while a purchase waits for its wallet', () => {
  it('is the price of now: nobody pays one that was', async () => {
    const ada = await app.make.user({ wallet: naira(2_000) });
    const first = (await app.as(ada).call('buyData', order())).reply.receipt.charge;
    const { charge } = (await whileItWaits(ada, () => app.as(ada).call('buyData', order()), raisePlan)).reply
      .receipt;
    expect([first, charge]).toEqual([620, 630]);
    expect(await balanceOf(app, ada)).toBe(naira(750));
  });

  it('is refused to whoever expects the one that was, and takes nothing', async () => {
    const ada = await app.make.user({ wallet: naira(2_000) });
    const { charge } = (await app.as(ada).call('buyData', order())).reply.receipt;
    const body = { ...order(), expectedAmount: charge };
    const { refusal } = await whileItWaits(ada, () => app.as(ada).call('buyData', body), raisePlan);
    expect(refusal.code).toBe('price_changed');
    expect(await balanceOf(app, ada)).toBe(naira(2_000 - Number(charge)));
  });

  it('is that of airtime as well, and of electricity', async () => {
    const ada = await app.make.user({ wallet: naira(20_000) });
    const cost = (db: Db) =>
      Promise.all([
        db.run(`update airtime_costs set cost_basis_points = 9000 where network = 'MTN'`),
        db.run(`update electricity_costs set cost_basis_points = 9000 where disco = 'Ikeja'`),
      ]);
    const airtime = { network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') };
    const bought = [
      await whileItWaits(ada, () => app.as(ada).call('buyAirtime', airtime), cost),
      await whileItWaits(ada, () => buyElectricity(app, ada, meterOf('1234'), { amount: 1_000 }), cost),
    ];
    const rows = await app.context.pool.rows<{ cost: bigint }>(
      'select cost_kobo as cost from transactions where reference = any($1) order by id',
      [bought.map(({ reply }) => reply.receipt.reference)],
    );
    expect(rows).toEqual([{ cost: naira(450) }, { cost: naira(900) }]);
  });

  it('is given up on when it never stays: nothing is taken', async () => {
    const ada = await app.make.user({ wallet: naira(2_000) });
    // Whoever reads the version reads another one.
    await runSql(
      app.databaseUrl,
      `alter table catalogue_version rename to version_of_now;
       create sequence versions start 1000;
       create view catalogue_version as select nextval('versions') as version;
       grant select on catalogue_version to jara_app;
       grant usage on versions to jara_app`,
    );
    const { status, refusal, headers } = await app.as(ada).call('buyData', order());
    await runSql(
      app.databaseUrl,
      'drop view catalogue_version; drop sequence versions; alter table version_of_now rename to catalogue_version',
    );
    expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(await balanceOf(app, ada)).toBe(naira(2_000));
  });
});
