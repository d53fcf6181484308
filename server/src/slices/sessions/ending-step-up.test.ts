/** Logging other devices out takes a login or a step-up of a few minutes ago. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { SESSIONS_STEP_UP_MINUTES: '10' } });
const notAsking = useTestApp();

/** A session that was opened eleven minutes ago, and two of now. */
async function withOthers(on = app) {
  const ada = await on.make.user();
  const { userName, password } = ada;
  await on.owner.run(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [ada.userId],
  );
  const logIn = async () => (await on.anybody().call('login', { userName, password })).reply.token;
  return { ada, fresh: await logIn(), other: await logIn() };
}
const sessionsOf = async ({ token }: { token: string }) =>
  (await app.as({ token }).call('listSessions')).reply.sessions;
const idOf = async (who: { token: string }) =>
  (await sessionsOf(who)).find(({ isCurrent }) => isCurrent)?._id ?? '';
const isOpen = async (token: string) => (await app.as({ token }).call('isTokenValid')).reply.valid;
const stepUp = (ada: TestUser, body: Record<string, unknown> = {}) =>
  app.as(ada).call('confirmStepUp', { password: ada.password, ...body });

describe('whoever logged in long ago', () => {
  it('logs no other device out before saying who they are, and then one or all', async () => {
    const { ada, fresh, other } = await withOthers();
    const id = await idOf({ token: other });
    const ends = [
      () => app.as(ada).call('endSession', { id }),
      () => app.as(ada).call('endOtherSessions'),
    ] as const;
    for (const end of ends) expect((await end()).refusal.code).toBe('step_up_required');
    expect((await stepUp(ada, { password: 'not it at all' })).refusal.code).toBe('wrong_password');
    expect((await ends[0]()).refusal.code).toBe('step_up_required');
    expect([await isOpen(fresh), await isOpen(other)]).toEqual([true, true]);
    expect((await stepUp(ada)).status).toBe(200);
    for (const end of ends) expect((await end()).status).toBe(200);
    await expect.poll(async () => [await isOpen(fresh), await isOpen(other)]).toEqual([false, false]);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  it('is asked for the code as well where two-step login is on', async () => {
    const { ada } = await withOthers();
    const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
    await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await stepUp(ada)).refusal.code).toBe('totp_required');
    expect((await stepUp(ada, { code: codeOf(setupKey, 1) })).status).toBe(200);
    expect((await app.as(ada).call('endOtherSessions')).status).toBe(200);
  });

  it('logs out on this device at any time, by the list as well', async () => {
    const { ada } = await withOthers();
    expect((await app.as(ada).call('endSession', { id: await idOf(ada) })).status).toBe(200);
    await expect.poll(() => isOpen(ada.token)).toBe(false);
    const { ada: bola } = await withOthers();
    expect((await app.as(bola).call('logout')).status).toBe(200);
  });

  it('finds nothing out about sessions of others', async () => {
    const [{ ada }, { ada: eve }] = [await withOthers(), await withOthers()];
    const id = await idOf(ada);
    expect((await app.as(eve).call('endSession', { id })).refusal.code).toBe('step_up_required');
    expect((await stepUp(eve)).status).toBe(200);
    expect((await app.as(eve).call('endSession', { id })).status).toBe(404);
    expect(await isOpen(ada.token)).toBe(true);
  });
});

describe('whoever has just logged in', () => {
  it('logs all others out at once, and is asked for nothing', async () => {
    const { ada, fresh, other } = await withOthers();
    expect((await app.as({ token: fresh }).call('endOtherSessions')).status).toBe(200);
    await expect.poll(async () => [await isOpen(ada.token), await isOpen(other)]).toEqual([false, false]);
    expect(await isOpen(fresh)).toBe(true);
  });
});

it('a sandbox asks nobody', async () => {
  const { ada } = await withOthers(notAsking);
  expect((await notAsking.as(ada).call('endOtherSessions')).status).toBe(200);
});
