/** What a token opens, as the database has it: sessions and API tokens, each found by the hash of the token. */
import { hash, randomBytes } from 'node:crypto';
import { databaseClock } from '../database-clock.ts';
import type { Pool } from '../db.ts';
import { createBatchQueue, type BatchQueue } from '../batches/batch-queue.ts';
import type { Principal } from './principal.ts';
import { sessionEndParams, sessionEndSql, type SessionTimes } from './session-end.ts';
import type { TokenTerms } from './token-terms.ts';

interface Row extends Omit<Principal, 'now' | 'via' | 'token'>, Partial<TokenTerms> {
  readAt: Date;
  /** How long it lives if nobody uses it; null when only its owner ends it. */
  msLeft: number | null;
  /** Its last use was written so long ago that it should be written again, or it is the first use of a token that took the place of another. */
  isStale: boolean;
  needsDevice: boolean;
  /** Null where `devices` no longer has it. */
  deviceHash: Buffer | null;
}

export interface TokenKind {
  via: Principal['via'];
  shape: RegExp;
  find(tokenHash: Buffer): Promise<Row[]>;
  used: BatchQueue<Buffer, boolean>;
}

export interface Found {
  principal: Principal;
  /** The device that it is of no use without: null for none, empty for one that is gone. */
  neededDevice: Buffer | null;
}

/** A token as a request shows it, still to be looked up. */
export interface Lookup<Opened extends { principal: Principal }> {
  /** What tells this token from others. */
  key: string;
  /** The token opened something not long ago, by the memory of the process: one that is not known may be made up. */
  isKnown: boolean;
  find(): Promise<Opened | undefined>;
}

/** The channel on which every process hears whose tokens may open something else from now on. */
export const sessionsChanged = 'sessions_changed';

// A token of another shape was never issued: it costs no query.
const SESSION_TOKEN = /^[\w-]{43}$/;
const API_TOKEN = /^jara_(?:test|live)_[\w-]{43}$/;

/** The secret part of every token. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Of `sessions s`, `users u` and `devices d`: since when and why the session counts as new. A device from before a reset was asked anew since. */
export const newnessColumns = `s.new_since as "newSince",
  case when s.new_since >= u.password_reset_at and (s.new_since = u.password_reset_at or d.first_seen_at < u.password_reset_at) then 'reset' else 'new_device' end as "newBecause"`;

/** Of `users u`. */
const isProvedColumn = 'coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null as "isProved"';

/** Of `session_tokens`, under this name: it was replaced, and the token that took its place was not used yet. */
const livesOn = (name: string): string => `${name}.ends_at > now() + interval '1 minute'`;

const findSessionSql = `
  select u.id as "userId", u.user_name as "userName", u.user_type as "userType",
    u.is_admin and a.standing = 'active' as "isAdmin", u.is_agent and a.standing = 'active' as "isAgent",
    u.is_coupon_vendor and a.standing = 'active' as "isCouponVendor", a.id as "walletAccountId",
    s.token_hash as "tokenHash", (extract(epoch from least(${sessionEndSql(2)}, t.ends_at) - now()) * 1000)::float8 as "msLeft",
    (select p.set_at from pins p where p.user_id = u.id) as "pinSince",
    exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as "hasTotp",
    exists (select from passkeys k where k.user_id = u.id) as "hasPasskey",
    ${newnessColumns}, clock_timestamp() as "readAt", ${isProvedColumn},
    s.device_id as "deviceId", s.needs_device as "needsDevice", d.device_hash as "deviceHash",
    s.last_used_at < now() - case when u.is_admin or u.is_agent then interval '1 minute' else interval '5 minutes' end
      or t.token_hash is not null and t.ends_at is null and exists (
        select from session_tokens o where o.session_hash = s.token_hash and ${livesOn('o')}) as "isStale"
  from (select) shown left join session_tokens t on t.token_hash = $1
    join sessions s on s.token_hash = coalesce(t.session_hash, $1)
    join users u on u.id = s.user_id join accounts a on a.user_id = u.id and a.kind = 'wallet'
    left join devices d on d.id = s.device_id
  where coalesce(t.ends_at > now(), true) and ${sessionEndSql(2)} > now() and a.standing in ('active', 'restricted')`;

/** Of `api_tokens`, under this name. */
export const tokenWorks = (name: string): string => `token_works(${name})`;

