import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const wanted = {
  subject: 'New prices & <plans>',
  message: 'Data is cheaper.\nLook & see <b>now</b>.\n\nYours',
  url: 'https://shop.example/prices?a=1&b=2',
  linkMessage: 'See "prices"',
};
let counter = 0;
const send = (boss: TestUser, changes: Record<string, unknown> = {}, options: { key?: string } = {}) =>
  app
    .as(boss)
    .call('sendMail', { ...wanted, subject: `${wanted.subject} ${(counter += 1)}`, ...changes }, options);
const countUsers = async () =>
  Number((await app.context.pool.get<{ count: bigint }>('select count(*) from users')).count);

describe('a mail of staff', () => {
  it('goes to one user, in the brand, as text and as escaped HTML', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const { status, reply } = await send(boss, { userAccount: ` ${ada.userName.toUpperCase()} ` });
    expect(status).toBe(202);
    expect(reply).toEqual({ msg: `The mail to ${ada.userName} is on its way`, recipients: 1 });
    await sendMails(app.context);
    const [mail, ...others] = mailsTo(app, ada.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^New prices & <plans> \d+$/);
    expect(mail?.text).toContain('Look & see <b>now</b>.');
    expect(mail?.text).toContain('See "prices":\nhttps://shop.example/prices?a=1&b=2');
    expect(mail?.html).toContain('Data is cheaper.<br>Look &#38; see &#60;b&#62;now&#60;/b&#62;.');
    expect(mail?.html).toContain('href="https://shop.example/prices?a=1&#38;b=2"');
    expect(mail?.html).not.toContain('<b>now');
    expect(mail?.html).toContain('1 Market Road, Yaba, Lagos');
    // To one user it is no circular: there is nothing to unsubscribe from.
    expect(mail?.text).not.toContain('/unsubscribe/');
    const action = await app.context.pool.get<{ after: unknown; actor_id: bigint }>(
      `select after, actor_id from staff_actions where action = 'sendMail' order by id desc limit 1`,
    );
    expect(action).toMatchObject({ actor_id: boss.userId, after: { to: ada.userName, recipients: 1 } });
  });

  it('goes to all users, each a mail of their own with a way out', async () => {
    const [boss, ada, obi] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const { reply } = await send(boss, { userAccount: '  ', subject: 'To all' });
    expect(reply.recipients).toBe(await countUsers());
    await sendMails(app.context);
    const mails = app.sandbox.journal().mails.filter(({ subject }) => subject === 'To all');
    expect(mails).toHaveLength(reply.recipients);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(reply.recipients);
    const links = [ada, obi].map(({ email }) => {
      const mail = mails.find(({ to }) => to === email);
      expect(mail?.headers).toContainEqual(['To', email]);
      const header = new Map(mail?.headers).get('List-Unsubscribe');
      const [, link = ''] = /No more mails like this: (\S+)/.exec(mail?.text ?? '') ?? [];
      expect(header).toBe(`<${link}>`);
      expect(mail?.html).toContain(link);
      return link;
    });
    expect(links[0]).toMatch(/^http:\/\/shop\.example\/unsubscribe\/[0-9a-f-]{36}$/);
    expect(links[0]).not.toBe(links[1]);
  });

  it('happens once for each key, whoever repeats it at once', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const change = { userAccount: ada.userName, subject: 'Once' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(boss, change, { key: 'mail-1' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    const other = await send(boss, { ...change, message: 'Something else' }, { key: 'mail-1' });
    expect(other.status).toBe(422);
    expect(other.refusal.code).toBe('idempotency_key_reused');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(1);
  });

  it('happens once when it is pressed twice without a key', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const change = { userAccount: ada.userName, subject: 'Twice' };
    const answers = await Promise.all([send(boss, change), send(boss, change), send(boss, change)]);
    expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(2);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(1);
  });

  it.each(['subject', 'message', 'url', 'linkMessage'])('needs a %s', async (field) => {
    const boss = await app.make.user({ isAdmin: true });
    for (const value of [undefined, '', '  ']) {
      const { status, refusal } = await send(boss, { [field]: value });
      expect(status).toBe(400);
      expect(refusal).toMatchObject({ code: 'invalid_input', msg: 'All fields are required' });
    }
  });

  it.each([
    ['subject', 'Hello\r\nBcc: all@people.example'],
    ['subject', 'Hello\nX: y'],
    ['subject', 'Hello\rX: y'],
    ['subject', 'Hello\u2028X: y'],
    ['subject', 'Hello\u0085X: y'],
    ['subject', 'Hello\u0001'],
    ['subject', 'x'.repeat(201)],
    ['linkMessage', 'Go\r\nBcc: all@people.example'],
    ['linkMessage', 'x'.repeat(61)],
    ['url', 'https://shop.example/\r\nBcc: all@people.example'],
    ['url', 'https://'],
    ['url', 'http://shop.example/'],
    ['url', 'javascript:alert(1)//https://shop.example'],
    ['url', 'data:text/html,x'],
    ['url', 'https://shop.example@evil.example/'],
    ['url', 'shop.example'],
    ['message', 'a\u0001b'],
    ['message', 'a\u001b[31m'],
    ['message', 'x'.repeat(10_001)],
    ['userAccount', 'ada\r\nBcc: x'],
  ])('refuses the %s %j', async (field, value) => {
    const boss = await app.make.user({ isAdmin: true });
    const { status, refusal } = await send(boss, { [field]: value });
    expect(status).toBe(400);
    expect(refusal.code).toBe('invalid_input');
    expect(refusal.errors?.map((error) => error.field)).toEqual([field]);
  });

  it('knows whom it is for', async () => {
    const boss = await app.make.user({ isAdmin: true });
    for (const userAccount of ['nobody_here', "x' or '1'='1", 'ada@people.example']) {
      const { status, refusal } = await send(boss, { userAccount });
      expect(status).toBe(404);
      expect(refusal.msg).toBe('Nobody here has this username');
    }
  });

  it('is for admins', async () => {
    for (const input of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      expect((await send(await app.make.user(input))).status).toBe(403);
    }
    expect((await app.anybody().call('sendMail', wanted)).status).toBe(401);
  });
});

