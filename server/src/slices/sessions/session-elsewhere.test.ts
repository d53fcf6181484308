import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { hashToken } from '../../platform/sessions/find-token.ts';
import { untilCommitted } from '../../platform/testing/until-committed.ts';
import { createNoteElsewhere } from './note-elsewhere.ts';
import { browser, logInWith, statusOf } from './testing/browser.ts';

const app = useTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
const foreign = {
  'x-forwarded-for': '185.2.3.4',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/149.0 Safari/537.36',
};

const logIn = (person: TestUser, headers: Record<string, string> = browser) =>
  logInWith(app, person, headers);
const statusWith = (token: string, headers: Record<string, string>) => statusOf(app, token, headers);

const eventsOf = ({ userId }: TestUser) =>
  app.owner.rows<{ outcome: string; detail: string | null; device: string; from: string }>(
    `select outcome, detail, device, address_prefix as "from" from security_events where user_id = $1 and what = 'session_elsewhere'`,
    [userId],
  );
const countOf = (ada: TestUser) => async (): Promise<number> => (await eventsOf(ada)).length;
const patient = { timeout: 10_000 };

/** By a process that remembers nothing, and waits until what it writes is there. */
async function showElsewhere(ada: TestUser, token: string): Promise<void> {
  const shown = { userId: ada.userId, tokenHash: hashToken(token), id: 'test', ip: '185.2.3.4' };
  await untilCommitted(app.context, (context) =>
    createNoteElsewhere(context)({ ...shown, userAgent: undefined }),
  );
}

async function mailsOf(ada: TestUser): Promise<string[]> {
  await sendMails(app.context);
  return mailsTo(app, ada.email)
    .filter(({ subject }) => subject.includes('Refused log in'))
    .map(({ text }) => text);
}

describe('a session that a browser opened', () => {
  it('is not used by whoever shows it without the cookie, and by its browser afterwards', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const [of, ofBola] = [await logIn(ada), await logIn(bola)];
    for (const { userId } of [ada, bola]) {
      await app.owner.run(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
        userId,
      ]);
      await app.context.sessions.forget(app.context.pool, userId);
    }
    const isUnused = async ({ userId }: TestUser) =>
      (
        await app.owner.get<{ is: boolean }>(
          `select last_used_at < now() - interval '59 minutes' as is from sessions where user_id = $1 order by id desc limit 1`,
          [userId],
        )
      ).is;
    expect(await statusWith(of.token, foreign)).toBe(401);
    // Uses are written in their order.
    expect(await statusWith(ofBola.token, { cookie: ofBola.cookie })).toBe(200);
    await expect.poll(() => isUnused(bola), patient).toBe(false);
    expect(await isUnused(ada)).toBe(true);
    // The process remembers what the stranger asked for.
    expect(await statusWith(of.token, { cookie: of.cookie })).toBe(200);
    await expect.poll(() => isUnused(ada), patient).toBe(false);
  });

  it('is told to its owner three times in a day at most, however many there are', async () => {
    const ada = await app.make.user();
    for (let time = 0; time < 4; time += 1) await showElsewhere(ada, (await logIn(ada)).token);
    expect(await countOf(ada)()).toBe(4);
    expect(await mailsOf(ada)).toHaveLength(3);
  });

  it('is on record where it is shown without the cookie, and its owner is told what that may be', async () => {
    const ada = await app.make.user();
    const { token, cookie } = await logIn(ada);
    expect(await statusWith(token, { cookie })).toBe(200);
    expect(await statusWith(token, foreign)).toBe(401);
    await expect.poll(countOf(ada), patient).toBe(1);
    expect(await eventsOf(ada)).toEqual([
      { outcome: 'refused', detail: null, device: 'Chrome on Windows', from: '185.2.x.x' },
    ]);
    const [mail = '', ...others] = await mailsOf(ada);
    expect(others).toEqual([]);
    expect(mail).toContain('without the browser it was opened in');
    expect(mail).toContain('It may have been your own browser');
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    expect(events.map(({ what }) => what)).toContain('session_elsewhere');
  });

  it.each<[string, (token: string, headers: Record<string, string>) => Promise<unknown>]>([
    ['asks with another cookie', (token) => statusWith(token, { cookie: `device=${'A'.repeat(43)}` })],
    [
      'follows the events',
      (token, headers) => fetch(`${app.url}/events`, { headers: { 'x-auth-token': token, ...headers } }),
    ],
    ['asks whether it is valid', (token) => app.as({ token }).call('isTokenValid')],
    [
      'reads the documentation',
      (token, headers) =>
        fetch(`${app.url}/openapi.json`, { headers: { 'x-auth-token': token, ...headers } }),
    ],
  ])('is on record also when somebody %s', async (_how, ask) => {
    const ada = await app.make.user();
    const { token } = await logIn(ada);
    await ask(token, foreign);
    await expect.poll(countOf(ada), patient).toBe(1);
  });

  it('is on record once in an hour and told once in a day, however often and by whichever process', async () => {
    const ada = await app.make.user();
    const { token } = await logIn(ada);
    for (let time = 0; time < 5; time += 1) await statusWith(token, foreign);
    await expect.poll(countOf(ada), patient).toBe(1);
    await showElsewhere(ada, token);
    expect(await eventsOf(ada)).toHaveLength(1);
    const nextWindow = (name: string) =>
      app.owner.run(`update attempt_counters set window_ends_at = now() where key like $1 || ':%'`, [name]);
    await nextWindow('session elsewhere');
    await showElsewhere(ada, token);
    expect(await eventsOf(ada)).toHaveLength(2);
    expect(await mailsOf(ada)).toHaveLength(1);
    await nextWindow('session elsewhere');
    await nextWindow('session elsewhere told');
    await showElsewhere(ada, token);
    expect(await mailsOf(ada)).toHaveLength(2);
  });

  it('is on record by itself beside another one, and where wrong proofs have filled the hour', async () => {
    const ada = await app.make.user();
    const [one, other] = [await logIn(ada), await logIn(ada)];
    await app.owner.run(
      `insert into security_events (user_id, what, outcome) select $1, 'login', 'wrong' from generate_series(1, 60)`,
      [ada.userId],
    );
    await statusWith(one.token, foreign);
    await statusWith(other.token, { ...foreign, cookie: one.cookie });
    await expect.poll(countOf(ada), patient).toBe(2);
  });

  it('asks the database about a flood once', async () => {
    let commits = 0;
    const { log } = app.context;
    const commit = (): Promise<never> => {
      commits += 1;
      return new Promise<never>(() => undefined);
    };
    const note = createNoteElsewhere({ pool: { ...app.context.pool, commit }, log });
    const shown = {
      userId: 1n,
      tokenHash: hashToken('one'),
      id: 'test',
      ip: '185.2.3.4',
      userAgent: undefined,
    };
    for (let time = 0; time < 1_000; time += 1) note(shown);
    expect(commits).toBe(1);
    note({ ...shown, tokenHash: hashToken('other') });
    expect(commits).toBe(2);
  });
});

