/** Commit 1 of a purchase when the database says no, is busy, or does not say whether it took the money. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { airtimeOrder, balanceOf, numberOf, transactionsOf, useShop } from '../../../test/buying.ts';
import { silent } from '../../../test/pool.ts';
import { readConfig } from '../../config/config.ts';
import { openPool } from '../../platform/db.ts';
import type { Refusal } from '../../platform/refuse.ts';
import type { TestUser } from '../../../test/make.ts';
import { principalOf } from '../../../test/principal.ts';
import { createPurchaseQueues } from './queues.ts';

const app = useShop();

const airtime = () => ({ network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') });
const buy = (user: TestUser, key?: string) =>
  app.as(user).call('buyAirtime', airtime(), key === undefined ? {} : { key });

/** The next so many purchases of this user that are written fail with the code, as if the database had thought of it. */
async function refuseNext(user: TestUser, times: number, using: string): Promise<void> {
  await app.owner.run('create sequence troubles');
  await app.owner.run(`create function trouble() returns trigger security definer language plpgsql as $$
    begin
      if new.user_id = ${user.userId} and nextval('troubles') <= ${times} then
        raise exception using message = 'trouble', ${using};
      end if;
      return new;
    end $$`);
  await app.owner.run(
    'create trigger trouble before insert on transactions for each row execute function trouble()',
  );
}
const troubles = async () =>
  Number((await app.owner.get<{ value: bigint }>('select last_value as value from troubles')).value);
afterEach(async () => {
  await app.owner.run('drop function if exists trouble() cascade');
  await app.owner.run('drop sequence if exists troubles');
});

const isHowItWas = async (user: TestUser) => {
  expect([await transactionsOf(app, user), await balanceOf(app, user)]).toEqual([0, naira(1_000)]);
};

describe('a purchase that cannot be put on record', () => {
  it.each([
    ['a deadlock', `errcode = '40P01'`],
    ['a statement that took too long', `errcode = '57014'`],
    [
      'a key that another call took at this moment',
      `errcode = '23505', constraint = 'idempotency_keys_once'`,
    ],
  ])('for %s is tried again, and made once', async (_what, using) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await refuseNext(ada, 3, using);
    expect((await buy(ada, 'once')).status).toBe(200);
    expect(await troubles()).toBe(4);
    expect([await transactionsOf(app, ada), await balanceOf(app, ada)]).toEqual([1, naira(505)]);
  });

  it.each([
    ['it took nothing each time', 'unavailable', `errcode = '40P01'`],
    [
      'it did not say of the first try what it took',
      'outcome_unknown',
      `errcode = case currval('troubles') when 1 then '57P05' else '40P01' end`,
    ],
  ])('while the database is busy, and %s, is refused after some tries: %s', async (_what, code, using) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await refuseNext(ada, 100, using);
    const { status, refusal } = await buy(ada);
    expect([status, refusal.code]).toEqual([503, code]);
    expect(await troubles()).toBe(7);
    await isHowItWas(ada);
  });

  it('for what is no matter of the moment is not tried again, and takes nobody along', async () => {
    const [ada, bola] = [
      await app.make.user({ wallet: naira(1_000) }),
      await app.make.user({ wallet: naira(1_000) }),
    ];
    await refuseNext(ada, 100, `errcode = '23514'`);
    const [failed, sold] = await Promise.all([buy(ada), buy(bola)]);
    expect([failed.status, sold.status]).toEqual([500, 200]);
    expect(await troubles()).toBe(2);
    expect(app.takeErrors()).toEqual([expect.stringContaining('trouble')]);
    await isHowItWas(ada);
  });
});

it('a purchase while there is no database is certainly not made', async () => {
  const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 1, role: null, log: silent });
  const { openQueue } = createPurchaseQueues(pool, readConfig({}).purchases, silent);
  const request = airtimeOrder(principalOf(await app.make.user()), numberOf('MTN', '1234'), 1n);
  const opened = await openQueue.add({
    request,
    reference: 'NO-DATABASE',
    supplier: 'GLAD',
    newDevice: null,
  });
  expect(opened).toEqual({ outcome: 'busy' });
  await pool.close();
});

it('five thousand wait to be put on record, and the one after them is told to come again', async () => {
  const ada = await app.make.user();
  const order = airtimeOrder(principalOf(ada), numberOf('MTN', '1234'), app.context.catalogue.now.version, {
    force: true,
  });
  // They come in one turn, so that none of them has left the queue when the last one comes. Nobody can pay.
  const refused = await Promise.all(
    Array.from({ length: 5_002 }, () =>
      app.context.purchases.buy(order).then(
        () => expect.unreachable('nobody can pay'),
        (refusal: Refusal) => refusal,
      ),
    ),
  );
  const codes = refused.map(({ code }) => code);
  expect(codes.slice(0, 5_001)).toEqual(Array.from({ length: 5_001 }, () => 'insufficient_balance'));
  expect(refused[5_001]).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
});
