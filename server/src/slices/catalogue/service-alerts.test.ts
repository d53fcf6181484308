import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailOutbox, mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { enqueueServiceBack } from './service-alerts.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const set = (serviceName: string, serviceType: string, serviceStatus: boolean) =>
  app.as(admin).call('updateServices', { serviceName, serviceType, serviceStatus });
const ask = (who: TestUser, serviceName: string, serviceType: string, more: object = {}) =>
  app.as(who).call('awaitService', { serviceName, serviceType, ...more });
const awaitedBy = async (who: TestUser) => (await app.as(who).call('listAwaitedServices')).reply.awaited;
const subjectsTo = (who: TestUser) => mailsTo(app, who.email).map(({ subject }) => subject);
const queuedMails = async (who: TestUser) =>
  app.context.pool.rows(
    `select kind from mails where user_id = $1 and next_try_at is not null and kind = 'service_back'`,
    [who.userId],
  );

it('who waits for a locked service is told once when it is back, and then waits no more', async () => {
  const [ada, bola, chidi] = await Promise.all([app.make.user(), app.make.user(), app.make.user()]);
  await set('GLO', 'data', false);
  const [first, second] = [await ask(ada, 'glo', 'Data'), await ask(ada, 'GLO', 'data')];
  expect(first.reply).toEqual({
    msg: 'We will tell you when Glo data is back',
    awaited: [{ serviceName: 'GLO', serviceType: 'data' }],
  });
  expect(second.reply).toEqual(first.reply);
  await ask(bola, 'GLO', 'data');
  await set('GLO', 'data', true);
  await set('GLO', 'data', true);
  expect(await awaitedBy(ada)).toEqual([]);
  await sendMails(app.context);
  await sendMails(app.context);
  expect([subjectsTo(ada), subjectsTo(bola), subjectsTo(chidi)]).toEqual([
    ['Glo data is back'],
    ['Glo data is back'],
    [],
  ]);
  expect(mailsTo(app, ada.email)[0]?.text).toContain('http://shop.example/profile/buydata?network=GLO');
  // The next time the service is away nobody is told without having asked again.
  await set('GLO', 'data', false);
  await set('GLO', 'data', true);
  await sendMails(app.context);
  expect(subjectsTo(ada)).toHaveLength(1);
});

it('an alert is taken back, and stands for its own service only', async () => {
  const ada = await app.make.user();
  await set('AIRTEL', 'airtime', false);
  await set('Ikeja', 'electricity', false);
  await set('withdraw', 'wallet', false);
  await ask(ada, 'AIRTEL', 'airtime');
  await ask(ada, 'Ikeja', 'electricity');
  await ask(ada, 'withdraw', 'wallet');
  const { reply } = await ask(ada, 'AIRTEL', 'airtime', { isWanted: false });
  expect(reply.msg).toBe('We will not tell you about Airtel airtime');
  expect(reply.awaited).toHaveLength(2);
  await ask(ada, 'AIRTEL', 'airtime', { isWanted: false });
  await set('AIRTEL', 'airtime', true);
  await set('Ikeja', 'electricity', true);
  expect(await awaitedBy(ada)).toEqual([{ serviceName: 'withdraw', serviceType: 'wallet' }]);
  await set('withdraw', 'wallet', true);
  await sendMails(app.context);
  expect(new Set(subjectsTo(ada))).toEqual(
    new Set(['Ikeja electricity is back', 'Withdrawal to a bank is back']),
  );
});

it('a service that is available leaves no alert, and one that does not exist is not found', async () => {
  const ada = await app.make.user();
  expect((await ask(ada, 'MTN', 'data')).reply).toEqual({ msg: 'MTN data is available', awaited: [] });
  expect((await ask(ada, 'TELEX', 'data')).status).toBe(404);
  expect((await ask(ada, ' ', 'data')).refusal.msg).toBe('All fields are required');
  expect((await app.anybody().call('awaitService', { serviceName: 'MTN', serviceType: 'data' })).status).toBe(
    401,
  );
});

