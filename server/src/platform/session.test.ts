import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { createUser } from '../slices/accounts/create-user.ts';
import type { Pool } from './db.ts';
import { createSessions, type Sessions } from './session.ts';
import type { Principal } from './sessions/principal.ts';
import { createKeyring } from './keys/keyring.ts';

const db = useTestPool(6);
const settings = {
  idleHours: 12,
  absoluteDays: 30,
  staffIdleMinutes: 30,
  staffHours: 12,
  keys: createKeyring('s'.repeat(32)),
};

/** Two processes, each with its own memory. */
let here: Sessions;
let there: Sessions;
let users = 0;
let userId: bigint;

beforeAll(async () => {
  here = await createSessions(db.pool, settings);
  there = await createSessions(db.pool, settings);
});
beforeEach(async () => {
  users += 1;
  const person = {
    userName: `user_${users}`,
    email: `${users}@people.example`,
    phone: `0803${String(users).padStart(7, '0')}`,
  };
  const made = await db.pool.commit((on) =>
    createUser(on, { ...person, fullName: 'Ada', passwordHash: 'x' }),
  );
  userId = made.userId;
});

const open = () => db.pool.commit((on) => here.open(on, userId, { userAgent: 'test', ip: '127.0.0.1' }));
/** A process that remembers nothing yet: it asks the database. */
const fresh = () => createSessions(db.pool, settings);
const age = (minutes: number, column: 'last_used_at' | 'expires_at') =>
  db.pool.run(`update sessions set ${column} = ${column} - make_interval(mins => $1) where user_id = $2`, [
    minutes,
    userId,
  ]);

async function principalOf(sessions: Sessions, token: string): Promise<Principal> {
  const principal = await sessions.find(token);
  if (principal === undefined) throw new Error('the session is gone');
  return principal;
}