/** From where they came, once one more is there, which is written after all that was asked before it. */
async function placesWithOneMore(ada: TestUser): Promise<string[]> {
  const { token } = await logIn(ada);
  await statusWith(token, { 'x-forwarded-for': '41.58.1.2' });
  const places = async () => (await eventsOf(ada)).map(({ from }) => from);
  await expect.poll(places, patient).toContain('41.58.x.x');
  return places();
}

describe('nothing is on record', () => {
  it('of what is no session, or none any more, or one whose device is gone', async () => {
    const ada = await app.make.user();
    const out = await logIn(ada);
    await app.as({ token: out.token }).call('logout', undefined, { headers: { cookie: out.cookie } });
    const forgotten = await logIn(ada);
    await app.owner.run('delete from devices where user_id = $1', [ada.userId]);
    await app.context.sessions.forget(app.context.pool, ada.userId);
    const ended = await logIn(ada);
    await app.owner.run(`update sessions set expires_at = now() where token_hash = $1`, [
      hashToken(ended.token),
    ]);
    for (const token of ['A'.repeat(43), out.token, forgotten.token, ended.token]) {
      expect(await statusWith(token, foreign)).toBe(401);
    }
    // Whoever remembers them a moment longer finds that they have ended.
    for (const token of [out.token, ended.token]) await showElsewhere(ada, token);
    expect(await placesWithOneMore(ada)).toEqual(['41.58.x.x']);
  });

  it('of a program, an API token, and a browser with its cookie', async () => {
    const ada = await app.make.user();
    const made = await app.as(ada).call('createApiToken', { name: 'till', password: ada.password });
    const [program, page] = [await logIn(ada, {}), await logIn(ada)];
    expect(await statusWith(program.token, foreign)).toBe(200);
    expect(await statusWith(made.reply.apiToken, foreign)).toBe(200);
    expect(await statusWith(page.token, { ...foreign, cookie: page.cookie })).toBe(200);
    expect(await placesWithOneMore(ada)).toEqual(['41.58.x.x']);
  });
});
