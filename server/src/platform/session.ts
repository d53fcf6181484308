/**
 * Who is calling. Tokens are 256 random bits, stored as SHA-256; a session ends after a time without use and after an absolute time
 * (D3.8). An API token lives until it is deleted, and gives no rights of staff: by it an admin is a user like any
 * other. Neither opens the account of somebody who is suspended or gone, and rights of staff rest while they are restricted. What a
 * token opens is remembered in the process and forgotten when any process says that it changed.
 */
import { newTokenHeader } from '@jara/contract/brand.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Db, Pool } from './db.ts';
import { isHashOfDeviceKey } from './device-cookie.ts';
import type { Keyring } from './keys/keyring.ts';
import { alone, type Siblings } from './processes/siblings.ts';
import {
  foundIn,
  hashToken,
  kindOf,
  look,
  sessionsChanged,
  tokenKinds,
  type Found,
  type Lookup,
  type TokenKind,
} from './sessions/find-token.ts';
import type { SessionTimes } from './sessions/session-end.ts';
import { deleteApiTokens, holdOpen } from './sessions/token-ends.ts';
import { createKnownTokens } from './sessions/known-tokens.ts';
import { TokenMemory } from './sessions/token-memory.ts';
import { createWatchers } from './sessions/watchers.ts';
import { openToken, renewToken, type OpenedFrom } from './sessions/make-token.ts';
import type { Caller, Principal } from './sessions/principal.ts';

export interface SessionSettings extends SessionTimes {
  absoluteDays: number;
  keys: Keyring;
}

type OfSession = Pick<Principal, 'userId' | 'tokenHash'>;

/** Is called with whose session it is that lives and is not found, because the key of its browser is not there. */
type Elsewhere = (principal: Principal) => void;

export interface Sessions {
  /**
   * The principal of a live token of either kind. What was opened in a browser is not found without the key of that browser. Whoever asks
   * uses the token: that keeps its session alive.
   */
  find(token: string, deviceKey?: string): Promise<Principal | undefined>;
  /** The same as `find`, for whoever counts the request before: it says of the token what the memory of the process knows. */
  lookup(token: string, deviceKey?: string, elsewhere?: Elsewhere): Lookup<Found>;
  /** Whether `find` would give just this one again, without looking further than the memory of the process. */
  isUnchanged(principal: Principal): boolean;
  /** The same for whoever only looks on, from the database, and how long the token lives if nobody uses it. */
  look(
    token: string,
    deviceKey?: string,
    elsewhere?: Elsewhere,
  ): Promise<{ principal: Principal; msLeft: number } | undefined>;
  /** Calls back when what a token of this user opens may have changed, in whichever process, until the returned function is called. */
  watch(userId: bigint, changed: () => void): () => void;
  /** A new session; gives the token, which is not stored anywhere. */
  open(db: Db, userId: bigint, from: OpenedFrom): Promise<string>;
  /** Says in the caller's commit on which device a session is that did not know it, and whether it needs that device from now on. */
  setDevice(
    db: Db,
    principal: Principal,
    device: { deviceId: bigint; isFromBrowser: boolean },
  ): Promise<void>;
  /**
   * In the caller's commit, after somebody said anew who they are: gives their session another token, in a header for the answer. Where no
   * browser opened it, the one before goes on for `minutesLeft`, and for a minute once the new one is used.
   */
  renew(db: Db, principal: OfSession, minutesLeft: number): Promise<Record<string, string>>;
  end(principal: OfSession): Promise<void>;
  /** Ends one session of this user, in the caller's commit. False when there is none with this id. */
  endOne(db: Db, userId: bigint, id: bigint): Promise<boolean>;
  /** Ends all sessions of a user but one, in the caller's commit. Gives how many there were. */
  endOthers(db: Db, userId: bigint, keepTokenHash: Buffer | null): Promise<number>;
  /** Ends all API tokens of a user, in the caller's commit, those that are being made included, and pauses the webhook. Gives how many worked. */
  endApiTokens(db: Db, userId: bigint): Promise<number>;
  /**
   * First in the commit of what changes how an account is guarded: makes whoever ends the sessions and tokens of this user wait, and refuses with
   * `unauthenticated` when the caller's has ended meanwhile. Without it a token made at the moment of a reset would outlive it.
   */
  holdOpen(db: Db, caller: Caller): Promise<void>;
  /** Forgets what is remembered of a user, here and in every other process: call it after a change of the user's rights. */
  forget(db: Db, userId: bigint): Promise<void>;
}

