/** What waits for a lock while somebody is shut out: it is decided by what it finds after the wait. */
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { balanceOf, numberOf } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { somebodyWaits } from '../step-up/passkeys/testing/people.ts';

const app = useTestApp();

/** Ends the session of a user while what `ask` begins waits for this commit; gives the answer. */
async function endAmid<Answer>({ userId }: TestUser, ask: () => Promise<Answer>): Promise<Answer> {
  const held = await app.owner.commit(async (db) => {
    await db.run('select from users where id = $1 for no key update', [userId]);
    const begun = ask();
    await somebodyWaits(app);
    await db.run('delete from sessions where user_id = $1', [userId]);
    return { begun };
  });
  return held.begun;
}

describe('a session that ends while its step-up waits changes nothing', () => {
  const newPassword = 'another password';
  const calls: [CallName, (ada: TestUser) => Record<string, unknown>][] = [
    [
      'changePassword',
      ({ password }) => ({ oldPassword: password, newPassword, newPasswordCheck: newPassword }),
    ],
    ['setPin', ({ password }) => ({ password, pin: '2580', pinCheck: '2580' })],
    ['closeAccount', ({ password }) => ({ password })],
  ];
  it.each(calls)('%s', async (call, bodyFor) => {
    const ada = await app.make.user();
    const row = () =>
      app.owner.get(
        `select u.*, exists (select from pins where user_id = u.id) as pin,
           (select jsonb_agg(a order by a.id) from accounts a where a.user_id = u.id) as accounts
         from users u where id = $1`,
        [ada.userId],
      );
    const before = await row();
    const answer = await endAmid(ada, () => app.as(ada).call(call, bodyFor(ada)));
    expect(answer.refusal.code).toBe('unauthenticated');
    expect(await row()).toEqual(before);
  });
});

it('a session that ends while its purchase waits for the wallet buys nothing, and another of the same batch buys', async () => {
  const wallet = naira(1_000);
  const [ada, bola] = [await app.make.user({ wallet }), await app.make.user({ wallet })];
  const buy = (by: TestUser) =>
    app.as(by).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', '1234'), amount: 500 });
  // Until both wait at the same place.
  const held = await app.owner.commit(async (db) => {
    await db.run('select from accounts where id = any($1) for update', [
      [ada.walletAccountId, bola.walletAccountId],
    ]);
    const begun = [buy(ada), buy(bola)];
    await somebodyWaits(app);
    await db.run('delete from sessions where user_id = $1', [ada.userId]);
    return { begun };
  });
  expect((await Promise.all(held.begun)).map(({ status }) => status)).toEqual([401, 200]);
  expect([await balanceOf(app, ada), await balanceOf(app, bola)]).toEqual([wallet, naira(505)]);
});

it('of two admins who demote each other at once one does it, and the other is no admin any more', async () => {
  const [boss, other] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAdmin: true })];
  const demote = (by: TestUser, { userId }: TestUser) =>
    app.as(by).call('setRoles', {
      id: String(userId),
      isAdmin: false,
      isAgent: false,
      isCouponVendor: false,
      reason: 'Has left',
      password: by.password,
    });
  // Until both wait at the same place.
  const held = await app.owner.commit(async (db) => {
    await db.run('select from users where id = any($1) for no key update', [[boss.userId, other.userId]]);
    const begun = [demote(boss, other), demote(other, boss)];
    await somebodyWaits(app, { times: 2 });
    return { begun };
  });
  const statuses = (await Promise.all(held.begun)).map(({ status }) => status);
  expect(statuses.toSorted((one, next) => one - next)).toEqual([200, 401]);
});
