/** The session of a program goes on with another token after its owner said anew who they are, and breaks nothing that is at work. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

type Body = Record<string, unknown>;

const statusWith = async (token: string): Promise<number> =>
  (await app.as({ token }).call('getProfile')).status;

/** Says anew who somebody is, by this token. Gives the one that takes its place. */
async function stepsUp(admin: TestUser, token = admin.token): Promise<string> {
  const answer = await app.as({ token }).call('confirmStepUp', { password: admin.password });
  expect(answer.status).toBe(200);
  return String(answer.headers.get('x-new-token'));
}

/** As if so much time had gone by since a token was replaced. */
async function age(user: TestUser, minutes: number): Promise<void> {
  const { pool } = app.context;
  await app.owner.run(
    `update session_tokens t set ends_at = t.ends_at - make_interval(mins => $2) from sessions s
     where s.token_hash = t.session_hash and s.user_id = $1`,
    [user.userId, minutes],
  );
  await pool.commit((db) => app.context.sessions.forget(db, user.userId));
}

const minutesLeft = async (user: TestUser): Promise<(number | null)[]> => {
  const rows = await app.owner.rows<{ left: number | null }>(
    `select (extract(epoch from t.ends_at - now()) / 60)::float8 as left from session_tokens t
     join sessions s on s.token_hash = t.session_hash where s.user_id = $1 order by t.ends_at nulls last`,
    [user.userId],
  );
  return rows.map(({ left }) => (left === null ? null : Math.ceil(left)));
};

const sessionsOf = async (token: string) => (await app.as({ token }).call('listSessions')).reply.sessions;

describe('a session of a program whose owner says anew who they are', () => {
  it.each([
    ['by a step-up', 60, 'confirmStepUp' as const, (password: string): Body => ({ password })],
    [
      'with a new password',
      10,
      'changePassword' as const,
      (oldPassword: string): Body => ({
        oldPassword,
        newPassword: 'another long phrase',
        newPasswordCheck: 'another long phrase',
      }),
    ],
  ])('%s has another token, and for %i minutes also the one before', async (_how, minutes, call, body) => {
    const admin = await app.make.user({ isAdmin: true });
    const wrong = await app.as(admin).call(call, body('not it at all'));
    expect([wrong.status, wrong.headers.get('x-new-token')]).toEqual([403, null]);
    const answer = await app.as(admin).call(call, body(admin.password));
    expect(answer.status).toBe(200);
    const next = String(answer.headers.get('x-new-token'));
    expect(next).toMatch(/^[\w-]{43}$/);
    expect(await minutesLeft(admin)).toEqual([minutes, null]);
    await age(admin, minutes - 1);
    expect(await statusWith(admin.token)).toBe(200);
    await age(admin, 1);
    expect(await statusWith(admin.token)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  it('ends the one before a minute after the first use of the new one, everywhere', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const next = await stepsUp(admin);
    expect(await statusWith(admin.token)).toBe(200);
    expect(await minutesLeft(admin)).toEqual([60, null]);
    expect(await statusWith(next)).toBe(200);
    await expect.poll(() => minutesLeft(admin)).toEqual([1, null]);
    // What a process remembers of it is no older than that.
    await app.owner.run(
      `update session_tokens t set ends_at = now() + interval '50 ms' where t.ends_at is not null`,
    );
    await expect.poll(() => statusWith(admin.token), { timeout: 10_000 }).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  it('is one session: listed once, and proved for both tokens', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const next = await stepsUp(admin);
    for (const token of [admin.token, next])
      expect(await sessionsOf(token)).toEqual([expect.objectContaining({ isCurrent: true })]);
    const { sessions } = app.context;
    const [before, after] = [await sessions.find(admin.token), await sessions.find(next)];
    expect(before?.tokenHash).toEqual(after?.tokenHash);
  });

  it('goes from token to token; the first never opens anything again', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const second = await stepsUp(admin);
    const third = await stepsUp(admin, second);
    // The second one was used.
    await expect.poll(() => minutesLeft(admin)).toEqual([1, 60, null]);
    const fourth = await stepsUp(admin, third);
    await age(admin, 60);
    for (const token of [admin.token, second, third]) expect(await statusWith(token)).toBe(401);
    expect(await statusWith(await stepsUp(admin, fourth))).toBe(200);
    expect(await statusWith(admin.token)).toBe(401);
  });

  it('by a new password shortens what tokens of before have left', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await stepsUp(admin);
    const passwords = { newPassword: 'another long phrase', newPasswordCheck: 'another long phrase' };
    const body = { oldPassword: admin.password, ...passwords };
    expect((await app.as(admin).call('changePassword', body)).status).toBe(200);
    expect(await minutesLeft(admin)).toEqual([10, 10, null]);
  });

  it('has of the tokens that are over the row of the first one alone', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const second = await stepsUp(admin);
    const third = await stepsUp(admin, second);
    await age(admin, 60);
    await stepsUp(admin, third);
    expect(await minutesLeft(admin)).toEqual([expect.any(Number), expect.any(Number), null]);
    for (const token of [admin.token, second]) expect(await statusWith(token)).toBe(401);
  });

  it('that never reads the new token is over an hour after it first could', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await stepsUp(admin);
    await age(admin, 30);
    await stepsUp(admin);
    expect(await minutesLeft(admin)).toEqual([30, 60, null]);
    await age(admin, 30);
    expect(await statusWith(admin.token)).toBe(401);
  });

  it.each([
    ['the token before', (before: string) => before],
    ['the new token', (_before: string, next: string) => next],
  ])('is logged out as a whole by %s', async (_which, shown) => {
    const admin = await app.make.user({ isAdmin: true });
    const next = await stepsUp(admin);
    expect((await app.as({ token: shown(admin.token, next) }).call('logout')).status).toBe(200);
    for (const token of [admin.token, next]) expect(await statusWith(token)).toBe(401);
  });

  it('is kept alive by the token before', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await stepsUp(admin);
    await app.owner.run(
      `update sessions set last_used_at = now() - interval '5 minutes' where user_id = $1`,
      [admin.userId],
    );
    await age(admin, 0);
    expect(await statusWith(admin.token)).toBe(200);
    const isFresh = async () =>
      (
        await app.owner.get<{ fresh: boolean }>(
          `select last_used_at > now() - interval '1 minute' as fresh from sessions where user_id = $1`,
          [admin.userId],
        )
      ).fresh;
    await expect.poll(isFresh).toBe(true);
    expect(await minutesLeft(admin)).toEqual([60, null]);
  });
});
