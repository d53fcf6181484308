import { api } from '@jara/contract/api.ts';
import type { Call } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import { expect, describe, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes } from '../../../test/probes.ts';
import { eventSummaries } from './testing/event-summaries.ts';
import { removeOldSecurityEvents, watchGuessing } from './watch-guessing.ts';

const metricsToken = 'a-token-for-the-measurements-of-a-test';
const app = useTestApp({
  env: {
    LOGIN_FAILURES_PER_15_MINUTES: '3',
    SECURITY_ALARM_REFUSALS: '20',
    METRICS_TOKEN: metricsToken,
  },
});

const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36' };
const logIn = (userName: string, password: string) =>
  app.anybody().call('login', { userName, password }, { headers: phone });
const eventsOf = async (user: TestUser) => (await app.as(user).call('listSecurityEvents')).reply.events;
const allText = async (): Promise<string> => {
  const { text } = await app.owner.get<{ text: string }>(
    `select json_agg(to_jsonb(e) - 'id' - 'request_id' - 'happened_at')::text as text from security_events e`,
  );
  return text;
};

describe('what happened to an account', () => {
  it('has each login, right, wrong and locked, with the device and where it was', async () => {
    const ada = await app.make.user();
    for (const password of ['guess one', 'guess two', 'guess three', ada.password])
      await logIn(ada.email, password);
    await app.context.pool.run('delete from attempt_counters');
    await logIn(ada.userName, ada.password);
    expect(await eventSummaries(app, ada)).toEqual([
      'login password ok',
      'login password locked',
      'login password wrong',
      'login password wrong',
      'login password wrong',
    ]);
    expect((await eventsOf(ada))[0]).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      what: 'login',
      factor: 'password',
      outcome: 'ok',
      detail: null,
      device: 'Chrome on Android',
      ipPrefix: '127.0.x.x',
      isByStaff: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await allText()).not.toMatch(/guess (one|two|three)/);
  });

  it('has what the owner changed, and which proof was refused where', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const as = app.as(ada);
    await as.call('setPin', { password: 'not it at all', pin: '2580', pinCheck: '2580' });
    await as.call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
    await as.call('transferFund', { userName: 'nobody at all', amount: 100, pin: '1111' });
    const { token } = (await as.call('createApiToken', { name: 'shop', password: ada.password, pin: '2580' }))
      .reply;
    await as.call('deleteApiToken', { id: token._id });
    await as.call('freezeWallet');
    await as.call('freezeWallet');
    await as.call('removePin', { password: ada.password });
    await as.call('endOtherSessions');
    expect(await eventSummaries(app, ada)).toEqual([
      'session_ended ok all others',
      'pin_removal_asked password ok',
      'wallet_frozen ok',
      'api_token_removed ok',
      'api_token_made pin ok',
      'step_up pin wrong transferFund',
      'pin_set password ok',
      'step_up password wrong setPin',
    ]);
    expect(await allText()).not.toMatch(/2580|1111|not it at all/);
  });

  it('has each proof that was given before something was loosened, and what was', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { password } = ada;
    const as = app.as(ada);
    await as.call('confirmStepUp', { password });
    for (const amount of [500, 400, 600]) await as.call('setSpendingLimit', { amount, password });
    await as.call('removeSpendingLimit', { password });
    const { setupKey } = (await as.call('beginTotp', { password })).reply;
    const { recoveryCodes } = (await as.call('confirmTotp', { code: codeOf(setupKey) })).reply;
    await as.call('freezeWallet');
    await as.call('unfreezeWallet', { password, code: recoveryCodes[0] });
    await as.call('confirmStepUp', { password, code: codeOf(setupKey, 1) });
    expect(await eventSummaries(app, ada)).toEqual([
      'step_up code ok confirmStepUp',
      'wallet_unfrozen recovery_code ok',
      'wallet_frozen ok',
      'totp_on code ok',
      'spending_limit_removed password ok',
      'spending_limit_set password ok',
      'spending_limit_set ok',
      'spending_limit_set ok',
      'step_up password ok confirmStepUp',
    ]);
  });

  it('has what staff did, without who of them, and what a role may not do', async () => {
    const [ada, admin] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    await app.as(ada).call('listUsers');
    await app
      .as(admin)
      .call('setStanding', { id: String(ada.userId), standing: 'restricted', reason: 'a complaint' });
    expect(await eventSummaries(app, ada)).toEqual([
      'standing_changed ok restricted',
      'forbidden refused listUsers',
    ]);
    const [event] = await eventsOf(ada);
    expect(event?.isByStaff).toBe(true);
    expect(JSON.stringify(event)).not.toContain(admin.userName);
  });

  it('has a reset that was asked for and used, and the first use of an API token', async () => {
    const ada = await app.make.user();
    await app.anybody().call('requestPasswordReset', { email: ada.email });
    const made = await app.as(ada).call('createApiToken', { name: 'shop', password: ada.password });
    const program = app.as({ token: made.reply.apiToken });
    for (const call of ['listContacts', 'listTransactions'] as const) await program.call(call);
    await expect
      .poll(() => eventSummaries(app, ada))
      .toEqual(['api_token_first_used ok', 'api_token_made password ok', 'reset_asked ok']);
    const [first] = await eventsOf(ada);
    expect([first?.device, first?.ipPrefix]).toEqual(['Unknown device', '127.0.x.x']);
  });

  it('says nothing of a name that nobody has but that one was tried', async () => {
    await logIn('somebodys_typed_password', 'x y z');
    await app.anybody().call('requestPasswordReset', { email: 'somebodys_typed_password' });
    expect(await allText()).not.toContain('somebodys_typed_password');
    const admin = await app.make.user({ isAdmin: true });
    const { events } = (await app.as(admin).call('findSecurityEvents', { outcome: 'wrong' })).reply;
    expect(events.slice(0, 2).map(({ what, userName }) => [what, userName])).toEqual([
      ['reset_asked', null],
      ['login', null],
    ]);
  });

  const byPin = Object.values<Call>(api).filter(({ pin }) => pin === true);
  const purchases = new Set(['buyData', 'buyAirtime', 'buyElectricity']);
  it.each(byPin)('has a right PIN that $name took, unless it is a purchase', async ({ name }) => {
    const ada = await app.make.user({ wallet: naira(5_000), isCouponVendor: true });
    await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
    // Nobody sends to themselves.
    const owner = name === 'transferFund' ? await app.make.user() : ada;
    const input = await probes[name]({ app, receiverUrl: '' }, { owner, caller: ada });
    const done = await app.as(ada).call(name, { ...input, pin: '2580' }, { headers: phone });
    expect(done.status).toBeLessThan(300);
    const rows = await app.owner.rows(
      `select device, address_prefix as "from", factor, detail from security_events where user_id = $1 and what = 'step_up' and outcome = 'ok'`,
      [ada.userId],
    );
    const expected = { device: 'Chrome on Android', from: '127.0.x.x', factor: 'pin', detail: name };
    expect(rows).toEqual(purchases.has(name) ? [] : [expected]);
  });

  it('is written by no purchase', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031234567', amount: 100 });
    expect(await eventSummaries(app, ada)).toEqual([]);
  });

  it('has what a limit stopped, once in an hour for each call, and every wrong PIN beside it', async () => {
    const [ada, bola] = [await app.make.user({ wallet: naira(5_000) }), await app.make.user()];
    await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
    await app.as(ada).call('setSpendingLimit', { amount: 100 });
    const buys = (amount: number, pin: string) =>
      app.as(ada).call('buyAirtime', { network: 1, mobile_number: '08031234567', amount, pin });
    const sends = () =>
      app.as(ada).call('transferFund', { userName: bola.userName, amount: 400, pin: '2580' });
    for (const amount of [200, 300, 400])
      expect((await buys(amount, '2580')).refusal.code).toBe('over_spending_limit');
    await sends();
    expect((await buys(100, '1111')).refusal.code).toBe('wrong_pin');
    const refused = (await eventSummaries(app, ada)).filter((event) => event.includes(' refused '));
    expect(refused).toEqual(['limit_reached refused transferFund', 'limit_reached refused buyAirtime']);
    expect(await eventSummaries(app, ada)).toContain('step_up pin wrong buyAirtime');
  });

  it('does not grow without end by guessing', async () => {
    const ada = await app.make.user();
    const guess = () => app.as(ada).call('listUsers');
    for (let time = 0; time < 70; time += 1) await guess();
    const { count } = await app.owner.get<{ count: bigint }>(
      'select count(*) from security_events where user_id = $1',
      [ada.userId],
    );
    expect(count).toBe(60n);
  });

  it('is read in pages, each person the own', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    await app.owner.run(
      `insert into security_events (user_id, what, outcome) select $1, 'logout', 'ok' from generate_series(1, 60)`,
      [ada.userId],
    );
    const first = (await app.as(ada).call('listSecurityEvents')).reply;
    const second = (await app.as(ada).call('listSecurityEvents', { before: first.next })).reply;
    expect([first.events.length, second.events.length, second.next]).toEqual([50, 10, null]);
    const ids = [...first.events, ...second.events].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(60);
    expect(await eventsOf(bola)).toEqual([]);
    expect((await app.as(ada).call('listSecurityEvents', { before: 'x' })).status).toBe(400);
  });
});