interface Usable extends Found {
  /** Notes the use where that is due. Whoever shows it without its device does not use it, and keeps it from no end. */
  use(): void;
}

interface Remembered extends Usable {
  /** When the database is asked again: bounds what a lost notification can cost. */
  askAgainAtMs: number;
}

/** No use is noted while a token is remembered, so it is shorter where sessions end soon without one. */
const REMEMBER_MS = { staff: MINUTE_MS, others: 5 * MINUTE_MS };
const REMEMBER_MOST = 50_000;

interface Memory extends Pick<Sessions, 'watch' | 'isUnchanged'> {
  lookup(token: string): Lookup<Usable>;
  /** What was found past the memory is not remembered, but that there was something is. */
  noteLook(token: string, isFound: boolean): void;
  /** Here only. */
  forgetHere(userId: bigint): void;
  forget(db: Db, userId: bigint): Promise<void>;
}

/** Notes the first use of what was found; it stays remembered as noted. */
function toUse(found: Found, note: () => void): Usable {
  let isNoted = false;
  const use = (): void => {
    if (!isNoted) note();
    isNoted = true;
  };
  return { ...found, use };
}

function used(found: Usable | undefined): Usable | undefined {
  found?.use();
  return found;
}

/** What tokens open, remembered until any process says that it changed. */
async function openMemory(pool: Pool, kinds: readonly TokenKind[], siblings: Siblings): Promise<Memory> {
  const remembered = new TokenMemory<Remembered>(REMEMBER_MOST);
  const known = createKnownTokens(siblings);
  const watchers = createWatchers();
  let changes = 0;

  const forgetHere = (userId: bigint): void => {
    changes += 1;
    remembered.dropUser(userId);
  };
  const received = (userId: string): void => {
    forgetHere(BigInt(userId));
    watchers.notify(userId);
  };
  const missed = (): void => {
    changes += 1;
    remembered.clear();
    watchers.notifyAll();
  };
  await pool.listeners.listen({ channel: sessionsChanged, received, missed });

  async function load(kind: TokenKind, key: string, tokenHash: Buffer): Promise<Usable | undefined> {
    const before = changes;
    const [row] = await kind.find(tokenHash);
    known.note(key, row !== undefined);
    if (row === undefined) return undefined;
    const found = toUse(foundIn(row, kind), () => {
      if (row.isStale) void kind.used.add(tokenHash);
    });
    // What was read while something changed may be what it was before.
    if (changes !== before) return found;
    remembered.set(key, {
      ...found,
      askAgainAtMs:
        Date.now() +
        Math.min(REMEMBER_MS[isStaff(found.principal) ? 'staff' : 'others'], row.msLeft ?? Infinity),
    });
    return found;
  }

  return {
    watch: watchers.watch,
    noteLook: (token, isFound) => known.note(hashToken(token).toString('base64'), isFound),
    isUnchanged(principal) {
      const entry = remembered.get(principal.tokenHash.toString('base64'));
      return entry?.principal === principal && Date.now() < entry.askAgainAtMs;
    },
    lookup(token) {
      const tokenHash = hashToken(token);
      const key = tokenHash.toString('base64');
      return {
        key,
        isKnown: known.has(key),
        async find() {
          const kind = kindOf(kinds, token);
          if (kind === undefined) return undefined;
          const entry = remembered.get(key);
          if (entry !== undefined && Date.now() < entry.askAgainAtMs) return entry;
          remembered.drop(key);
          return load(kind, key, tokenHash);
        },
      };
    },
    forgetHere,
    async forget(db, userId) {
      await publishChanged(db, userId);
      forgetHere(userId); // here at once: the notice comes a moment after the commit
    },
  };
}

/** Undefined without its device. Of a device that is gone nobody has the key: with it the session has ended, wherever it is shown. */
function onItsDevice<Opened extends Found>(
  found: Opened | undefined,
  {
    keys,
    deviceKey,
    elsewhere,
  }: { keys: Keyring; deviceKey: string | undefined; elsewhere?: Elsewhere | undefined },
): Opened | undefined {
  if (found === undefined || found.neededDevice === null) return found;
  const { neededDevice, principal } = found;
  if (deviceKey !== undefined && isHashOfDeviceKey(keys, deviceKey, neededDevice)) return found;
  if (neededDevice.length > 0) elsewhere?.(principal);
  return undefined;
}