describe('a session', () => {
  it('is found by its token, by every process, and tells who is calling', async () => {
    const token = await open();
    expect(token).toMatch(/^[\w-]{43}$/);
    const principal = await principalOf(here, token);
    expect(principal).toMatchObject({ userId, userName: `user_${users}`, userType: 'smart earner' });
    expect(principal).toMatchObject({ isAdmin: false, isAgent: false, isCouponVendor: false });
    expect(await there.find(token)).toEqual({ ...principal, now: expect.any(Function) as unknown });
  });

  it('cannot be opened by what the database holds', async () => {
    const token = await open();
    const rows = await db.pool.rows<{ token_hash: Buffer }>(
      'select token_hash from sessions where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
    const savedHash = rows[0]?.token_hash ?? Buffer.alloc(0);
    expect(savedHash).toHaveLength(32);
    for (const encoding of ['base64url', 'hex', 'base64', 'latin1'] as const) {
      expect(savedHash.toString(encoding)).not.toContain(token);
      expect(await here.find(savedHash.toString(encoding))).toBeUndefined();
    }
  });

  it.each([
    '',
    'x',
    'a'.repeat(43),
    'a'.repeat(44),
    "' or true --",
    `${'a'.repeat(42)}é`,
    '\0'.repeat(43),
    'null',
    'undefined',
  ])('is not opened by %j', async (token) => {
    await open();
    expect(await here.find(token)).toBeUndefined();
  });

  it.each([
    ['11 h 59 min', 719, true],
    ['12 h 1 min', 721, false],
  ])('unused for %s', async (_time, minutes, lives) => {
    const token = await open();
    await age(minutes, 'last_used_at');
    const found = await (await fresh()).find(token);
    expect(found !== undefined).toBe(lives);
  });

  const secondsUnused = async (): Promise<number> => {
    const { seconds } = await db.pool.get<{ seconds: number }>(
      'select extract(epoch from now() - last_used_at)::float8 as seconds from sessions where user_id = $1',
      [userId],
    );
    return seconds;
  };

  it('that is used stays alive beyond the idle time, up to its last day', async () => {
    const token = await open();
    for (let round = 0; round < 3; round += 1) {
      await age(600, 'last_used_at');
      expect(await (await fresh()).find(token)).toBeDefined();
      // Written beside the answer, not before it.
      await expect.poll(secondsUnused).toBeLessThan(60);
    }
    await age(30 * 1_440 - 60, 'expires_at');
    expect(await (await fresh()).find(token)).toBeDefined();
    await age(61, 'expires_at');
    expect(await (await fresh()).find(token)).toBeUndefined();
  });

  it('costs no write while it is busy', async () => {
    const token = await open();
    await age(3, 'last_used_at');
    const lastUsed = () => db.pool.get('select last_used_at from sessions where user_id = $1', [userId]);
    const before = await lastUsed();
    expect(await (await fresh()).find(token)).toBeDefined();
    expect(await lastUsed()).toEqual(before);
  });
});

it('fifty sessions are open at most: the one that was used longest ago ends, in every process', async () => {
  const oldest = await open();
  const others = [];
  for (let n = 0; n < 49; n += 1) others.push(await open());
  await db.pool.run(
    `update sessions set last_used_at = last_used_at - interval '1 minute'
     where id = (select min(id) from sessions where user_id = $1)`,
    [userId],
  );
  for (const token of [oldest, ...others]) expect(await there.find(token)).toBeDefined();
  others.push(await open());
  await vi.waitFor(async () => expect(await there.find(oldest)).toBeUndefined(), 5_000);
  for (const token of others) expect(await there.find(token)).toBeDefined();
});

describe('a session of staff', () => {
  const appoint = () => db.owner.run('update users set is_agent = true where id = $1', [userId]);

  it.each([
    ['within the half hour', { minutes: 29, column: 'last_used_at', lives: true }],
    ['after the half hour', { minutes: 31, column: 'last_used_at', lives: false }],
    ['within the twelve hours', { minutes: 719, column: 'created_at', lives: true }],
    ['after the twelve hours', { minutes: 721, column: 'created_at', lives: false }],
  ] as const)('ends sooner: %s', async (_when, { minutes, column, lives }) => {
    const token = await open();
    await appoint();
    await db.owner.run(
      `update sessions set ${column} = ${column} - make_interval(mins => $1) where user_id = $2`,
      [minutes, userId],
    );
    expect((await (await fresh()).find(token)) !== undefined).toBe(lives);
  });
});

describe('the end of a session', () => {
  it('is known at once here and soon in every other process', async () => {
    const token = await open();
    const other = await open();
    const { tokenHash } = await principalOf(here, token);
    await principalOf(there, token);
    await here.end({ userId, tokenHash });
    expect(await here.find(token)).toBeUndefined();
    await vi.waitFor(async () => expect(await there.find(token)).toBeUndefined(), 5_000);
    expect(await there.find(other)).toBeDefined();
  });

  it('takes all but the one that is kept, when the commit gets through', async () => {
    const [current, ...others] = [await open(), await open(), await open()];
    const { tokenHash } = await principalOf(here, current);
    for (const token of others) await principalOf(there, token);
    await expect(
      db.pool.commit(async (on) => {
        await here.endOthers(on, userId, tokenHash);
        throw new Error('the new password was not saved');
      }),
    ).rejects.toThrow('not saved');
    for (const token of others) expect(await (await fresh()).find(token)).toBeDefined();
    await db.pool.commit((on) => here.endOthers(on, userId, tokenHash));
    for (const token of others) {
      await vi.waitFor(async () => expect(await there.find(token)).toBeUndefined(), 5_000);
      await vi.waitFor(async () => expect(await here.find(token)).toBeUndefined(), 5_000);
    }
    expect(await there.find(current)).toBeDefined();
    await db.pool.commit((on) => here.endOthers(on, userId, null));
    await vi.waitFor(async () => expect(await there.find(current)).toBeUndefined(), 5_000);
  });
});

describe('a change of rights', () => {
  it('counts in every process as soon as it is told', async () => {
    const token = await open();
    for (const sessions of [here, there]) await principalOf(sessions, token);
    await db.owner.commit(async (on) => {
      await on.run(`update users set user_type = 'reseller', is_agent = true where id = $1`, [userId]);
      await here.forget(on, userId);
    });
    for (const sessions of [here, there]) {
      await vi.waitFor(async () => {
        expect(await sessions.find(token)).toMatchObject({ userType: 'reseller', isAgent: true });
      }, 5_000);
    }
  });

  it('is not hidden by an answer that was on its way when it happened', async () => {
    const token = await open();
    let answered: () => void = () => undefined;
    let release: () => void = () => undefined;
    const hasAnswered = new Promise<void>((resolve) => (answered = resolve));
    const mayArrive = new Promise<void>((resolve) => (release = resolve));
    let received = 0;
    /** The same connection, only that its first answer is slow to arrive, and that one sees when a change was heard of. */
    const slow: Pool = {
      ...db.pool,
      listeners: {
        ...db.pool.listeners,
        listen: (subscription) =>
          db.pool.listeners.listen({
            ...subscription,
            async received(payload) {
              await subscription.received(payload);
              received += 1;
            },
          }),
      },
      async prepared<Row>(name: string, sql: string, params: readonly unknown[]) {
        const rows = await db.pool.prepared<Row>(name, sql, params);
        answered();
        await mayArrive;
        return rows;
      },
    };
    const sessions = await createSessions(slow, settings);
    const old = sessions.find(token);
    await hasAnswered;
    await db.owner.commit(async (on) => {
      await on.run(`update users set user_type = 'reseller' where id = $1`, [userId]);
      await here.forget(on, userId);
    });
    await vi.waitFor(() => expect(received).toBe(1), 5_000);
    await vi.waitFor(
      async () => expect(await here.find(token)).toMatchObject({ userType: 'reseller' }),
      5_000,
    );
    release();
    expect(await old).toMatchObject({ userType: 'smart earner' });
    expect(await sessions.find(token)).toMatchObject({ userType: 'reseller' });
  });
});
