import { describe, expect, it } from 'vitest';
import { useTestApp, type TestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';
import { addPasskey, askedIn, somebodyWaits } from './passkeys/testing/people.ts';

const either = useTestApp({ env: { STAFF_TOTP: 'on', STAFF_STEP_UP_MINUTES: '5' } });
const passkeyOnly = useTestApp({ env: { STAFF_TOTP: 'on', STAFF_SECOND_FACTORS: 'passkey' } });
const codesOnly = useTestApp({ env: { STAFF_TOTP: 'on', STAFF_SECOND_FACTORS: 'totp' } });

const withTotp = async (app: TestApp, staff: TestUser) => {
  const { setupKey } = (await app.as(staff).call('beginTotp', { password: staff.password })).reply;
  await app.as(staff).call('confirmTotp', { code: codeOf(setupKey) });
  return setupKey;
};
const mayWork = async (app: TestApp, staff: TestUser) => {
  const { isTotpRequired } = (await app.as(staff).call('getSecurity')).reply;
  await expect
    .poll(async () => (await app.as(staff).call('listUsers')).status)
    .toBe(isTotpRequired ? 403 : 200);
  return !isTotpRequired;
};

describe('staff of whom a second factor is asked', () => {
  it('work with a passkey or with codes, whichever they have', async () => {
    const [boss, agent] = [
      await either.make.user({ isAdmin: true }),
      await either.make.user({ isAgent: true }),
    ];
    expect(await mayWork(either, boss)).toBe(false);
    expect((await either.as(boss).call('getSecurity')).reply.staffSecondFactors).toEqual(['totp', 'passkey']);
    await addPasskey(either, boss);
    expect(await mayWork(either, boss)).toBe(true);
    await withTotp(either, agent);
    expect(await mayWork(either, agent)).toBe(true);
  });

  it('work with a passkey only where the installation names that', async () => {
    const boss = await passkeyOnly.make.user({ isAdmin: true });
    const setupKey = await withTotp(passkeyOnly, boss);
    expect(await mayWork(passkeyOnly, boss)).toBe(false);
    await addPasskey(passkeyOnly, boss, undefined, {
      stepUp: { password: boss.password, code: codeOf(setupKey, 1) },
    });
    expect(await mayWork(passkeyOnly, boss)).toBe(true);
  });

  it('work with codes only where it names those', async () => {
    const boss = await codesOnly.make.user({ isAdmin: true });
    await addPasskey(codesOnly, boss);
    expect(await mayWork(codesOnly, boss)).toBe(false);
  });

  it('keep their last passkey, of two removals at once one', async () => {
    const boss = await either.make.user({ isAdmin: true });
    const first = await addPasskey(either, boss);
    const remove = (id: string, more: Record<string, unknown> = {}) =>
      either.as(boss).call('removePasskey', { id, ...more });
    const asked = first.passkey.answer(askedIn(await remove(first.id)));
    expect((await remove(first.id, { passkey: asked })).refusal.code).toBe('last_second_factor');
    const second = await addPasskey(either, boss, undefined, {
      stepUp: { password: boss.password, code: first.recoveryCodes[0] },
    });
    // Both have come as far as they can before either is done.
    const { removing } = await either.context.pool.commit(async (db) => {
      await db.run('select from users where id = $1 for no key update', [boss.userId]);
      const begun = [first.id, second.id].map((id, place) =>
        remove(id, { password: boss.password, code: first.recoveryCodes[place + 1] }),
      );
      await somebodyWaits(either, { times: 2 });
      return { removing: Promise.all(begun) };
    });
    const removed = await removing;
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await either.as(boss).call('listPasskeys')).reply.passkeys).toHaveLength(1);
  });

  it('remove it where codes are left to them, and others always do', async () => {
    const [boss, ada] = [await either.make.user({ isAdmin: true }), await either.make.user()];
    for (const person of [boss, ada]) {
      const { id, passkey, recoveryCodes } = await addPasskey(either, person);
      if (person === boss) {
        const begun = await either
          .as(boss)
          .call('beginTotp', { password: boss.password, code: recoveryCodes[0] });
        await either.as(boss).call('confirmTotp', { code: codeOf(begun.reply.setupKey) });
      }
      const asked = askedIn(await either.as(person).call('removePasskey', { id }));
      const removed = await either.as(person).call('removePasskey', { id, passkey: passkey.answer(asked) });
      expect(removed.status).toBe(200);
    }
    expect(await mayWork(either, boss)).toBe(true);
  });

  it('step up with a passkey alone', async () => {
    const [boss, ada] = [await either.make.user({ isAdmin: true }), await either.make.user()];
    const { passkey } = await addPasskey(either, boss);
    await either.owner.run(
      `update sessions set created_at = created_at - interval '6 minutes' where user_id = $1`,
      [boss.userId],
    );
    const issue = () =>
      either.as(boss).call('transferFund', { userName: ada.userName, amount: 10, force: true });
    expect((await issue()).refusal.code).toBe('step_up_required');
    const asked = askedIn(await either.as(boss).call('confirmStepUp', {}));
    expect((await either.as(boss).call('confirmStepUp', { passkey: passkey.answer(asked) })).status).toBe(
      200,
    );
    expect((await issue()).status).toBe(200);
  });
});
