import { naira } from '@jara/contract/money.ts';
import type { Scope } from '@jara/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import { numberOf, useShop } from '../../../test/buying.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';
import { isAllowedFrom, normalNetwork } from '../../platform/sessions/token-terms.ts';
import { accountEnding, bankName } from '../withdrawals/testing/fake-bank.ts';

const app = useShop({ env: { TRUSTED_PROXIES: '127.0.0.1' } });

const rich = () => app.make.user({ wallet: naira(50_000) });
const make = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.as(ada).call('createApiToken', { name: 'till', password: ada.password, ...more });
const tokenOf = async (ada: TestUser, more: Record<string, unknown> = {}) => {
  const { status, reply } = await make(ada, more);
  expect(status).toBe(201);
  return { ...reply, by: app.as({ token: reply.apiToken }) };
};
const airtime = (amount = 100) => ({
  network: 1,
  mobile_number: numberOf('MTN', '5555'),
  amount,
  force: true,
});
const setPin = (ada: TestUser) =>
  app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });

describe('the scopes of an API token', () => {
  it('are reading and buying unless somebody asks for more', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { token, by } = await tokenOf(ada);
    expect(token.scopes).toEqual(['read', 'buy']);
    expect((await by.call('getProfile')).status).toBe(200);
    expect((await by.call('buyAirtime', airtime())).status).toBe(200);
    const sent = await by.call('transferFund', { userName: mule.userName, amount: 100 });
    expect([sent.status, sent.refusal.code, sent.refusal.msg]).toEqual([
      403,
      'forbidden',
      'This API token may not send money to other users: it does not have the scope send',
    ]);
    const account = { bankName, accountNumber: accountEnding('1234') };
    expect((await by.call('withdraw', { ...account, amount: 500 })).status).toBe(403);
    expect((await by.call('validateBankAccount', account)).status).toBe(403);
  });

  it.each<[Scope, number[]]>([
    ['read', [200, 403, 403, 403]],
    ['buy', [403, 200, 403, 403]],
    ['send', [403, 403, 200, 403]],
    ['withdraw', [403, 403, 403, 200]],
  ])('%s alone lets it do that and nothing else', async (scope, expected) => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { by } = await tokenOf(ada, { scopes: [scope] });
    const account = { bankName, accountNumber: accountEnding('1234') };
    const statuses = [
      (await by.call('listTransactions')).status,
      (await by.call('buyAirtime', airtime())).status,
      (await by.call('transferFund', { userName: mule.userName, amount: 100 })).status,
      (await by.call('validateBankAccount', account)).status,
    ];
    expect(statuses).toEqual(expected);
  });

  it('of each kind are given, and shown, only to whoever has the PIN', async () => {
    const ada = await rich();
    await setPin(ada);
    // A token that only reads shows receipts with tokens of meters, and outlives the session.
    expect((await make(ada, { scopes: ['read'] })).refusal.code).toBe('pin_required');
    expect((await make(ada)).refusal.code).toBe('pin_required');
    expect((await make(ada, { scopes: ['buy'] })).refusal.code).toBe('pin_required');
    expect((await make(ada, { scopes: ['send'] })).refusal.code).toBe('pin_required');
    expect((await make(ada, { scopes: ['withdraw'], pin: '9999' })).refusal.code).toBe('wrong_pin');
    const { token } = await tokenOf(ada, { scopes: ['read', 'send'], pin: '2580' });
    const reading = await tokenOf(ada, { scopes: ['read'], pin: '2580' });
    for (const call of ['revealApiToken', 'rotateApiToken'] as const) {
      const input = { id: reading.token._id, password: ada.password };
      expect((await app.as(ada).call(call, input)).refusal.code).toBe('pin_required');
    }
    const input = { id: token._id, password: ada.password };
    expect((await app.as(ada).call('revealApiToken', input)).refusal.code).toBe('pin_required');
    expect((await app.as(ada).call('rotateApiToken', input)).refusal.code).toBe('pin_required');
    expect((await app.as(ada).call('revealApiToken', { ...input, pin: '2580' })).status).toBe(200);
    const rotated = await app.as(ada).call('rotateApiToken', { ...input, pin: '2580' });
    expect(rotated.reply.token.scopes).toEqual(['read', 'send']);
  });

  it('or a code of two-step login, where there is no PIN', async () => {
    const ada = await rich();
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    for (const scope of ['read', 'send'] as const)
      expect((await make(ada, { scopes: [scope], pin: '2580' })).refusal.code).toBe('totp_required');
    expect((await make(ada, { scopes: ['send'], code: codeOf(setupKey, 1) })).status).toBe(201);
  });
});

