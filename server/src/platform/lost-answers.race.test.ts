import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { startCuttingProxy, type CuttingProxy } from '../../test/outside/cutting-proxy.ts';
import type { TestUser } from '../../test/make.ts';
import { useSecond } from '../../test/second.ts';
import { accountEnding, createFakeBank } from '../slices/withdrawals/testing/fake-bank.ts';

/* The connection to the database breaks at the commit of a call that moves money: what is answered is what was done, or that it is not known. */

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '2000' } });
const { validate, holds } = createFakeBank(app);
let proxy: CuttingProxy;
beforeAll(async () => {
  proxy = await startCuttingProxy(app.databaseUrl);
});
const second = useSecond(app, () => proxy.url);
afterAll(() => proxy.close());

interface Prepared {
  user: TestUser;
  /** Whose name the call counts first, in a commit of its own. */
  named?: string;
  name: CallName;
  input: Record<string, unknown>;
}

const prepare: Record<string, () => Promise<Prepared>> = {
  transfer: async () => {
    const [user, chidi] = [await app.make.user({ wallet: naira(700) }), await app.make.user()];
    return {
      user,
      named: chidi.userName,
      name: 'transferFund',
      input: { userName: chidi.userName, amount: 700 },
    };
  },
  withdrawal: async () => {
    const user = await app.make.user({ wallet: naira(700) });
    const accountNumber = accountEnding('1234');
    await validate(user, accountNumber);
    return { user, name: 'withdraw', input: { bankName: 'GTBank', accountNumber, amount: 700 } };
  },
  coupon: async () => {
    const [user, ada] = [
      await app.make.user({ isCouponVendor: true, wallet: naira(700) }),
      await app.make.user(),
    ];
    return {
      user,
      named: ada.userName,
      name: 'generateCoupon',
      input: { userAccount: ada.userName, amount: 700 },
    };
  },
};

const expected = new Set(['database connection lost', 'the database failed amid a call']);
const expectOnlyCutsLogged = () => expect(second.takeLog().filter((text) => !expected.has(text))).toEqual([]);

describe.each(Object.keys(prepare))('a %s whose commit is cut', (name) => {
  const start = async (): Promise<Prepared> => {
    const prepared = (await prepare[name]?.()) ?? expect.unreachable();
    const { user, named } = prepared;
    // The session is known from here on, and the name counted, so that the next commit is the one that moves money.
    await second.call(user, prepared.name, {});
    if (named !== undefined) await app.as(user).call('validateUser', { userName: named });
    return prepared;
  };

  it('after it was carried out, with a key, is answered as done', async () => {
    const { user, name: call, input } = await start();
    const cuts = proxy.cuts;
    proxy.cutNext('commit', 'after');
    const answer = await second.call(user, call, input, 'one');
    expect(proxy.cuts).toBe(cuts + 1);
    expect(answer.status).toBeLessThan(300);
    expect(await holds(user)).toBe(0n);
    expect(await second.call(user, call, input, 'one')).toMatchObject({
      reference: answer.reference,
      isReplay: true,
    });
    expectOnlyCutsLogged();
  });

  it('before it arrived, with a key, was certainly not done, and the key may be used again', async () => {
    const { user, name: call, input } = await start();
    proxy.cutNext('commit', 'before');
    expect(await second.call(user, call, input, 'one')).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await holds(user)).toBe(naira(700));
    expect((await second.call(user, call, input, 'one')).status).toBeLessThan(300);
    expect(await holds(user)).toBe(0n);
    expectOnlyCutsLogged();
  });

  it.each(['before', 'after'] as const)('%s, without a key, is not known', async (when) => {
    const { user, name: call, input } = await start();
    proxy.cutNext('commit', when);
    expect(await second.call(user, call, input)).toMatchObject({ status: 503, code: 'outcome_unknown' });
    expect(await holds(user)).toBe(when === 'after' ? 0n : naira(700));
    expectOnlyCutsLogged();
  });
});

describe('a connection that breaks before anything was written', () => {
  it('is a call that did nothing', async () => {
    const { user, name, input } = (await prepare['transfer']?.()) ?? expect.unreachable();
    await second.call(user, name, {});
    proxy.cutNext('write_posting', 'after');
    expect(await second.call(user, name, input)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await holds(user)).toBe(naira(700));
    expectOnlyCutsLogged();
  });

  it('is a page that cannot be read now', async () => {
    const user = await app.make.user();
    await second.call(user, 'transferFund', {});
    proxy.cutNext('page_of_transactions', 'before');
    expect(await second.call(user, 'listTransactions', {})).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    second.takeLog();
  });
});

describe('a mail of staff whose commit is cut', () => {
  it('is not known to be written, and nothing is said of a balance', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const words = { subject: 'News', message: 'Prices are lower.', linkMessage: 'Look' };
    const input = { ...words, url: 'https://shop.example', userAccount: ada.userName };
    await second.call(boss, 'sendMail', {});
    proxy.cutNext('commit', 'after');
    expect(await second.call(boss, 'sendMail', input, 'one')).toMatchObject({
      status: 503,
      code: 'outcome_unknown',
      msg: 'It is not known whether this was saved. Look before you send it again',
    });
    expect((await second.call(boss, 'sendMail', input, 'one')).isReplay).toBe(true);
    expectOnlyCutsLogged();
  });
});

it.each(['transfer', 'coupon'])(
  'a %s of which only the name was to be counted was certainly not done',
  async (name) => {
    const { user, name: call, input } = (await prepare[name]?.()) ?? expect.unreachable();
    await second.call(user, call, {});
    proxy.cutNext('commit', 'before');
    expect(await second.call(user, call, input)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(await holds(user)).toBe(naira(700));
    expectOnlyCutsLogged();
  },
);