describe('staff', () => {
  it('find events by person, kind, outcome and day, and agents too', async () => {
    const [ada, agent] = [await app.make.user(), await app.make.user({ isAgent: true })];
    await logIn(ada.userName, 'not it at all');
    await app.as(ada).call('freezeWallet');
    const find = async (query: Record<string, unknown>) =>
      (await app.as(agent).call('findSecurityEvents', query)).reply.events.map(({ what, userName }) => [
        what,
        userName,
      ]);
    const name = ada.userName;
    expect(await find({ userName: name.toUpperCase() })).toEqual([
      ['wallet_frozen', name],
      ['login', name],
    ]);
    expect(await find({ userName: name, outcome: 'wrong' })).toEqual([['login', name]]);
    expect(await find({ userName: name, what: 'wallet_frozen' })).toEqual([['wallet_frozen', name]]);
    expect(await find({ userName: name, to: '2020-01-01' })).toEqual([]);
    expect(await find({ userName: 'nobody_here' })).toEqual([]);
    const odd = await app.as(agent).call('findSecurityEvents', { from: '31/01/2026' });
    expect(odd.refusal.errors?.[0]?.field).toBe('from');
  });

  it('take them as JSON lines: admins, and on record', async () => {
    const [ada, admin, agent] = [
      await app.make.user(),
      await app.make.user({ isAdmin: true }),
      await app.make.user({ isAgent: true }),
    ];
    await app.owner.run(
      `insert into security_events (user_id, what, outcome) select $1, 'logout', 'ok' from generate_series(1, 1001)`,
      [ada.userId],
    );
    const query = { userName: ada.userName, format: 'jsonl' };
    expect((await app.as(agent).call('findSecurityEvents', query)).refusal.code).toBe('forbidden');
    const file = await fetch(`${app.url}/api/v1/admin/securityEvents?userName=${ada.userName}&format=jsonl`, {
      headers: { 'x-auth-token': admin.token },
    });
    const rows = (await file.text()).trimEnd().split('\n');
    expect(rows).toHaveLength(1_001);
    expect(JSON.parse(rows.at(-1) ?? '')).toMatchObject({ what: 'logout', userName: ada.userName });
    const { actions } = (await app.as(admin).call('listStaffActions', { action: 'findSecurityEvents' }))
      .reply;
    expect(actions[0]?.after).toEqual({ format: 'jsonl', userName: ada.userName });
  });

  it('are told once by mail of many refusals over all accounts', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await app.owner.run(
      `insert into security_events (what, outcome) select 'login', 'wrong' from generate_series(1, 20)`,
    );
    await watchGuessing(app.context);
    await watchGuessing(app.context);
    await sendMails(app.context);
    const mails = mailsTo(app, admin.email).filter(({ subject }) => subject.includes('guessing'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/\d\d passwords, PINs and codes were refused within 10 minutes/);
  });

  it('have a count of them in the metrics', async () => {
    await logIn('nobody at all', 'not it at all');
    const headers = { authorization: `Bearer ${metricsToken}` };
    const metrics = await (await fetch(`${app.url}/metrics`, { headers })).text();
    expect(metrics).toMatch(/jara_security_events_total\{what="login",outcome="wrong"\} [1-9]/);
  });
});