describe('an API token', () => {
  it('works from its addresses only', async () => {
    const ada = await rich();
    const addresses = ['10.1.0.0/16', '2001:DB8::/32', '41.58.1.2'];
    const { apiToken, token } = await tokenOf(ada, { addresses });
    expect(token.addresses).toEqual(['10.1.0.0/16', '2001:db8::/32', '41.58.1.2']);
    const from = async (ip: string) =>
      (await app.as({ token: apiToken }).call('getProfile', {}, { headers: { 'x-forwarded-for': ip } }))
        .status;
    for (const ip of addresses.map((address) =>
      address.replace(/\.0\.0\/16|::\/32/, (end) => (end === '::/32' ? '::7' : '.2.3')),
    )) {
      expect([ip, await from(ip)]).toEqual([ip, 200]);
    }
    for (const ip of ['10.2.0.1', '41.58.1.3', '2001:db9::1'])
      expect([ip, await from(ip)]).toEqual([ip, 403]);
    expect((await make(ada, { addresses: ['10.0.0.0/33'] })).refusal.errors?.[0]?.field).toBe('addresses');
  });

  it('ends by itself', async () => {
    const ada = await rich();
    const { token, by } = await tokenOf(ada, { expiresInDays: 1 });
    expect(Date.parse(token.expiresAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await app.owner.run('update api_tokens set expires_at = now() where id = $1', [token._id]);
    expect((await by.call('getProfile')).status).toBe(401);
    expect((await app.as(ada).call('listApiTokens')).reply.tokens).toEqual([]);
  });
});

describe('the daily limit of an API token', () => {
  it('holds for purchases at once, transfers, and what it is rotated into', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { token, by, apiToken } = await tokenOf(ada, { scopes: ['buy', 'send'], dailyLimit: 1_000 });
    expect(token.dailyLimit).toBe(1_000);
    const answers = await Promise.all(Array.from({ length: 8 }, () => by.call('buyAirtime', airtime(300))));
    // 297 naira each: three come to 891.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code);
    expect(new Set(refused)).toEqual(new Set(['token_daily_limit']));
    const send = (who: { token: string }, amount: number) =>
      app.as(who).call('transferFund', { userName: mule.userName, amount, force: true });
    const beyond = await send({ token: apiToken }, 110);
    expect(beyond.refusal).toMatchObject({
      code: 'token_daily_limit',
      msg: 'The daily limit of this API token leaves ₦109.00 in these 24 hours',
    });
    expect((await send({ token: apiToken }, 100)).status).toBe(200);
    const rotated = (await app.as(ada).call('rotateApiToken', { id: token._id, password: ada.password }))
      .reply;
    expect((await send({ token: rotated.apiToken }, 10)).refusal.code).toBe('token_daily_limit');
    // The owner's session is not limited by it.
    expect((await send(ada, 5_000)).status).toBe(200);
  });

  it('counts nothing that came back', async () => {
    const { by } = await tokenOf(await rich(), { dailyLimit: 500 });
    const failed = { ...airtime(400), mobile_number: numberOf('MTN', '0001') };
    expect((await by.call('buyAirtime', failed)).status).toBe(422);
    expect((await by.call('buyAirtime', airtime(400))).status).toBe(200);
    expect((await by.call('buyAirtime', airtime(400))).refusal.code).toBe('token_daily_limit');
  });

  it('leaves all of it to many at once after money came back', async () => {
    const { by } = await tokenOf(await rich(), { dailyLimit: 2_000 });
    const failed = { ...airtime(400), mobile_number: numberOf('MTN', '0001') };
    expect((await by.call('buyAirtime', failed)).status).toBe(422);
    // 396 naira each: 1,980 together.
    const answers = await Promise.all(Array.from({ length: 6 }, () => by.call('buyAirtime', airtime(400))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

describe('an address list', () => {
  it.each([
    ['41.58.1.2', '41.58.1.2'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::1/128', '::1/128'],
    ['10.0.0.0/33', undefined],
    ['10.0.0.0/-1', undefined],
    ['10.0.0.0/8/8', undefined],
    ['10.0.0', undefined],
    ['fe80::1%eth0', undefined],
    ['example.com', undefined],
    ['', undefined],
  ])('reads %j as %j', (input, expected) => {
    expect(normalNetwork(input)).toBe(expected);
  });

  it('knows IPv4 that is written as IPv6, and takes no text for an address', () => {
    expect(isAllowedFrom(['10.0.0.0/8'], '::ffff:10.2.3.4')).toBe(true);
    expect(isAllowedFrom(['10.0.0.0/8'], 'unknown')).toBe(false);
    expect(isAllowedFrom([], 'unknown')).toBe(true);
  });
});
