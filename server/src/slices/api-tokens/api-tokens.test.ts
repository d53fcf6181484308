import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { LOGIN_FAILURES_PER_15_MINUTES: '5' } });

const create = async (ada: TestUser, name = 'till') =>
  (await app.as(ada).call('createApiToken', { name, password: ada.password })).reply;
const by = (apiToken: string) => app.as({ token: apiToken });
const list = async (ada: TestUser) => (await app.as(ada).call('listApiTokens')).reply.tokens;
const works = async (apiToken: string) => (await by(apiToken).call('getProfile')).status === 200;

describe('an API token', () => {
  it('is shown whole when it is made, and masked in lists and in the account', async () => {
    const ada = await app.make.user();
    expect((await app.as(ada).call('getProfile')).reply.user.apiToken).toBeNull();
    const { token, apiToken } = await create(ada, '  my   till ');
    expect(apiToken).toMatch(/^jara_test_[\w-]{43}$/);
    const masked = `jara_test_••••${apiToken.slice(-4)}`;
    expect(token).toMatchObject({ name: 'my till', masked, mode: 'test', lastUsedAt: null, endsAt: null });
    expect(await list(ada)).toEqual([token]);
    expect((await app.as(ada).call('getProfile')).reply.user.apiToken).toBe(masked);
    const { row } = await app.context.pool.get<{ row: string }>(
      'select row_to_json(t)::text as row from api_tokens t where user_id = $1',
      [ada.userId],
    );
    expect(row).not.toContain(apiToken.slice('jara_test_'.length));
  });

  it('signs its user in, in either header, and says when it was last used', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const { apiToken } = await create(ada);
    expect((await by(apiToken).call('getProfile')).reply.user.balance).toBe(500);
    const bearer = await app
      .anybody()
      .call('getProfile', {}, { headers: { authorization: `Bearer ${apiToken}` } });
    expect(bearer.reply.user.userName).toBe(ada.userName);
    await expect.poll(async () => (await list(ada))[0]?.lastUsedAt).toMatch(/^20\d\d-/);
  });

  it('is not accepted in an address', async () => {
    const { apiToken } = await create(await app.make.user());
    for (const name of ['token', 'x-auth-token', 'apiToken']) {
      expect((await app.anybody().call('getProfile', { [name]: apiToken })).status).toBe(401);
    }
  });

  it.each(['', 'live', 'prod'])('with its prefix changed to %j is nobody', async (mode) => {
    const { apiToken } = await create(await app.make.user());
    expect(await works(apiToken.replace('test', mode))).toBe(false);
  });

  it('cannot be used in place of what the database holds', async () => {
    const ada = await app.make.user();
    await create(ada);
    const { hash } = await app.context.pool.get<{ hash: Buffer }>(
      'select token_hash as hash from api_tokens where user_id = $1',
      [ada.userId],
    );
    expect(await works(`jara_test_${hash.toString('base64url')}`)).toBe(false);
  });
});

