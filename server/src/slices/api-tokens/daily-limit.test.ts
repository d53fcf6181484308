/** The daily limit that an API token has by itself, and how its owner changes it. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { numberOf, useShop } from '../../../test/buying.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { removeOldTokenSpends } from './token-limit.ts';

const app = useShop({ env: { API_TOKEN_DAILY_LIMIT_NAIRA: '1000' } });

const pin = '2580';
const rich = () => app.make.user({ wallet: naira(50_000) });
async function richWithPin() {
  const ada = await rich();
  const { password } = ada;
  expect((await app.as(ada).call('setPin', { password, pin, pinCheck: pin })).status).toBe(200);
  return ada;
}
const make = (ada: TestUser, more: Record<string, unknown> = {}) =>
  app.as(ada).call('createApiToken', { name: 'till', password: ada.password, ...more });
const limit = (ada: TestUser, id: string, dailyLimit: unknown, more: Record<string, unknown> = {}) =>
  app.as(ada).call('limitApiToken', { id, dailyLimit, ...more });
const buy = (token: string, amount: number) =>
  app
    .as({ token })
    .call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', '5555'), amount, force: true });
/** As if all that a token spent had been spent so long ago, or a minute before midnight. */
async function isSpent(rootId: string, age: string): Promise<void> {
  const at =
    age === 'lagos_midnight'
      ? `greatest(lagos_midnight(now()) - interval '1 minute', now() - interval '23 hours 59 minutes')`
      : `now() - interval '${age}'`;
  await app.owner.run(`update api_token_spends set spent_at = ${at} where root_id = $1`, [rootId]);
  await app.owner.run(
    `update api_token_hours set hour = date_trunc('hour', ${at}, 'UTC') where root_id = $1`,
    [rootId],
  );
}
async function leftFor({ userId }: TestUser, tokenId: string, wanted: bigint): Promise<bigint> {
  const { left } = await app.owner.get<{ left: bigint }>('select token_left($1, $2, $3) as left', [
    tokenId,
    userId,
    wanted,
  ]);
  return left;
}
const eventsOf = async (ada: TestUser) =>
  (await app.as(ada).call('listSecurityEvents')).reply.events.map(({ what, factor }) => [what, factor]);

describe('a new API token', () => {
  it('has the daily limit of the installation, and its owner is told of it before', async () => {
    const ada = await rich();
    expect((await app.as(ada).call('listApiTokens')).reply.usualDailyLimit).toBe(1_000);
    const { token, apiToken } = (await make(ada)).reply;
    expect(token.dailyLimit).toBe(1_000);
    expect((await buy(apiToken, 1_000)).status).toBe(200);
    expect((await buy(apiToken, 100)).refusal.code).toBe('token_daily_limit');
  });

  it.each([[900], [1_001], [null]])(
    'takes the PIN for %j in 24 hours, and to be shown and rotated',
    async (dailyLimit) => {
      const ada = await richWithPin();
      const { password } = ada;
      expect((await make(ada, { dailyLimit })).refusal.code).toBe('pin_required');
      expect((await make(ada, { dailyLimit, pin: '9999' })).refusal.code).toBe('wrong_pin');
      const { token } = (await make(ada, { dailyLimit, pin })).reply;
      expect(token.dailyLimit).toBe(dailyLimit);
      for (const call of ['revealApiToken', 'rotateApiToken'] as const) {
        const input = { id: token._id, password };
        expect((await app.as(ada).call(call, input)).refusal.code).toBe('pin_required');
        expect((await app.as(ada).call(call, { ...input, pin })).status).toBe(200);
      }
    },
  );

  it.each([[0], [-5], ['x'], ['']])('has no limit of %j', async (dailyLimit) => {
    const ada = await rich();
    expect((await make(ada, { dailyLimit })).status).toBe(400);
    const { token } = (await make(ada)).reply;
    expect((await limit(ada, token._id, dailyLimit)).status).toBe(400);
  });
});

