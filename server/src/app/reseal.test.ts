/** A life under three keys: the one of before, both, and the new one alone. */
import { naira } from '@jara/contract/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { codeOf } from '../../test/authenticator.ts';
import { rowsRead } from '../../test/database.ts';
import { openProgramLogin } from '../database/program-login.ts';
import { createLog } from '../platform/log.ts';
import { createKeyring } from '../platform/keys/keyring.ts';
import { createSeal } from '../platform/keys/sealed.ts';
import { pushKeys } from '../slices/push/keys.ts';
import { isDeviceOf } from '../slices/sessions/devices.ts';
import { compose, type Program } from './compose.ts';
import { countKeyUses, createReseal } from './reseal.ts';

const app = useTestApp();
const nextKey = 'the key that takes over, of 32 bytes or more';
const programs: Program[] = [];
afterAll(async () => {
  for (const program of programs) await program.stop();
});

async function under(secretsKey: string, secretsKeyPrevious: string[]): Promise<Program> {
  const { config } = app.context;
  const url = await openProgramLogin(app.databaseUrl, config.secretsKey);
  const program = await compose({ ...config, secretsKey, secretsKeyPrevious }, url, createLog('fatal'));
  programs.push(program);
  await program.app.ready();
  return program;
}

async function ask(
  { app: server }: Program,
  token: string,
  [method, url]: ['GET' | 'POST', string],
  payload?: Record<string, unknown>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await server.inject({
    method,
    url: `/api/v1${url}`,
    headers: { 'x-auth-token': token },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

describe('another SECRETS_KEY, with the earlier one beside it', () => {
  it('ends nothing, and once everything is sealed anew the earlier one may go', async () => {
    const old = app.context.config.secretsKey;
    const ada = await app.make.user({ wallet: naira(5_000) });
    const as = app.as(ada);
    await as.call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
    const terms = { name: 'till', scopes: ['read'], password: ada.password, pin: '2580' };
    const { token, apiToken } = (await as.call('createApiToken', terms)).reply;
    const webhook = { webhookUrl: 'https://shop.example/hook', pin: '2580' };
    expect((await as.call('updateWebhook', webhook)).status).toBe(200);
    const bought = await as.call('buyAirtime', {
      network: 1,
      mobile_number: '08031234567',
      amount: 100,
      pin: '2580',
    });
    const { slip } = bought.reply;
    const { setupKey } = (await as.call('beginTotp', { password: ada.password, pin: '2580' })).reply;
    const { recoveryCodes } = (await as.call('confirmTotp', { code: codeOf(setupKey) })).reply;
    const { publicKey } = await pushKeys(app.context);
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(100) });
    const coupon = { userAccount: ada.userName, amount: 100 };
    const { couponCode } = (await app.as(vendor).call('generateCoupon', coupon)).reply;
    const couponId = (await app.as(vendor).call('listCoupons')).reply.coupons[0]?._id;

    const both = await under(nextKey, [old]);
    const reveal = ['POST', `/auth/apiToken/${token._id}/reveal`] as ['POST', string];
    const buy = (program: Program, pin: string) =>
      ask(program, ada.token, ['POST', '/buy/airtime'], {
        network: 1,
        mobile_number: '08031234568',
        amount: 100,
        force: true,
        pin,
      });
    const shown = async (program: Program, code: unknown) =>
      (await ask(program, ada.token, reveal, { password: ada.password, code })).body['apiToken'];
    expect(await shown(both, recoveryCodes[1])).toBe(apiToken);
    expect((await ask(both, '', ['GET', `/check/${slip}`])).status).toBe(200);
    expect((await buy(both, '1379')).body['code']).toBe('wrong_pin');
    expect((await buy(both, '2580')).status).toBe(200);
    const renewed = await ask(both, ada.token, ['POST', '/auth/totp/recoveryCodes'], {
      password: ada.password,
      code: recoveryCodes[0],
    });
    expect(renewed.status).toBe(200);

    const before = await countKeyUses(both.context.pool, both.context);
    expect(before.filter(({ byEarlier }) => byEarlier > 0n).map(({ what }) => what)).toEqual([
      'api_tokens',
      'second_factors',
      'webhook_endpoints',
      'coupons',
      'push_keys',
    ]);
    const reseal = createReseal();
    while (await reseal(both.context));
    const after = await countKeyUses(both.context.pool, both.context);
    expect(after.map(({ byEarlier }) => byEarlier)).toEqual(after.map(() => 0n));

    const alone = await under(nextKey, []);
    const [nextCode] = renewed.body['recoveryCodes'] as string[];
    expect(await shown(alone, nextCode)).toBe(apiToken);
    expect((await buy(alone, '2580')).status).toBe(200);
    expect((await pushKeys(alone.context)).publicKey).toBe(publicKey);
    const revealed = await ask(alone, vendor.token, ['POST', `/admin/coupons/${couponId}/reveal`], {
      password: vendor.password,
    });
    expect(revealed.body['couponCode']).toBe(couponCode);
    expect((await ask(alone, '', ['GET', `/check/${slip}`])).status).toBe(404);
  });

  it('knows a device again, and from then on by the new key', async () => {
    const old = app.context.config.secretsKey;
    const ada = await app.make.user();
    const key = 'd'.repeat(43);
    const login = { userName: ada.userName, password: ada.password };
    expect((await app.anybody().call('login', login, { headers: { cookie: `device=${key}` } })).status).toBe(
      200,
    );
    const keys = createKeyring(nextKey);
    expect(await isDeviceOf({ ...app.context, keys }, ada.userId, key)).toBe(false);
    const both = await under(nextKey, [old]);
    expect(await isDeviceOf(both.context, ada.userId, key)).toBe(true);
    const again = await both.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { cookie: `device=${key}` },
      payload: login,
    });
    expect(again.statusCode).toBe(200);
    expect(await isDeviceOf({ ...app.context, keys }, ada.userId, key)).toBe(true);
    const devices = await app.context.pool.rows('select from devices where user_id = $1', [ada.userId]);
    expect(devices).toHaveLength(1);
  });

  it('counts coupons by their index: none that has ended is read', async () => {
    const ada = await app.make.user();
    await app.owner.run(
      `insert into coupons (id, code_hash, code_ending, owner_id, maker_id, paid_from, amount_kobo, redeemed_at, redeem_transaction_id)
       select 900000000 + n, sha256(n::text::bytea), 'AAAA', $1, $1, 'wallet', 100, now(), 900000000 + n from generate_series(1, 5000) n`,
      [ada.userId],
    );
    await app.owner.run('analyze coupons');
    try {
      const read = await app.owner.commit(async (db) => {
        const before = await rowsRead(db, 'coupons');
        await countKeyUses(db, app.context);
        return (await rowsRead(db, 'coupons')) - before;
      });
      expect(read).toBeLessThan(60n);
    } finally {
      await app.owner.run('delete from coupons where id > 900000000');
    }
  });

  it('leaves what no key opens as it is, and goes on', async () => {
    const ada = await app.make.user();
    await app.as(ada).call('createApiToken', { name: 'till', password: ada.password });
    const lost = createSeal(createKeyring('a key that nobody has any more, at all'));
    await app.owner.run('update api_tokens set sealed_token = $2 where user_id = $1', [
      ada.userId,
      lost.seal('what nobody reads'),
    ]);
    const reseal = createReseal();
    while (await reseal(app.context));
    const [token] = await app.context.pool.rows<{ sealed: Buffer }>(
      'select sealed_token as sealed from api_tokens where user_id = $1',
      [ada.userId],
    );
    expect(lost.open(token?.sealed ?? Buffer.alloc(0))).toBe('what nobody reads');
  });
});
