import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, resetLinkOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' } });

const create = async (ada: TestUser) =>
  (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password })).reply;
const works = async (apiToken: string) =>
  (await app.as({ token: apiToken }).call('getProfile')).status === 200;
const left = async ({ userId }: TestUser) =>
  (
    await app.context.pool.get<{ count: bigint }>('select count(*) from api_tokens where user_id = $1', [
      userId,
    ])
  ).count;

async function resetByMail(ada: TestUser) {
  await app.anybody().call('requestPasswordReset', { email: ada.email });
  await sendMails(app.context);
  return app.anybody().call('resetPassword', {
    ...resetLinkOf(app, ada.email),
    newPassword: 'a new password',
    newPasswordCheck: 'a new password',
  });
}

describe('no API token outlives a reset', () => {
  it('by the link of a mail, which "It was not me" leads to: a rotated one that still worked ends too', async () => {
    const ada = await app.make.user();
    const { token, apiToken } = await create(ada);
    const rotated = await app.as(ada).call('rotateApiToken', { id: token._id, password: ada.password });
    const stranger = await create(await app.make.user());
    expect([await works(apiToken), await works(rotated.reply.apiToken)]).toEqual([true, true]);
    expect((await resetByMail(ada)).status).toBe(200);
    for (const ended of [apiToken, rotated.reply.apiToken]) expect(await works(ended)).toBe(false);
    expect(await works(stranger.apiToken)).toBe(true);
    await sendMails(app.context);
    const texts = mailsTo(app, ada.email).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts.at(-1)).toContain('logs all devices out and ends all API tokens');
  });

  it('by staff, at the moment when the link is sent', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const { apiToken } = await create(ada);
    const input = { userId: String(ada.userId) };
    expect((await app.as(boss).call('resetUserPassword', input)).status).toBe(200);
    expect(await works(apiToken)).toBe(false);
    const { after } = await app.context.pool.get<{ after: unknown }>(
      `select after from staff_actions where action = 'resetUserPassword' and subject = $1`,
      [`user ${ada.userId}`],
    );
    expect(after).toMatchObject({ ended: { sessions: 1, apiTokens: 1 } });
  });

  it('by a change of the password that says so', async () => {
    const ada = await app.make.user();
    const { apiToken } = await create(ada);
    const { reply } = await app.as(ada).call('changePassword', {
      oldPassword: ada.password,
      newPassword: 'another password',
      newPasswordCheck: 'another password',
      endApiTokens: true,
    });
    expect(reply.msg).toBe(
      'Your password is changed. All other devices are logged out, and your API tokens have ended',
    );
    expect(await works(apiToken)).toBe(false);
  });

  it.each(['createApiToken', 'rotateApiToken'] as const)(
    'nor one that %s was making at that moment',
    async (call) => {
      const ada = await app.make.user();
      const { token } = await create(ada);
      // Somebody else resets: this commit holds the user while the token is being made.
      const making = await app.context.pool.commit(async (db) => {
        await app.context.sessions.endOthers(db, ada.userId, null);
        await app.context.sessions.endApiTokens(db, ada.userId);
        const asked = app.as(ada).call(call, { id: token._id, name: 'late', password: ada.password });
        await somebodyWaits();
        return { asked };
      });
      expect((await making.asked).status).toBe(401);
      expect(await left(ada)).toBe(0n);
    },
  );
});

/** Until some statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  const waits = async () => {
    const found = await app.owner.find(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return found !== undefined;
  };
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
}
