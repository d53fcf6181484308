import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' } });

const ask = (email: string) => app.anybody().call('requestPasswordReset', { email });
const logIn = (ada: TestUser, password: string) =>
  app.anybody().call('login', { userName: ada.userName, password });

async function linkFor(ada: TestUser) {
  await ask(ada.email);
  await sendMails(app.context);
  return resetLinkOf(app, ada.email);
}

const reset = (link: { userId: string; token: string }, changes: Record<string, unknown> = {}) =>
  app.anybody().call('resetPassword', {
    userId: link.userId,
    token: link.token,
    newPassword: 'a new password',
    newPasswordCheck: 'a new password',
    ...changes,
  });

describe('resetting a password', () => {
  it('works by the link of the mail, ends every session and tells the user', async () => {
    const ada = await app.make.user();
    const link = await linkFor(ada);
    expect(link.userId).toBe(String(ada.userId));
    expect(Buffer.from(link.token, 'base64url')).toHaveLength(32);
    expect((await reset(link)).reply.msg).toBe('Your password is changed. Log in with the new one');
    expect((await logIn(ada, ada.password)).status).toBe(400);
    expect((await logIn(ada, 'a new password')).status).toBe(200);
    await expect.poll(async () => (await app.as(ada).call('getProfile')).status).toBe(401);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).map(({ subject }) => subject)).toEqual([
      'Set a new Jara password',
      'Your Jara password was changed',
    ]);
    const { at } = await app.context.pool.get<{ at: Date | null }>(
      'select password_reset_at as at from users where id = $1',
      [ada.userId],
    );
    expect(at).toBeInstanceOf(Date);
  });

  it('is asked for by e-mail, username and phone number', async () => {
    const ada = await app.make.user();
    for (const name of [ada.email.toUpperCase(), ` ${ada.userName} `, ada.phone]) await ask(name);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(3);
  });

  it('gives each link once, and 50 uses at once change the password once', async () => {
    const ada = await app.make.user();
    const link = await linkFor(ada);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        reset(link, { newPassword: `my new password is ${n}`, newPasswordCheck: `my new password is ${n}` }),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.refusal).toMatchObject({ code: 'reset_link_over' });
    }
    expect((await logIn(ada, `my new password is ${winners[0]}`)).status).toBe(200);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(2);
  });

  it('keeps a link to its user, its time and the newest of them', async () => {
    const [ada, obi] = [await app.make.user(), await app.make.user()];
    const first = await linkFor(ada);
    const second = await linkFor(ada);
    expect((await reset(first)).refusal.code).toBe('reset_link_over');
    expect((await reset({ ...second, userId: String(obi.userId) })).refusal.code).toBe('reset_link_over');
    await app.context.pool.run(
      `update password_resets set expires_at = now() - interval '1 second' where user_id = $1`,
      [ada.userId],
    );
    expect((await reset(second)).refusal.code).toBe('reset_link_over');
    expect((await logIn(ada, ada.password)).status).toBe(200);
    expect((await logIn(obi, obi.password)).status).toBe(200);
  });

  it('ends the link when the password is changed in the profile', async () => {
    const ada = await app.make.user();
    const link = await linkFor(ada);
    await app.as(ada).call('changePassword', {
      oldPassword: ada.password,
      newPassword: 'chosen by myself',
      newPasswordCheck: 'chosen by myself',
    });
    expect((await reset(link)).refusal.code).toBe('reset_link_over');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).at(-1)?.subject).toBe('Your Jara password was changed');
  });

  it('stores no token that can be read', async () => {
    const ada = await app.make.user();
    const { token } = await linkFor(ada);
    const tables = ['mails', 'password_resets', 'attempt_counters', 'users', 'staff_actions'];
    for (const table of tables) {
      const rows = await app.context.pool.rows<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    }
  });

  it.each([
    [{ newPassword: 'short', newPasswordCheck: 'short' }, 'Use at least 8 characters for the password'],
    [{ newPasswordCheck: 'another one' }, 'Enter the same password twice'],
    [{ newPassword: '' }, 'All fields are required'],
    [{ newPasswordCheck: ' ' }, 'All fields are required'],
    [{ token: '' }, 'All fields are required'],
    [{ userId: undefined }, 'All fields are required'],
  ])('refuses %j, and the link still works', async (changes, msg) => {
    const ada = await app.make.user();
    const link = await linkFor(ada);
    const { status, refusal } = await reset(link, changes);
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg });
    expect((await reset(link)).status).toBe(200);
  });

  it.each(['x', 'A'.repeat(43), '../../etc/passwd', "' or '1'='1", '\u0001'])(
    'refuses the token %j',
    async (token) => {
      const ada = await app.make.user();
      await linkFor(ada);
      expect((await reset({ userId: String(ada.userId), token })).refusal.code).toBe('reset_link_over');
      expect((await reset({ userId: token.slice(0, 40), token })).refusal.code).toBe('reset_link_over');
    },
  );
});

