/**
 * Who is calling. Tokens are 256 random bits, stored as SHA-256; a session ends after a time without use and after an absolute time
 * (decisions, section 3). What a token opens is remembered in the process and forgotten when any process says that it changed.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { UserType } from '@jara/contract/constants.ts';
import type { Db, Pool } from './db.ts';
import { createLane, type Lane } from './lane.ts';

export interface Principal {
  userId: bigint;
  userName: string;
  userType: UserType;
  isAdmin: boolean;
  isAgent: boolean;
  isCouponVendor: boolean;
  walletAccountId: bigint;
  tokenHash: Buffer;
  /** What kind of token it is. */
  via: 'session' | 'api_token';
}

export interface Sessions {
  /** The principal of a live token. */
  find(token: string): Promise<Principal | undefined>;
  /** A new session; gives the token, which is not stored anywhere. */
  open(db: Db, userId: bigint, userAgent: string | undefined): Promise<string>;
  end(tokenHash: Buffer): Promise<void>;
  /** Ends all sessions of a user but one, in the caller's commit. */
  endOthers(db: Db, userId: bigint, keepTokenHash: Buffer | null): Promise<void>;
  /** Forgets what is remembered of a user, here and in every other process: call it after a change of the user's rights. */
  forget(db: Db, userId: bigint): Promise<void>;
}

interface Row extends Omit<Principal, 'tokenHash' | 'via'> {
  expiresAt: Date;
  /** Its last use was written so long ago that it should be written again. */
  isStale: boolean;
}

interface Remembered {
  principal: Principal;
  /** When the database is asked again: bounds what a lost notification can cost. */
  askAgainAtMs: number;
  endsAtMs: number;
}

const REMEMBER_MS = 5 * 60_000;
const REMEMBER_MOST = 50_000;
const channel = 'sessions_changed';
// A token of another shape was never issued: it costs no query.
const TOKEN = /^[\w-]{43}$/;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const findSql = `
  select u.id as "userId", u.user_name as "userName", u.user_type as "userType", u.is_admin as "isAdmin", u.is_agent as "isAgent",
    u.is_coupon_vendor as "isCouponVendor", a.id as "walletAccountId", s.expires_at as "expiresAt",
    s.last_used_at < now() - interval '5 minutes' as "isStale"
  from sessions s join users u on u.id = s.user_id join accounts a on a.user_id = u.id and a.kind = 'wallet'
  where s.token_hash = $1 and s.expires_at > now() and s.last_used_at > now() - make_interval(hours => $2)`;

/** That a session was used is written at most once in five minutes, for many sessions in one commit. */
const createTouchLane = (pool: Pool): Lane<Buffer, boolean> =>
  createLane({
    commit: async (tokenHashes) => {
      await pool.run('update sessions set last_used_at = now() where token_hash = any($1)', [tokenHashes]);
      return tokenHashes.map(() => true);
    },
    // Nothing hangs on it: the next use writes it.
    afterFailure: async () => false,
  });

export async function createSessions(
  pool: Pool,
  settings: { idleHours: number; absoluteDays: number },
): Promise<Sessions> {
  const remembered = new Map<string, Remembered>();
  let changes = 0;

  const forgetHere = (userId: string): void => {
    changes += 1;
    for (const [key, entry] of remembered) {
      if (String(entry.principal.userId) === userId) remembered.delete(key);
    }
  };
  await pool.listen(channel, forgetHere, () => {
    changes += 1;
    remembered.clear();
  });
  const forget = async (db: Db, userId: bigint): Promise<void> => {
    await db.run('select pg_notify($1, $2)', [channel, String(userId)]);
    forgetHere(String(userId)); // here at once: the notice comes a moment after the commit
  };
  const touched = createTouchLane(pool);

  async function load(key: string, tokenHash: Buffer): Promise<Principal | undefined> {
    const before = changes;
    const [row] = await pool.prepared<Row>('find_session', findSql, [tokenHash, settings.idleHours]);
    if (row === undefined) return undefined;
    const { isStale, expiresAt, ...rest } = row;
    if (isStale) void touched.add(tokenHash);
    const principal: Principal = { ...rest, tokenHash, via: 'session' };
    // What was read while something changed may be what it was before.
    if (changes !== before) return principal;
    if (remembered.size >= REMEMBER_MOST) remembered.clear();
    remembered.set(key, { principal, askAgainAtMs: Date.now() + REMEMBER_MS, endsAtMs: expiresAt.getTime() });
    return principal;
  }

  return {
    async find(token) {
      if (!TOKEN.test(token)) return undefined;
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      const entry = remembered.get(key);
      const nowMs = Date.now();
      if (entry !== undefined && nowMs < entry.askAgainAtMs && nowMs < entry.endsAtMs) return entry.principal;
      remembered.delete(key);
      return load(key, tokenHash);
    },
    async open(db, userId, userAgent) {
      const token = randomBytes(32).toString('base64url');
      await db.run(
        `insert into sessions (token_hash, user_id, expires_at, user_agent)
         values ($1, $2, now() + make_interval(days => $3), $4)`,
        [hashToken(token), userId, settings.absoluteDays, userAgent?.slice(0, 200) ?? null],
      );
      return token;
    },
    async end(tokenHash) {
      remembered.delete(tokenHash.toString('base64'));
      const endSql = 'delete from sessions where token_hash = $1 returning user_id';
      const ended = await pool.find<{ user_id: bigint }>(endSql, [tokenHash]);
      if (ended !== undefined) await forget(pool, ended.user_id);
    },
    async endOthers(db, userId, keepTokenHash) {
      await db.run('delete from sessions where user_id = $1 and token_hash is distinct from $2', [
        userId,
        keepTokenHash,
      ]);
      // Heard by every process at commit, this one included.
      await forget(db, userId);
    },
    forget,
  };
}

/** Removes sessions that are over; for a job. */
export async function removeOldSessions(db: Db, { idleHours }: { idleHours: number }): Promise<void> {
  await db.run(
    'delete from sessions where expires_at < now() or last_used_at < now() - make_interval(hours => $1)',
    [idleHours],
  );
}