it('a service that is locked again before the mail left is not told of, and its alert stands again', async () => {
  const ada = await app.make.user();
  await set('MTN', 'airtime', false);
  await ask(ada, 'MTN', 'airtime');
  await set('MTN', 'airtime', true);
  expect(await queuedMails(ada)).toHaveLength(1);
  await set('MTN', 'airtime', false);
  await sendMails(app.context);
  expect(subjectsTo(ada)).toEqual([]);
  expect(await awaitedBy(ada)).toEqual([{ serviceName: 'MTN', serviceType: 'airtime' }]);
  await set('MTN', 'airtime', true);
  await sendMails(app.context);
  expect(subjectsTo(ada)).toEqual(['MTN airtime is back']);
});

it('an unlock that does not come about tells nobody', async () => {
  const ada = await app.make.user();
  await set('AIRTEL', 'data', false);
  await ask(ada, 'AIRTEL', 'data');
  const { pool } = app.context;
  const { id } = await pool.get<{ id: number }>(
    `select id from services where name = 'AIRTEL' and service_type = 'data'`,
  );
  await expect(
    pool.commit(async (db) => {
      expect(await enqueueServiceBack(db, id)).toEqual([ada.userId]);
      throw new Error('the program ends here');
    }),
  ).rejects.toThrow('the program ends here');
  expect([await queuedMails(ada), await awaitedBy(ada)]).toEqual([
    [],
    [{ serviceName: 'AIRTEL', serviceType: 'data' }],
  ]);
  await set('AIRTEL', 'data', true);
  await sendMails(app.context);
  expect(subjectsTo(ada)).toEqual(['Airtel data is back']);
});

it('alerts and unlocks at once: each alert became a mail or is still there, and none is both', async () => {
  const people = await Promise.all(Array.from({ length: 24 }, () => app.make.user()));
  await set('9MOBILE', 'airtime', false);
  await ask(people[0] ?? admin, '9MOBILE', 'airtime');
  await Promise.all([
    ...people.map((who) => ask(who, '9MOBILE', 'airtime')),
    set('9MOBILE', 'airtime', true),
    set('9MOBILE', 'airtime', false),
  ]);
  await set('9MOBILE', 'airtime', true);
  await sendMails(app.context);
  for (const who of people) {
    expect(await awaitedBy(who)).toEqual([]);
    expect(subjectsTo(who).length).toBeLessThanOrEqual(1);
  }
  expect(subjectsTo(people[0] ?? admin)).toEqual(['T2 (9mobile) airtime is back']);
});

it('five thousand who wait are told in the one commit, behind the mails about accounts', async () => {
  const { pool } = app.context;
  await set('9MOBILE', 'data', false);
  await pool.run(
    `with made as (
       insert into users (user_name, email, phone, full_name, password_hash, user_type)
       select 'crowd_' || n, 'crowd_' || n || '@people.example', '0909' || lpad(n::text, 7, '0'), 'Crowd', 'none', 'smart earner'
       from generate_series(1, 5000) n returning id)
     insert into service_alerts (service_id, user_id)
     select s.id, made.id from made, services s where s.name = '9MOBILE' and s.service_type = 'data'`,
  );
  expect((await set('9MOBILE', 'data', true)).status).toBe(200);
  const { queued } = await pool.get<{ queued: bigint }>(
    `select count(*) as queued from mails m join users u on u.id = m.user_id where m.kind = 'service_back' and u.full_name = 'Crowd'`,
  );
  expect(queued).toBe(5_000n);
  const ada = await app.make.user();
  await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580' });
  const outbox = mailOutbox(app.context);
  await outbox.sendDue();
  await expect.poll(() => subjectsTo(ada)).toEqual(['Your Jara PIN was set']);
  await outbox.stop();
  // Whoever still waits in the outbox is not for the next test.
  await set('9MOBILE', 'data', false);
});

it('an open page of who waits hears that the service is back', async () => {
  const ada = await app.make.user();
  const received: string[] = [];
  const stop = app.context.events.follow(ada.userId, (event) => {
    if (event.type === 'service') received.push(event.name);
  });
  await set('GLO', 'airtime', false);
  await ask(ada, 'GLO', 'airtime');
  await set('GLO', 'airtime', true);
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['Glo airtime']);
  stop();
});