describe('what an API token may not do', () => {
  it.each([
    ['listApiTokens', {}],
    ['createApiToken', { name: 'more', password: 'correct horse 9' }],
    ['revealApiToken', { id: '1', password: 'correct horse 9' }],
    ['rotateApiToken', { id: '1', password: 'correct horse 9' }],
    ['deleteApiToken', { id: '1' }],
    ['changePassword', { oldPassword: 'a', newPassword: 'b', newPasswordCheck: 'b' }],
    ['updateWebhook', { webhookUrl: '' }],
    ['logout', {}],
  ] as const)('%s takes a session', async (call, input) => {
    const { apiToken } = await create(await app.make.user());
    const { status, refusal } = await by(apiToken).call(call, input);
    expect(status).toBe(403);
    expect(refusal).toMatchObject({ code: 'forbidden', msg: 'An API token cannot do this: log in' });
  });

  it.each([
    ['an admin', { isAdmin: true }],
    ['an agent', { isAgent: true }],
    ['a coupon vendor', { isCouponVendor: true }],
  ])('is anything that takes the role of %s', async (_who, flags) => {
    const staff = await app.make.user({ ...flags, wallet: naira(1_000) });
    const { apiToken } = await create(staff);
    for (const [call, input] of [
      ['listUsers', {}],
      ['getAdminDetails', {}],
      ['refund', { id: '1' }],
      ['generateCoupon', { userAccount: staff.userName, amount: 100 }],
      ['updateNotification', { msg: 'hello' }],
      ['listStaffActions', {}],
    ] as const) {
      expect([call, (await by(apiToken).call(call, input)).status]).toEqual([call, 403]);
    }
    const { isAdmin, isAgent, isCouponVendor } = (await by(apiToken).call('getProfile')).reply;
    expect({ isAdmin, isAgent, isCouponVendor }).toEqual({
      isAdmin: false,
      isAgent: false,
      isCouponVendor: false,
    });
  });

  it('is to read the transactions of others, profits or costs, whoever made it', async () => {
    const ada = await app.make.user();
    await app.as(ada).call('testTopUp', { amount: 500 });
    const admin = await app.make.user({ isAdmin: true });
    const { apiToken } = await create(admin);
    const transaction = (await app.as(ada).call('listTransactions')).reply.transactions[0];
    const lists = (await by(apiToken).call('listTransactions', { userName: ada.userName })).reply;
    expect(lists.transactions).toEqual([]);
    expect(lists.totalProfit ?? null).toBeNull();
    expect((await by(apiToken).call('getTransaction', { id: transaction?._id })).status).toBe(404);
    const prices = (await by(apiToken).call('listPrices')).reply;
    const own = (await app.as(ada).call('listPrices')).reply;
    expect(prices).toEqual(own);
  });

  it('is to issue money: an admin pays a transfer from the own wallet', async () => {
    const admin = await app.make.user({ isAdmin: true, wallet: naira(300) });
    const ada = await app.make.user();
    const tokenInput = { name: 'till', password: admin.password, scopes: ['send'] };
    const { apiToken } = (await app.as(admin).call('createApiToken', tokenInput)).reply;
    const send = (amount: number) => by(apiToken).call('transferFund', { userName: ada.userName, amount });
    expect((await send(301)).refusal.code).toBe('insufficient_balance');
    expect((await send(200)).reply.receipt.balance_After).toBe(100);
  });
});

describe('making one', () => {
  it('takes the password', async () => {
    const ada = await app.make.user();
    const { status, refusal } = await app
      .as(ada)
      .call('createApiToken', { name: 'x', password: 'wrong one' });
    expect(status).toBe(403);
    expect(refusal).toMatchObject({ code: 'wrong_password', msg: 'Your password is not correct' });
    expect(await list(ada)).toEqual([]);
  });

  it.each([
    [{ name: ' ' }, 'All fields are required'],
    [{ password: '' }, 'All fields are required'],
    [{ name: 'x'.repeat(41) }, 'Use at most 40 characters for the name'],
    [{ name: 'a\u202eb' }, 'Use letters and digits for the name'],
  ])('refuses %j', async (changes, msg) => {
    const ada = await app.make.user();
    const input = { name: 'till', password: ada.password, ...changes };
    const { status, refusal } = await app.as(ada).call('createApiToken', input);
    expect(status).toBe(400);
    expect(refusal.msg).toBe(msg);
  });

  it('ends at five, also for ten at once', async () => {
    const ada = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        app.as(ada).call('createApiToken', { name: `till ${n}`, password: ada.password }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201).map(({ refusal }) => refusal.code);
    expect(new Set(refused)).toEqual(new Set(['api_token_limit']));
    const [first] = await list(ada);
    await app.as(ada).call('deleteApiToken', { id: first?._id });
    await create(ada);
  });

  it('stops guessing of the password', async () => {
    const ada = await app.make.user();
    const { token } = await create(ada);
    for (let failures = 0; failures < 5; failures += 1) {
      const { refusal } = await app.as(ada).call('revealApiToken', { id: token._id, password: 'a guess' });
      expect(refusal.code).toBe('wrong_password');
    }
    const { status } = await app.as(ada).call('revealApiToken', { id: token._id, password: ada.password });
    expect(status).toBe(429);
  });
});