describe('asking for a link', () => {
  it('tells nobody whether an account exists', async () => {
    const ada = await app.make.user();
    const names = [ada.email, ada.userName, ada.phone, 'nobody@people.example', 'nobody_here', 'x', '\u0001'];
    const answers = await Promise.all(names.map(ask));
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(answers[0]?.body);
      expect([...headers.keys()].toSorted()).toEqual([...(answers[0]?.headers.keys() ?? [])].toSorted());
    }
  });

  it('mails three links an hour, and says the same of the fourth', async () => {
    const ada = await app.make.user();
    const answers = [];
    for (const name of [ada.email, ada.userName, ada.phone, ada.email, ada.userName]) {
      answers.push((await ask(name)).body);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(3);
  });

  it.each([undefined, '', '  '])('asks for a missing name: %j', async (email) => {
    const { status, refusal } = await app.anybody().call('requestPasswordReset', { email });
    expect(status).toBe(400);
    expect(refusal.msg).toBe('Enter an your email');
  });

  it('puts nothing of the request into the link', async () => {
    const ada = await app.make.user();
    const body = JSON.stringify({ email: ada.email });
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        `${app.url}/api/v1/auth/requestPasswordReset`,
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'https',
            forwarded: 'host=evil.example',
            origin: 'https://evil.example',
            referer: 'https://evil.example/',
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
    expect(status).toBe(200);
    await sendMails(app.context);
    expect(resetLinkOf(app, ada.email).url).toMatch(
      /^http:\/\/shop\.example\/passwordReset#userId=\d+&token=/,
    );
    expect(JSON.stringify(mailsTo(app, ada.email))).not.toContain('evil');
  });
});

describe('staff resetting the password of a user', () => {
  it('send the link to the user alone, end the sessions and are on record', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const { reply } = await app.as(boss).call('resetUserPassword', {
      userId: String(ada.userId),
      reason: ' They called ',
    });
    expect(Object.keys(reply)).toEqual(['msg']);
    await sendMails(app.context);
    const link = resetLinkOf(app, ada.email);
    expect(JSON.stringify(reply)).not.toContain(link.token);
    expect(mailsTo(app, boss.email)).toEqual([]);
    await expect.poll(async () => (await app.as(ada).call('getProfile')).status).toBe(401);
    expect((await reset(link)).status).toBe(200);
    const action = await app.context.pool.get<{ subject: string; actor_id: bigint; reason: string }>(
      `select subject, actor_id, reason from staff_actions where action = 'resetUserPassword' order by id desc limit 1`,
    );
    expect(action).toEqual({
      subject: `user ${ada.userId}`,
      actor_id: boss.userId,
      reason: 'They called',
    });
  });

  it.each(['', '0', '-1', 'x', '99999999', '9'.repeat(40)])('know no user %j', async (userId) => {
    const boss = await app.make.user({ isAdmin: true });
    const { status } = await app.as(boss).call('resetUserPassword', { userId });
    expect(status).toBe(404);
  });

  it('are admins', async () => {
    const ada = await app.make.user();
    for (const input of [{}, { isAgent: true }, { isCouponVendor: true }]) {
      const caller = await app.make.user(input);
      const { status } = await app.as(caller).call('resetUserPassword', { userId: String(ada.userId) });
      expect(status).toBe(403);
    }
    expect((await app.anybody().call('resetUserPassword', { userId: String(ada.userId) })).status).toBe(401);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toEqual([]);
  });
});