export async function createSessions(
  pool: Pool,
  settings: SessionSettings,
  siblings = alone,
): Promise<Sessions> {
  const kinds = tokenKinds(pool, settings);
  const { lookup, isUnchanged, noteLook, watch, forgetHere, forget } = await openMemory(
    pool,
    kinds,
    siblings,
  );
  const { keys } = settings;
  const lookupOn = (token: string, deviceKey: string | undefined, elsewhere?: Elsewhere): Lookup<Found> => {
    const { key, isKnown, find } = lookup(token);
    const findOn = async () => used(onItsDevice(await find(), { keys, deviceKey, elsewhere }));
    return { key, isKnown, find: findOn };
  };
  return {
    find: async (token, deviceKey) => (await lookupOn(token, deviceKey).find())?.principal,
    lookup: lookupOn,
    isUnchanged,
    async look(token, deviceKey, elsewhere) {
      const found = onItsDevice(await look(kinds, token), { keys, deviceKey, elsewhere });
      noteLook(token, found !== undefined);
      return found;
    },
    watch,
    async open(db, userId, from) {
      const { token, hasEndedAnother } = await openToken(db, userId, from, settings.absoluteDays);
      if (hasEndedAnother) await forget(db, userId);
      return token;
    },
    async setDevice(db, { tokenHash, userId }, { deviceId, isFromBrowser }) {
      await db.run(
        'update sessions set device_id = $2, needs_device = needs_device or $3 where token_hash = $1',
        [tokenHash, deviceId, isFromBrowser],
      );
      await forget(db, userId);
    },
    async renew(db, { tokenHash, userId }, minutesLeft) {
      const token = await renewToken(db, tokenHash, minutesLeft);
      if (token === undefined) return {};
      noteLook(token, true); // no stranger at its first use
      await forget(db, userId);
      return { [newTokenHeader]: token };
    },
    async end({ tokenHash, userId }) {
      await deleteSession(pool, tokenHash);
      forgetHere(userId);
    },
    async endOne(db, userId, id) {
      const ended = await db.run('delete from sessions where user_id = $1 and id = $2', [userId, id]);
      if (ended > 0) await forget(db, userId);
      return ended > 0;
    },
    async endOthers(db, userId, keepTokenHash) {
      const ended = await deleteSessions(db, userId, keepTokenHash);
      // Heard by every process at commit, this one included.
      await forget(db, userId);
      return ended;
    },
    async endApiTokens(db, userId) {
      const ended = await deleteApiTokens(db, userId);
      await forget(db, userId);
      return ended;
    },
    holdOpen,
    forget,
  };
}

/** What a command on the machine does to whom it changed: every running process forgets them; all sessions and tokens may end too. */
export async function forgetByCommand(db: Db, userId: bigint, { ends }: { ends: boolean }): Promise<void> {
  if (ends) {
    await deleteSessions(db, userId, null);
    await deleteApiTokens(db, userId);
  }
  await publishChanged(db, userId);
}

/** Every process hears of it in the same statement. */
const deleteSession = (db: Db, tokenHash: Buffer): Promise<number> =>
  db.run(
    `with ended as (delete from sessions where token_hash = $1 returning user_id)
     select pg_notify($2, user_id::text) from ended`,
    [tokenHash, sessionsChanged],
  );

const deleteSessions = (db: Db, userId: bigint, keepTokenHash: Buffer | null): Promise<number> =>
  db.run('delete from sessions where user_id = $1 and token_hash is distinct from $2', [
    userId,
    keepTokenHash,
  ]);

/** To every process, at the commit. */
const publishChanged = (db: Db, userId: bigint): Promise<number> =>
  db.run('select pg_notify($1, $2)', [sessionsChanged, String(userId)]);

/** Removes sessions that are over; for a job. */
export async function removeOldSessions(db: Db, { idleHours }: { idleHours: number }): Promise<void> {
  await db.run(
    'delete from sessions where expires_at < now() or last_used_at < now() - make_interval(hours => $1)',
    [idleHours],
  );
}