describe('the limit of an API token', () => {
  it('goes down by a session alone, and up by the strongest step-up, which is told by mail', async () => {
    const ada = await richWithPin();
    const { password } = ada;
    const { token, apiToken } = (await make(ada, { pin })).reply;
    const lowered = await limit(ada, token._id, 500);
    expect(lowered.reply.tokens[0]?.dailyLimit).toBe(500);
    expect((await buy(apiToken, 600)).refusal.code).toBe('token_daily_limit');
    expect((await limit(ada, token._id, 600)).refusal.errors?.[0]?.field).toBe('password');
    expect((await limit(ada, token._id, 600, { password })).refusal.code).toBe('pin_required');
    expect((await limit(ada, token._id, null, { password, pin: '9999' })).refusal.code).toBe('wrong_pin');
    expect((await buy(apiToken, 600)).refusal.code).toBe('token_daily_limit');
    const raised = await limit(ada, token._id, 2_000, { password, pin });
    expect(raised.reply.msg).toBe('This API token may spend ₦2,000.00 in 24 hours');
    expect((await buy(apiToken, 1_500)).status).toBe(200);
    expect((await limit(ada, token._id, null, { password, pin })).reply.tokens[0]?.dailyLimit).toBeNull();
    expect((await buy(apiToken, 5_000)).status).toBe(200);
    const events = (await eventsOf(ada)).filter(([what]) => what === 'api_token_limit_set');
    expect(events).toEqual([
      ['api_token_limit_set', 'pin'],
      ['api_token_limit_set', 'pin'],
      ['api_token_limit_set', null],
    ]);
    await sendMails(app.context);
    const mailed = mailsTo(app, ada.email).filter(({ subject }) => subject.includes('may spend more'));
    expect(mailed).toHaveLength(2);
  });

  it('is one for what it was rotated from and into', async () => {
    const ada = await rich();
    const { token, apiToken } = (await make(ada)).reply;
    const rotated = (await app.as(ada).call('rotateApiToken', { id: token._id, password: ada.password }))
      .reply;
    await limit(ada, rotated.token._id, 300);
    for (const by of [apiToken, rotated.apiToken])
      expect((await buy(by, 400)).refusal.code).toBe('token_daily_limit');
  });

  it('counts what was spent within 24 hours, on either side of a midnight, and to the minute', async () => {
    const ada = await rich();
    const { token, apiToken } = (await make(ada)).reply;
    expect((await buy(apiToken, 900)).status).toBe(200);
    for (const age of ['lagos_midnight', '23 hours 59 minutes']) {
      await isSpent(token._id, age);
      const { refusal } = await buy(apiToken, 400);
      expect(refusal).toMatchObject({
        code: 'token_daily_limit',
        msg: 'The daily limit of this API token leaves ₦109.00 in these 24 hours',
      });
    }
    await isSpent(token._id, '24 hours 1 minute');
    expect((await buy(apiToken, 900)).status).toBe(200);
    expect((await buy(apiToken, 400)).refusal.code).toBe('token_daily_limit');
  });

  it('is one for them also where they buy in one batch', async () => {
    const ada = await rich();
    const { token, apiToken } = (await make(ada)).reply;
    const rotated = (await app.as(ada).call('rotateApiToken', { id: token._id, password: ada.password }))
      .reply;
    const both = [apiToken, rotated.apiToken];
    // Whose tokens are known, so that nothing keeps the purchases apart.
    for (const one of both) expect((await app.as({ token: one }).call('getBalance')).status).toBe(200);
    const bought = await Promise.all([...both, ...both, ...both].map((by) => buy(by, 400)));
    expect(bought.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = bought.filter(({ status }) => status !== 200);
    for (const { refusal } of refused) expect(refusal.code).toBe('token_daily_limit');
  });

  it('reads the sums of hours alone as long as they leave enough, and never leaves more by them', async () => {
    const [ada, mule] = [await rich(), await app.make.user()];
    const { token, apiToken } = (await make(ada, { scopes: ['buy', 'send'] })).reply;
    const sent = { userName: mule.userName, amount: 198 };
    const bought = await Promise.all([100, 200].map((amount) => buy(apiToken, amount)));
    for (const { status } of [...bought, await app.as({ token: apiToken }).call('transferFund', sent)])
      expect(status).toBe(200);
    const hours = () =>
      app.owner.rows('select taken_kobo as "taken" from api_token_hours where root_id = $1', [token._id]);
    expect(await hours()).toEqual([{ taken: 49_500n }]);
    for (const age of ['0 minutes', '12 hours', '23 hours', '23 hours 59 minutes']) {
      await isSpent(token._id, age);
      // What is asked for fits into what the hours leave: the single ones are not looked at.
      expect([age, await leftFor(ada, token._id, naira(505))]).toEqual([age, naira(505)]);
      expect([age, await leftFor(ada, token._id, naira(506))]).toEqual([age, naira(505)]);
    }
    await app.owner.run('delete from api_token_spends where root_id = $1', [token._id]);
    expect(await leftFor(ada, token._id, naira(505))).toBe(naira(505));
    expect(await leftFor(ada, token._id, naira(506))).toBe(naira(1_000));
    await isSpent(token._id, '25 hours');
    await removeOldTokenSpends(app.owner);
    expect(await hours()).toHaveLength(1);
    await app.owner.run(`update api_token_hours set hour = hour - interval '3 days' where root_id = $1`, [
      token._id,
    ]);
    await removeOldTokenSpends(app.owner);
    expect(await hours()).toEqual([]);
  });

  it('is changed by its owner only, and by no API token', async () => {
    const [ada, eve] = [await rich(), await rich()];
    const { token, apiToken } = (await make(ada)).reply;
    expect((await limit(eve, token._id, 500)).status).toBe(404);
    expect(
      (await app.as({ token: apiToken }).call('limitApiToken', { id: token._id, dailyLimit: 500 })).status,
    ).toBe(403);
  });
});
