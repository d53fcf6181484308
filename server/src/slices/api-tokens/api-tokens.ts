/** API tokens: made, kept as a hash to be found by and sealed to be shown again, and masked for lists. */
import type { ApiToken } from '@jara/contract/calls/api-tokens.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Db } from '../../platform/db.ts';
import { hashToken, newToken } from '../../platform/session.ts';

interface TokenRow {
  id: bigint;
  name: string;
  masked: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  endsAt: Date | null;
}

const columns =
  'id, name, masked, created_at as "createdAt", last_used_at as "lastUsedAt", ends_at as "endsAt"';

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
});

/** Those that work, the newest first. */
export async function apiTokensOf(db: Db, userId: bigint): Promise<ApiToken[]> {
  const rows = await db.rows<TokenRow>(
    `select ${columns} from api_tokens where user_id = $1 and (ends_at is null or ends_at > now()) order by id desc`,
    [userId],
  );
  return rows.map(present);
}

export interface IssuedToken {
  token: ApiToken;
  /** The whole token. */
  apiToken: string;
}

/** Makes a token in the caller's commit, and queues a mail to its owner. */
export async function issueApiToken(
  { config, seal }: Context,
  db: Db,
  { userId, name }: { userId: bigint; name: string },
): Promise<IssuedToken> {
  const prefix = prefixes[config.mode];
  const apiToken = `${prefix}${newToken()}`;
  const row = await db.get<TokenRow>(
    `insert into api_tokens (user_id, name, token_hash, sealed_token, masked) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [userId, name, hashToken(apiToken), seal.seal(apiToken), `${prefix}••••${apiToken.slice(-SHOWN_DIGITS)}`],
  );
  await queueMail(db, userId, 'api_token_made');
  return { token: present(row), apiToken };
}

const ID = /^[1-9]\d{0,17}$/;

/** Undefined for what can be no id. */
export const readId = (input: string): bigint | undefined => (ID.test(input) ? BigInt(input) : undefined);

/** Removes rotated tokens whose time is over; for a job. */
export async function removeOldApiTokens(db: Db): Promise<void> {
  await db.run('delete from api_tokens where ends_at < now()');
}
