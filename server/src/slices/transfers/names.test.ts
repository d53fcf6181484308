/** The list of users cannot be tried out by asking for names, by whatever call. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { COUPON_DAILY_MAXIMUM_NAIRA: '2000000' } });

const vendorWith = (wallet: number): Promise<TestUser> =>
  app.make.user({ isCouponVendor: true, wallet: naira(wallet) });
const ask = {
  validateUser: (by: TestUser, userName: string) => app.as(by).call('validateUser', { userName }),
  transferFund: (by: TestUser, userName: string, key?: string) =>
    app.as(by).call('transferFund', { userName, amount: 50, force: true }, key === undefined ? {} : { key }),
  generateCoupon: (by: TestUser, userAccount: string, key?: string) =>
    app.as(by).call('generateCoupon', { userAccount, amount: 50 }, key === undefined ? {} : { key }),
};
type Asked = Awaited<ReturnType<(typeof ask)[keyof typeof ask]>>;
const calls = ['validateUser', 'transferFund', 'generateCoupon'] as const;
/** So many names that nobody has, by the three calls in turn. */
const tryNames = (by: TestUser, count: number): Promise<{ status: number }[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) => ask[calls[n % 3] ?? 'validateUser'](by, `nobody_${n}`)),
  );
const statuses = (answers: readonly { status: number }[]): number[] => [
  ...new Set(answers.map(({ status }) => status)),
];

it('thirty names an hour are answered, by three calls together and many at once', async () => {
  const eve = await vendorWith(0);
  const answers = await tryNames(eve, 45);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

it.each(calls)('%s then says when again, alike of a name that somebody has and of none', async (call) => {
  const [eve, ada] = [await vendorWith(0), await app.make.user()];
  expect(statuses(await tryNames(eve, 30))).toEqual([404]);
  for (let time = 0; time < 2; time += 1)
    for (const name of [ada.userName, 'nobody_else', ada.email]) {
      const answer: Asked = await ask[call](eve, name);
      expect([name, answer.status, answer.headers.has('retry-after')]).toEqual([name, 429, true]);
      expect(answer.refusal.msg).toMatch(
        /^You may ask for 30 names in an hour\. Try again (today|tomorrow) /,
      );
    }
});

it('names that somebody has count as well, whatever the wallet holds', async () => {
  const eve = await vendorWith(0);
  const users = await Promise.all(Array.from({ length: 31 }, () => app.make.user()));
  const answers = await Promise.all(users.map(({ userName }) => ask.transferFund(eve, userName)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

it('the same name again costs nothing, in any spelling and by any call, nor does a repeat by key', async () => {
  const [bola, ada, chidi] = [await vendorWith(10_000), await app.make.user(), await app.make.user()];
  const first = await ask.transferFund(bola, chidi.userName, 'one');
  const coupon = await ask.generateCoupon(bola, chidi.userName, 'two');
  expect(statuses(await tryNames(bola, 29))).toEqual([404]);
  await app.owner.run('delete from attempt_counters where attempts = 1');
  for (let time = 0; time < 3; time += 1)
    expect((await ask.validateUser(bola, ada.userName)).status).toBe(200);
  expect((await ask.transferFund(bola, ` ${ada.userName.toUpperCase()} `)).status).toBe(200);
  expect((await ask.generateCoupon(bola, ada.userName)).status).toBe(200);
  // Paid, so not counted: there is room for one more.
  expect((await ask.validateUser(bola, 'nobody_more')).status).toBe(404);
  expect((await ask.validateUser(bola, chidi.userName)).status).toBe(429);
  expect((await ask.transferFund(bola, chidi.userName, 'one')).reply).toEqual(first.reply);
  expect((await ask.generateCoupon(bola, chidi.userName, 'two')).reply).toEqual(coupon.reply);
  // A key that is known opens no way round: with another name it is one more.
  expect((await ask.transferFund(bola, 'nobody_else', 'one')).status).toBe(429);
});

it('a name that was paid is not counted, by whatever call it was asked for first, and once only', async () => {
  const [bola, ada] = [await vendorWith(10_000), await app.make.user()];
  for (const call of ['transferFund', 'generateCoupon'] as const) {
    const chidi = await app.make.user();
    expect((await ask.validateUser(bola, chidi.userName)).status).toBe(200);
    for (let time = 0; time < 3; time += 1) expect((await ask[call](bola, chidi.userName)).status).toBe(200);
  }
  expect((await ask.transferFund(bola, ada.userName)).status).toBe(200);
  expect(statuses(await tryNames(bola, 30))).toEqual([404]);
  expect((await ask.validateUser(bola, 'nobody_else')).status).toBe(429);
});

it('staff, who have the list of users, are not counted', async () => {
  const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
  await tryNames(admin, 31);
  expect((await ask.validateUser(admin, ada.userName)).status).toBe(200);
});