describe('unsubscribing', () => {
  it('takes a press without signing in, holds for mails to all, and goes back', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await send(boss);
    await sendMails(app.context);
    const [, link = ''] = /No more mails like this: (\S+)/.exec(mailsTo(app, ada.email)[0]?.text ?? '') ?? [];
    const path = new URL(link).pathname;
    const press = (fields: Record<string, string>) =>
      fetch(`${app.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    const page = await fetch(`${app.url}${path}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain('<button name="stop" value="yes">Send me no more news</button>');
    // The policy of pages lets no style in the page itself through.
    expect(text).not.toMatch(/<style|style="/);
    const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    expect((await fetch(`${app.url}${styles}`)).headers.get('content-type')).toBe('text/css; charset=utf-8');

    const all = await countUsers();
    expect(await (await press({ stop: 'yes' })).text()).toContain('You get no more news by mail.');
    expect(await (await fetch(`${app.url}${path}`)).text()).toContain(
      '<button name="again" value="yes">Send me news again</button>',
    );
    expect((await send(boss)).reply).toMatchObject({ recipients: all - 1 });
    await send(boss, { userAccount: ada.userName, subject: 'About your account' });
    await sendMails(app.context);
    expect(
      mailsTo(app, ada.email)
        .slice(1)
        .map(({ subject }) => subject),
    ).toEqual(['About your account']);

    expect(await (await press({ again: 'yes' })).text()).toContain('Welcome back');
    expect((await send(boss)).reply.recipients).toBe(all);
    // What mail readers send by themselves; and what was already waiting does not go out.
    await press({ 'List-Unsubscribe': 'One-Click' });
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(2);
  });

  it('knows no other key, and looking does nothing', async () => {
    for (const key of ['x', '3f1b8a34-0000-4000-8000-000000000000', '%00', "'or'"]) {
      expect((await fetch(`${app.url}/unsubscribe/${key}`)).status).toBe(404);
    }
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await send(boss);
    const row = await app.context.pool.get<{ key: string }>(
      'select unsubscribe_key as key from mail_preferences where user_id = $1',
      [ada.userId],
    );
    for (const method of ['HEAD', 'GET']) await fetch(`${app.url}/unsubscribe/${row.key}`, { method });
    const { at } = await app.context.pool.get<{ at: Date | null }>(
      'select unsubscribed_at as at from mail_preferences where user_id = $1',
      [ada.userId],
    );
    expect(at).toBeNull();
  });

  it('says that it is full only where it is, and that nothing was changed only where that is known', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await send(boss);
    const { key } = await app.context.pool.get<{ key: string }>(
      'select unsubscribe_key as key from mail_preferences where user_id = $1',
      [ada.userId],
    );
    const post = async (type: string, body: string) => {
      const headers = { 'content-type': type };
      const answer = await fetch(`${app.url}/unsubscribe/${key}`, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    };
    const form = 'application/x-www-form-urlencoded';
    for (const [type, body, status] of [
      [form, `stop=${'y'.repeat(5_000)}`, 413],
      ['application/pdf', 'stop=yes', 415],
      ['application/json', '{', 400],
    ] as const) {
      const answer = await post(type, body);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain('This link is not complete');
    }
    await app.owner.run(
      `create function ends_a_connection() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$`,
    );
    await app.owner.run(
      `create trigger ends_a_connection before update on mail_preferences for each row execute function ends_a_connection()`,
    );
    const failed = await post(form, 'stop=yes');
    await app.owner.run('drop function ends_a_connection cascade');
    expect(failed.status).toBe(503);
    expect(failed.text).toContain('it shows whether you still get news');
    for (const untrue of ['Too much at once', 'Nothing was changed'])
      expect(failed.text).not.toContain(untrue);
  });
});
