import type { OwnPasskey } from '@jara/contract/calls/access/passkeys.ts';
import { limits } from '@jara/contract/constants.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';

interface Row extends Pick<OwnPasskey, 'name' | 'isBackedUp' | 'opensAlone'> {
  id: bigint;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns =
  'id, name, is_backed_up as "isBackedUp", not needs_password as "opensAlone", created_at as "createdAt", last_used_at as "lastUsedAt"';

const presentPasskey = ({ id, createdAt, lastUsedAt, ...row }: Row): OwnPasskey => ({
  _id: String(id),
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export async function ownPasskeys(db: Db, userId: bigint): Promise<OwnPasskey[]> {
  const rows = await db.rows<Row>(`select ${columns} from passkeys where user_id = $1 order by id desc`, [
    userId,
  ]);
  return rows.map(presentPasskey);
}

export interface MadePasskey {
  credentialId: Buffer;
  publicKey: Uint8Array;
  signCount: number;
  transports: string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
  aaguid: string;
  name: string;
}

/** In the caller's commit. Undefined when a passkey of this id is there already, whoever has it. */
export async function savePasskey(
  db: Db,
  userId: bigint,
  made: MadePasskey,
): Promise<OwnPasskey | undefined> {
  const saved = await db.find<Row>(
    `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backup_eligible, is_backed_up, aaguid, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning ${columns}`,
    [
      userId,
      made.credentialId,
      Buffer.from(made.publicKey),
      made.signCount,
      made.transports,
      made.isBackupEligible,
      made.isBackedUp,
      made.aaguid,
      made.name,
    ],
  );
  return saved && presentPasskey(saved);
}

/** What passkeys call their owner: random, so that nothing of the account is known by it. The same for all of one user. */
export async function handleOf(db: Db, userId: bigint, fresh: Buffer): Promise<Buffer> {
  const { handle } = await db.get<{ handle: Buffer }>(
    `insert into passkey_owners (user_id, handle) values ($1, $2) on conflict (user_id) do update set user_id = excluded.user_id
     returning handle`,
    [userId, fresh],
  );
  return handle;
}

export function readPasskeyName(input: string): string {
  const name = input.trim().replaceAll(/\s+/g, ' ');
  if (Array.from(name).length > limits.passkeyNameMaximum)
    refuseField('name', `Use at most ${limits.passkeyNameMaximum} characters for the name`);
  if (/[\p{Cc}\p{Cf}]/u.test(name)) refuseField('name', 'Use letters and digits for the name');
  return name;
}
