/** Passwords that were hashed when less was asked of a hash. */
import { hash, type Options } from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { hashPassword, isRightPassword } from '../../platform/passwords.ts';
import { renewHash } from './renew-hash.ts';

const app = useTestApp();
const logIn = async ({ userName }: TestUser, password: string) =>
  (await app.anybody().call('login', { userName, password })).status;
const hashOf = async ({ userId }: TestUser): Promise<string> => {
  const { hashed } = await app.context.pool.get<{ hashed: string }>(
    'select password_hash as hashed from users where id = $1',
    [userId],
  );
  return hashed;
};
const keep = (ada: TestUser, hashed: string) =>
  app.owner.run('update users set password_hash = $2 where id = $1', [ada.userId, hashed]);
const untilRenewed = (ada: TestUser, before: string) =>
  vi.waitFor(async () => {
    const now = await hashOf(ada);
    expect(now).not.toBe(before);
    return now;
  }, 10_000);
/** By numbers: the enums of the library have no values at run time. */
const older: Options = { memoryCost: 8_192, timeCost: 2, parallelism: 1 };
const parametersOf = (hashed: string) => hashed.split('$').slice(1, 4);

describe('a password whose hash is of before', () => {
  it.each([
    ['less memory', older],
    ['fewer rounds', { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
    ['another algorithm', { ...older, algorithm: 1, memoryCost: 19_456 }],
    ['an older version of it', { ...older, version: 0, memoryCost: 19_456 }],
  ])('(%s) is hashed as today by the next login, and opens as before', async (_what, options) => {
    const ada = await app.make.user();
    const today = parametersOf(await hashPassword(ada.password, 'known'));
    const before = await hash(ada.password, options);
    await keep(ada, before);
    expect(await logIn(ada, 'not it at all')).toBe(400);
    expect(await logIn(ada, ada.password)).toBe(200);
    const renewed = await untilRenewed(ada, before);
    expect(parametersOf(renewed)).toEqual(today);
    expect(await isRightPassword(renewed, ada.password, 'known')).toBe(true);
    expect(await logIn(ada, 'not it at all')).toBe(400);
    expect(await logIn(ada, ada.password)).toBe(200);
  });

  it('is not touched by whoever logs in otherwise: with today’s or a stronger hash, or with a wrong password', async () => {
    const [ada, bola, carol, last] = [
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
    ];
    const stronger = await hash(bola.password, { memoryCost: 20_000, timeCost: 3, parallelism: 1 });
    const weak = await hash(carol.password, older);
    await keep(bola, stronger);
    await keep(carol, weak);
    await keep(last, weak);
    const before = await hashOf(ada);
    expect(await logIn(ada, ada.password)).toBe(200);
    expect(await logIn(bola, bola.password)).toBe(200);
    expect(await logIn(carol, 'not it at all')).toBe(400);
    // What comes after them has been done: they would have been too.
    expect(await logIn(last, last.password)).toBe(200);
    await untilRenewed(last, weak);
    expect([await hashOf(ada), await hashOf(bola), await hashOf(carol)]).toEqual([before, stronger, weak]);
  });

  it('that is changed at the same moment stays changed, however the two meet', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ada = await app.make.user();
      const before = await hash(ada.password, older);
      await keep(ada, before);
      const passwords = { newPassword: 'another long phrase', newPasswordCheck: 'another long phrase' };
      const [entered, changed] = await Promise.all([
        logIn(ada, ada.password),
        app.as(ada).call('changePassword', { oldPassword: ada.password, ...passwords }),
      ]);
      expect([entered, changed.status]).toEqual([200, 200]);
      // Whatever is still on its way has an end.
      await vi.waitFor(async () => {
        expect(await isRightPassword(await hashOf(ada), 'another long phrase', 'known')).toBe(true);
      }, 10_000);
      await logIn(ada, 'another long phrase');
      expect(await isRightPassword(await hashOf(ada), 'another long phrase', 'known')).toBe(true);
    }
  });

  it('that somebody changes while the new hash is made is not put back', async () => {
    const ada = await app.make.user();
    const passwordHash = await hash(ada.password, older);
    const another = await hashPassword('quite another one', 'known');
    await keep(ada, passwordHash);
    let renewing = Promise.resolve();
    await app.owner.commit(async (db) => {
      await db.run('update users set password_hash = $2 where id = $1', [ada.userId, another]);
      renewing = renewHash(app.context, { id: ada.userId, passwordHash }, ada.password);
      // It has its new hash, and waits for the row.
      await vi.waitFor(async () => {
        const { count } = await app.owner.get<{ count: bigint }>(
          `select count(*) from pg_locks where not granted and locktype = 'transactionid'`,
        );
        expect(count).toBeGreaterThan(0n);
      }, 20_000);
    });
    await renewing;
    expect(await hashOf(ada)).toBe(another);
  });
});
