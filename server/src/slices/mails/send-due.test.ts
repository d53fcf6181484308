import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { MAIL_CONNECTIONS: '8' } });

const sendTo = (boss: TestUser, ada: TestUser) =>
  app.as(boss).call('sendMail', {
    subject: `For ${ada.userName}`,
    message: 'Hello',
    url: 'https://shop.example/',
    linkMessage: 'Go',
    userAccount: ada.userName,
  });
const rowOf = (ada: TestUser) =>
  app.context.pool.get<{
    state: string;
    tries: number;
    last_answer: string | null;
    next_try_at: Date | null;
  }>('select state, tries, last_answer, next_try_at from mails where user_id = $1 order by id desc limit 1', [
    ada.userId,
  ]);
const makeDue = () => app.context.pool.run('update mails set next_try_at = now() where done_at is null');

describe('the outbox', () => {
  it('tries again what was put off, and not before its time', async () => {
    const [boss, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ userName: 'later_ada' }),
    ];
    await sendTo(boss, ada);
    for (const tries of [1, 2]) {
      await sendMails(app.context);
      await sendMails(app.context);
      expect(await rowOf(ada)).toMatchObject({ state: 'queued', tries });
      await makeDue();
    }
    await sendMails(app.context);
    expect(await rowOf(ada)).toMatchObject({ state: 'sent', tries: 3, next_try_at: null });
    expect(mailsTo(app, ada.email)).toHaveLength(1);
  });

  it('gives up on a final no, and on what is put off for two days', async () => {
    const [boss, ada, obi] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ userName: 'refuse_ada' }),
      await app.make.user({ userName: 'later_obi' }),
    ];
    await sendTo(boss, ada);
    await sendTo(boss, obi);
    await app.context.pool.run(
      `update mails set created_at = now() - interval '49 hours' where user_id = $1`,
      [obi.userId],
    );
    await sendMails(app.context);
    expect(await rowOf(ada)).toMatchObject({ state: 'refused', next_try_at: null });
    expect((await rowOf(ada)).last_answer).toContain('550');
    expect(await rowOf(obi)).toMatchObject({ state: 'given_up', next_try_at: null });
  });

  it('never sends a mail of a campaign again that may have arrived, but a link for a password', async () => {
    const [boss, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ userName: 'lost_ada' }),
    ];
    await sendTo(boss, ada);
    await sendMails(app.context);
    expect(await rowOf(ada)).toMatchObject({ state: 'unknown', next_try_at: null });
    await app.anybody().call('requestPasswordReset', { email: ada.email });
    for (const state of ['queued', 'queued', 'unknown']) {
      await sendMails(app.context);
      expect(await rowOf(ada)).toMatchObject({ state });
      await makeDue();
    }
    await sendMails(app.context);
    const mails = mailsTo(app, ada.email);
    expect(mails).toHaveLength(4);
    // The three are one mail to whoever looks at its id.
    expect(new Set(mails.slice(1).map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('does not send again what was leaving when the program died', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await sendTo(boss, ada);
    await app.context.pool.run(`update mails set state = 'sending' where user_id = $1`, [ada.userId]);
    await sendMails(app.context);
    expect(await rowOf(ada)).toMatchObject({ state: 'unknown' });
    expect(mailsTo(app, ada.email)).toEqual([]);
  });

  it('leaves a mail to whoever took it over', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await sendTo(boss, ada);
    await fetch(`${app.sandbox.url}/control/faces/smtp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ latencyMs: 400 }),
    });
    const sending = sendMails(app.context);
    await expect.poll(async () => (await rowOf(ada)).tries).toBe(1);
    // As another process does when this one was stopped for longer than its claim lasts.
    await app.context.pool.run(`update mails set attempt_id = gen_random_uuid() where user_id = $1`, [
      ada.userId,
    ]);
    await sending;
    expect(mailsTo(app, ada.email)).toEqual([]);
    expect(await rowOf(ada)).toMatchObject({ state: 'queued' });
    await fetch(`${app.sandbox.url}/control/faces/smtp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ latencyMs: 0 }),
    });
    await makeDue();
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(1);
  });

  it('waits for a mail server that is down, and counts no try', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const setDown = (down: boolean) =>
      fetch(`${app.sandbox.url}/control/faces/smtp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ down }),
      });
    await setDown(true);
    await sendTo(boss, ada);
    await sendMails(app.context);
    expect(app.takeErrors().join()).toContain('the mail server does not take our mails; they wait');
    expect(await rowOf(ada)).toMatchObject({ state: 'queued', tries: 0 });
    await setDown(false);
    await expect
      .poll(
        async () => {
          await sendMails(app.context);
          return mailsTo(app, ada.email).length;
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(1);
  });
});