describe('the record', () => {
  it('cannot be edited or emptied, by the program or by the owner of the schema', async () => {
    await logIn('nobody at all', 'not it at all');
    const { pool } = app.context;
    for (const change of [`update security_events set outcome = 'ok'`, 'delete from security_events']) {
      await expect(pool.run(change)).rejects.toThrow('permission denied');
      await expect(app.owner.run(change)).rejects.toThrow(/append-only|thirty days/);
    }
    await expect(app.owner.run('truncate security_events')).rejects.toThrow('append-only');
    await expect(pool.run('select remove_old_security_events(1, 10)')).resolves.toBeDefined();
    await app.owner.run(
      `insert into security_events (what, outcome, happened_at) values ('login', 'wrong', now() - interval '20 days')`,
    );
    await expect(pool.run('select remove_old_security_events(1, 10)')).rejects.toThrow('thirty days');
  });

  it('ends after its time, by a job', async () => {
    await app.owner.run(
      `insert into security_events (what, outcome, detail, happened_at)
       values ('login', 'wrong', 'old', now() - interval '401 days'), ('login', 'wrong', 'kept', now() - interval '399 days')`,
    );
    await removeOldSecurityEvents(app.context);
    const left = await app.owner.rows(
      `select detail from security_events where happened_at < now() - interval '60 days'`,
    );
    expect(left).toEqual([{ detail: 'kept' }]);
  });
});
