import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { accountEnding, createFakeBank } from '../withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '2000' } });
const { validate, holds } = createFakeBank(app);

const bankName = 'GTBank';

interface Sending {
  user: TestUser;
  /** Sends 100 naira of the 1,000 in the wallet. */
  send(changes?: Record<string, unknown>, key?: string): Promise<Answer<CallName>>;
  /** Another receiver. */
  other: Record<string, unknown>;
}

const sendings: Record<string, () => Promise<Sending>> = {
  transfer: async () => {
    const user = await app.make.user({ wallet: naira(1_000) });
    const [chidi, bola] = [await app.make.user(), await app.make.user()];
    const input = { userName: chidi.userName, amount: 100 };
    return {
      user,
      send: (changes = {}, key) =>
        app.as(user).call('transferFund', { ...input, ...changes }, key === undefined ? {} : { key }),
      other: { userName: bola.userName },
    };
  },
  withdrawal: async () => {
    const user = await app.make.user({ wallet: naira(1_000) });
    const [accountNumber, other] = [accountEnding('1234'), accountEnding('1234')];
    for (const one of [accountNumber, other]) await validate(user, one);
    const input = { bankName, accountNumber, amount: 100 };
    return {
      user,
      send: (changes = {}, key) =>
        app.as(user).call('withdraw', { ...input, ...changes }, key === undefined ? {} : { key }),
      other: { accountNumber: other },
    };
  },
};

const receiptOf = ({ body }: Answer<CallName>) => (body as { receipt: { _id: string } }).receipt;
const start = async (name: string): Promise<Sending> => (await sendings[name]?.()) ?? expect.unreachable();

describe.each(Object.keys(sendings))('the same %s again at once', (name) => {
  it('is a possible duplicate, with the receipt of the first, and takes nothing', async () => {
    const { user, send } = await start(name);
    const first = await send();
    const second = await send();
    expect([second.status, second.refusal]).toMatchObject([
      409,
      { code: 'possible_duplicate', msg: 'You sent the same a moment ago' },
    ]);
    expect(receiptOf(second)._id).toBe(receiptOf(first)._id);
    expect(await holds(user)).toBe(naira(900));
  });

  it('from a wallet that was frozen meanwhile is refused as frozen', async () => {
    const { user, send } = await start(name);
    expect((await send()).status).toBeLessThan(300);
    await app.as(user).call('freezeWallet');
    expect((await send()).refusal.code).toBe('wallet_frozen');
  });

  it.each([
    ['while there is money for all', {}],
    ['of all that there is', { amount: 1_000 }],
  ])('thirty times is one, %s', async (_case, changes) => {
    const { user, send } = await start(name);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(changes)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status >= 300).map(({ refusal }) => refusal.code);
    expect(new Set(refused)).toEqual(new Set(['possible_duplicate']));
    expect(await holds(user)).toBe(naira('amount' in changes ? 0 : 900));
  });

  it('is sent on purpose, with keys, for another amount, to somebody else, and half a minute later', async () => {
    const { user, send, other } = await start(name);
    const answers = [
      await send(),
      await send({ force: true }),
      await send({}, 'one'),
      await send({}, 'two'),
      await send({ amount: 101 }),
      await send(other),
    ];
    await app.owner.run(
      `update transactions set created_at = created_at - interval '31 seconds' where user_id = $1`,
      [user.userId],
    );
    answers.push(await send());
    expect(answers.map(({ status }) => status < 300)).toEqual(answers.map(() => true));
    expect(await holds(user)).toBe(naira(1_000 - 701));
  });
});

it('lets a withdrawal be tried again that the bank refused', async () => {
  const user = await app.make.user({ wallet: naira(1_000) });
  const accountNumber = accountEnding('0001');
  await validate(user, accountNumber);
  const send = () => app.as(user).call('withdraw', { bankName, accountNumber, amount: 100 });
  expect((await send()).refusal.code).toBe('supplier_refused');
  expect((await send()).refusal.code).toBe('supplier_refused');
});

it('stops money that an admin issues twice', async () => {
  const [admin, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
  const issue = () => app.as(admin).call('transferFund', { userName: ada.userName, amount: 100 });
  expect((await issue()).status).toBe(200);
  expect((await issue()).refusal.code).toBe('possible_duplicate');
  expect(await holds(ada)).toBe(naira(100));
});