const findApiTokenSql = `
  select u.id as "userId", u.user_name as "userName", u.user_type as "userType", false as "isAdmin", false as "isAgent",
    false as "isCouponVendor", a.id as "walletAccountId", t.token_hash as "tokenHash",
    (extract(epoch from least(t.ends_at, t.expires_at) - now()) * 1000)::float8 as "msLeft", t.id, t.scopes, t.addresses,
     null::timestamptz as "pinSince", false as "hasTotp", false as "hasPasskey", null::timestamptz as "newSince", 'new_device' as "newBecause",
     clock_timestamp() as "readAt", ${isProvedColumn}, null::bigint as "deviceId",
    false as "needsDevice", null::bytea as "deviceHash",
    t.last_used_at is null or t.last_used_at < now() - interval '5 minutes' as "isStale"
  from api_tokens t join users u on u.id = t.user_id join accounts a on a.user_id = u.id and a.kind = 'wallet'
  where t.token_hash = $1 and ${tokenWorks('t')} and a.standing in ('active', 'restricted')`;

/**
 * Notes the use of sessions by any of their tokens. Whoever uses the present one has read it: those before end in a minute, which what is
 * under way may still take, and every process forgets them. All sessions are locked first, in one order, and then tokens, as by a step-up.
 */
const touchSessionsSql = `
  with shown as (
    select coalesce(t.session_hash, h.hash) as session_hash, t.token_hash is not null and t.ends_at is null as is_present
    from unnest($1::bytea[]) h (hash) left join session_tokens t on t.token_hash = h.hash),
  locked as (
    select s.token_hash from sessions s where s.token_hash in (select session_hash from shown)
    order by s.token_hash for no key update),
  touched as (
    update sessions s set last_used_at = now() from locked l where s.token_hash = l.token_hash
    returning s.token_hash, s.user_id),
  ended as (
    update session_tokens t set ends_at = now() + interval '1 minute'
    where ${livesOn('t')} and t.session_hash = any (array(
      select w.session_hash from touched s join shown w on w.session_hash = s.token_hash where w.is_present))
    returning t.session_hash)
  select pg_notify('${sessionsChanged}', user_id::text) from touched where token_hash in (select session_hash from ended)`;

/** That a token was used is written at most once in five minutes, and at the first use of a new one, for many tokens in one commit. */
const createTouchQueue = (pool: Pool, touchSql: string): BatchQueue<Buffer, boolean> =>
  createBatchQueue({
    commit: async (tokenHashes) => {
      await pool.run(touchSql, [tokenHashes]);
      return tokenHashes.map(() => true);
    },
    // The next use that is looked up writes it.
    afterFailure: async () => false,
  });

export const tokenKinds = (pool: Pool, times: SessionTimes): TokenKind[] => [
  {
    via: 'session',
    shape: SESSION_TOKEN,
    find: (tokenHash) =>
      pool.prepared('find_session', findSessionSql, [tokenHash, ...sessionEndParams(times)]),
    used: createTouchQueue(pool, touchSessionsSql),
  },
  {
    via: 'api_token',
    shape: API_TOKEN,
    find: (tokenHash) => pool.prepared('find_api_token', findApiTokenSql, [tokenHash]),
    used: createTouchQueue(pool, 'update api_tokens set last_used_at = now() where token_hash = any($1)'),
  },
];

export const kindOf = (kinds: readonly TokenKind[], token: string): TokenKind | undefined =>
  kinds.find(({ shape }) => shape.test(token));

export function foundIn(row: Row, kind: TokenKind): Found {
  const { isStale: _, msLeft: __, readAt, needsDevice, deviceHash, id, scopes, addresses, ...rest } = row;
  const token =
    id === undefined || scopes === undefined || addresses === undefined ? null : { id, scopes, addresses };
  return {
    principal: { ...rest, now: databaseClock(readAt), via: kind.via, token },
    neededDevice: needsDevice ? (deviceHash ?? Buffer.alloc(0)) : null,
  };
}

/** Past the memory, and without a touch. */
export async function look(
  kinds: readonly TokenKind[],
  token: string,
): Promise<(Found & { msLeft: number }) | undefined> {
  const kind = kindOf(kinds, token);
  if (kind === undefined) return undefined;
  const [row] = await kind.find(hashToken(token));
  return row && { ...foundIn(row, kind), msLeft: row.msLeft ?? Infinity };
}
