/** API tokens: made, kept as a hash to be found by and sealed to be shown again, and masked for lists. */
import type { ApiToken } from '@jara/contract/calls/api-tokens.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import { usualScopes, type Scope } from '@jara/contract/scopes.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Db } from '../../platform/db.ts';
import { hashToken, newToken, tokenWorks } from '../../platform/sessions/find-token.ts';
import { addressHashes } from './address-hashes.ts';

interface TokenRow {
  id: bigint;
  name: string;
  masked: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  endsAt: Date | null;
  lastUsedFrom: string | null;
  scopes: Scope[];
  addresses: string[];
  dailyLimitKobo: bigint | null;
  expiresAt: Date | null;
}

/** Of `api_tokens t`. */
const columns = `t.id, t.name, t.masked, t.created_at as "createdAt", t.last_used_at as "lastUsedAt", t.ends_at as "endsAt",
  t.scopes, t.addresses, t.daily_limit_kobo as "dailyLimitKobo", t.expires_at as "expiresAt",
  (select n.ip_prefix from api_token_networks n where n.api_token_id = t.id order by n.last_used_at desc limit 1) as "lastUsedFrom"`;

/** What a token may do, from where, how much and for how long. */
export interface NewTokenTerms {
  scopes: readonly Scope[];
  addresses: readonly string[];
  dailyLimitKobo: bigint | null;
  expiresAt: Date | null;
  /** Of the first of those that it is rotated from; null for a new one. */
  rootId: bigint | null;
}

const usualTerms: NewTokenTerms = {
  scopes: usualScopes,
  addresses: [],
  dailyLimitKobo: null,
  expiresAt: null,
  rootId: null,
};

// A token says of itself whether it moves real money, and what it is to those who look for leaked ones.
const prefixes: Readonly<Record<Config['mode'], string>> = { sandbox: 'jara_test_', live: 'jara_live_' };
const SHOWN_DIGITS = 4;

const present = (row: TokenRow): ApiToken => ({
  _id: String(row.id),
  name: row.name,
  masked: row.masked,
  mode: row.masked.startsWith(prefixes.live) ? 'live' : 'test',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
  scopes: row.scopes,
  addresses: row.addresses,
  dailyLimit: row.dailyLimitKobo === null ? null : toNaira(kobo(row.dailyLimitKobo)),
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

/** Those that work, the newest first. */
export async function apiTokensOf(db: Db, userId: bigint): Promise<ApiToken[]> {
  const rows = await db.rows<TokenRow>(
    `select ${columns} from api_tokens t where t.user_id = $1 and ${tokenWorks('t')} order by t.id desc`,
    [userId],
  );
  return rows.map(present);
}

export interface IssuedToken {
  token: ApiToken;
  /** The whole token. */
  apiToken: string;
}

/** Makes a token in the caller's commit, from the address `ip`, and queues a mail to its owner. */
export async function issueApiToken(
  { config, keys, seal }: Context,
  db: Db,
  { userId, name, terms, ip }: { userId: bigint; name: string; terms: Partial<NewTokenTerms>; ip: string },
): Promise<IssuedToken> {
  const prefix = prefixes[config.mode];
  const { scopes, addresses, dailyLimitKobo, expiresAt, rootId } = { ...usualTerms, ...terms };
  const apiToken = `${prefix}${newToken()}`;
  const row = await db.get<TokenRow>(
    `insert into api_tokens as t (user_id, name, token_hash, sealed_token, masked, scopes, addresses, daily_limit_kobo, expires_at, id, root_id, made_from)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, id, coalesce($10, id), $11 from nextval('api_tokens_id_seq') as id returning ${columns}`,
    [
      userId,
      name,
      hashToken(apiToken),
      seal.seal(apiToken),
      `${prefix}••••${apiToken.slice(-SHOWN_DIGITS)}`,
      scopes,
      addresses,
      dailyLimitKobo,
      expiresAt,
      rootId,
      addressHashes(keys, userId, ip)[0],
    ],
  );
  await queueMail(db, userId, 'api_token_made');
  return { token: present(row), apiToken };
}

/** Removes rotated tokens whose time is over; for a job. */
export async function removeOldApiTokens(db: Db): Promise<void> {
  await db.run('delete from api_tokens where least(ends_at, expires_at) < now()');
}