describe('showing one again', () => {
  it('takes the password, and is for its owner only', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const { token, apiToken } = await create(ada);
    const reveal = (who: TestUser, password: string) =>
      app.as(who).call('revealApiToken', { id: token._id, password });
    expect((await reveal(ada, ada.password)).reply.apiToken).toBe(apiToken);
    expect((await reveal(ada, 'not it at all')).refusal.code).toBe('wrong_password');
    expect((await reveal(ada, '')).refusal.msg).toBe('Enter your password');
    expect((await reveal(eve, eve.password)).status).toBe(404);
  });

  it.each(['0', 'x', '999999999', '1e3'])('knows none with id %s', async (id) => {
    const ada = await app.make.user();
    for (const call of ['revealApiToken', 'rotateApiToken', 'deleteApiToken'] as const) {
      const { status } = await app.as(ada).call(call, { id, password: ada.password });
      expect([call, status]).toEqual([call, 404]);
    }
  });
});

describe('rotating one', () => {
  const rotate = (who: TestUser, id: string) =>
    app.as(who).call('rotateApiToken', { id, password: who.password });
  const endOverlap = async (ada: TestUser) => {
    await app.context.pool.run(
      `update api_tokens set ends_at = now() - interval '1 second' where user_id = $1 and ends_at is not null`,
      [ada.userId],
    );
    await app.context.sessions.forget(app.context.pool, ada.userId);
  };

  it('gives a new one with the name of the old, and both work until the overlap ends', async () => {
    const ada = await app.make.user();
    const old = await create(ada, 'shop');
    expect(await works(old.apiToken)).toBe(true);
    const rotated = (await rotate(ada, old.token._id)).reply;
    expect(rotated.token).toMatchObject({ name: 'shop', endsAt: null });
    expect(rotated.tokens.map(({ endsAt }) => endsAt === null)).toEqual([true, false]);
    expect(await works(old.apiToken)).toBe(true);
    expect(await works(rotated.apiToken)).toBe(true);
    await endOverlap(ada);
    await expect.poll(() => works(old.apiToken)).toBe(false);
    expect(await works(rotated.apiToken)).toBe(true);
    expect(await list(ada)).toEqual([expect.objectContaining({ _id: rotated.token._id })]);
    expect((await rotate(ada, old.token._id)).status).toBe(404);
  });

  it('happens once when it is asked ten times at once', async () => {
    const ada = await app.make.user();
    const { token } = await create(ada);
    const answers = await Promise.all(Array.from({ length: 10 }, () => rotate(ada, token._id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code);
    expect(new Set(codes)).toEqual(new Set(['changed_meanwhile']));
    expect(await list(ada)).toHaveLength(2);
  });

  it('takes the password of its owner', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const { token } = await create(ada);
    expect((await rotate(eve, token._id)).status).toBe(404);
    const wrong = await app.as(ada).call('rotateApiToken', { id: token._id, password: 'not it at all' });
    expect(wrong.refusal.code).toBe('wrong_password');
    expect(await list(ada)).toHaveLength(1);
  });
});

describe('deleting one', () => {
  it('ends it, and leaves the others, for its owner only', async () => {
    const [ada, eve] = [await app.make.user(), await app.make.user()];
    const [first, second] = [await create(ada, 'a'), await create(ada, 'b')];
    expect(await works(first.apiToken)).toBe(true);
    expect((await app.as(eve).call('deleteApiToken', { id: first.token._id })).status).toBe(404);
    expect((await app.as(ada).call('deleteApiToken', { id: first.token._id })).reply.msg).toBe(
      'This API token has ended',
    );
    await expect.poll(() => works(first.apiToken)).toBe(false);
    expect(await works(second.apiToken)).toBe(true);
  });
});

describe('a change of the password', () => {
  it('ends sessions and leaves API tokens, unless they are to end too', async () => {
    const ada = await app.make.user();
    const { apiToken } = await create(ada);
    const input = { oldPassword: ada.password, newPassword: 'a new word', newPasswordCheck: 'a new word' };
    expect((await app.as(ada).call('changePassword', input)).status).toBe(200);
    expect(await works(apiToken)).toBe(true);
  });
});
