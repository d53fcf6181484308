import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

const redeem = (user: TestUser, coupon: string, key?: string) =>
  app.as(user).call('redeemCoupon', { coupon }, key === undefined ? {} : { key });
const couponFor = async (owner: TestUser) => {
  const admin = await app.make.user({ isAdmin: true });
  const { reply } = await app.as(admin).call('generateCoupon', { userAccount: owner.userName, amount: 500 });
  return reply.couponCode;
};

describe('guessing', () => {
  it('ends after five wrong codes of a user within an hour, also at once', async () => {
    const ada = await app.make.user();
    const code = await couponFor(ada);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => redeem(ada, 'WRONG')));
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
    const { status, headers } = await redeem(ada, code);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts a wrong code once beside one key, however often it is sent, and each other code', async () => {
    await app.context.pool.run('delete from attempt_counters');
    const ada = await app.make.user();
    const code = await couponFor(ada);
    const again = await Promise.all(Array.from({ length: 12 }, () => redeem(ada, 'WRONG', 'one')));
    expect(new Set(again.map(({ refusal }) => refusal.code))).toEqual(new Set(['coupon_invalid']));
    for (const other of ['WRONG1', 'WRONG2', 'WRONG3'])
      expect((await redeem(ada, other, 'one')).status).toBe(404);
    expect((await redeem(ada, 'WRONG', 'two')).status).toBe(404);
    expect((await redeem(ada, code, 'one')).status).toBe(429);
  });

  it('does not hide what was redeemed from whoever repeats that request after wrong ones', async () => {
    await app.context.pool.run('delete from attempt_counters');
    const ada = await app.make.user();
    const [code, another] = [await couponFor(ada), await couponFor(ada)];
    const first = await redeem(ada, code, 'once');
    for (let tries = 0; tries < 6; tries += 1) await redeem(ada, 'WRONG');
    expect((await redeem(ada, code, 'once')).reply.receipt._id).toBe(first.reply.receipt._id);
    for (const [coupon, key] of [[code], [code, 'other'], [another, 'once']] as const)
      expect((await redeem(ada, coupon, key)).status).toBe(429);
    await app.context.pool.run('delete from attempt_counters');
  });

  it('ends at an address after twenty, but not for a neighbour there who was never wrong', async () => {
    await app.context.pool.run('delete from attempt_counters');
    const guessers = await Promise.all(Array.from({ length: 6 }, () => app.make.user()));
    const statuses: number[] = [];
    for (const guesser of guessers) {
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await redeem(guesser, 'WRONG')).status);
    }
    expect(statuses).toEqual([
      ...Array.from({ length: 20 }, () => 404),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    const dayo = await app.make.user();
    const code = await couponFor(dayo);
    expect((await redeem(dayo, code)).status).toBe(200);
    const elsewhere = { 'x-forwarded-for': '203.0.113.20' };
    const chidi = await app.make.user();
    const guess = await app.as(chidi).call('redeemCoupon', { coupon: 'WRONG' }, { headers: elsewhere });
    expect(guess.status).toBe(404);
    await app.context.pool.run('delete from attempt_counters');
  });

  it('is told to the operator after a hundred codes that nobody has, and only of those', async () => {
    await app.context.pool.run('delete from attempt_counters');
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const code = await couponFor(ada);
    // As if from many accounts and addresses.
    const guess = async (coupon: string) => {
      expect((await redeem(bola, coupon)).status).toBe(404);
      await app.context.pool.run(`delete from attempt_counters where key not like 'couponOfAnybody:%'`);
    };
    await guess(code);
    for (let tries = 0; tries < 100; tries += 1) await guess('WRONG');
    expect(app.takeErrors()).toEqual([]);
    await guess('WRONG');
    expect(app.takeErrors()).toEqual([expect.stringContaining('somebody seems to be guessing coupon codes')]);
    await app.context.pool.run('delete from attempt_counters');
  });
});
