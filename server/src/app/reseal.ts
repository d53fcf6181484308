/**
 * After SECRETS_KEY was changed: what an earlier key sealed is sealed with the present one, little by little, so that the earlier one may go.
 * A process goes through each table once; what is new is sealed with the present key anyhow.
 */
import type { Db } from '../platform/db.ts';
import { createKeyring } from '../platform/keys/keyring.ts';
import { createSeal, type Seal } from '../platform/keys/sealed.ts';
import type { Context } from './context.ts';

interface SealedColumn {
  table: string;
  column: string;
  /** A number that only one row has. */
  id: string;
}

const sealedColumns: readonly SealedColumn[] = [
  { table: 'api_tokens', column: 'sealed_token', id: 'id' },
  { table: 'second_factors', column: 'sealed_secret', id: 'user_id' },
  { table: 'identity_checks', column: 'sealed', id: 'user_id' },
  { table: 'webhook_endpoints', column: 'sealed_secret', id: 'user_id' },
  { table: 'coupons', column: 'sealed_code', id: 'id' },
  { table: 'push_keys', column: 'sealed_private_key', id: '1::bigint' },
];

const ROWS = 200;

interface SealedRow {
  id: bigint;
  sealed: Buffer;
}

/** Gives the id to go on after; undefined when the table is done. What no key opens stays as it is: its user sets it anew. */
async function resealAfter(
  { pool, seal, log }: Pick<Context, 'pool' | 'seal' | 'log'>,
  { table, column, id }: SealedColumn,
  after: bigint,
): Promise<bigint | undefined> {
  const rows = await pool.rows<SealedRow>(
    `select ${id} as id, ${column} as sealed from ${table}
     where ${id} > $1 and ${column} is not null order by 1 limit $2`,
    [after, ROWS],
  );
  for (const row of rows.filter(({ sealed }) => !isPresent(seal, sealed))) {
    try {
      // Not over what was set meanwhile.
      await pool.run(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`, [
        row.id,
        row.sealed,
        seal.seal(seal.open(row.sealed)),
      ]);
    } catch (error) {
      log.warn(
        { err: error, table },
        'what is sealed here was opened by no key of SECRETS_KEY and SECRETS_KEY_PREVIOUS',
      );
    }
  }
  return rows.length === ROWS ? rows.at(-1)?.id : undefined;
}

const isPresent = (seal: Seal, sealed: Buffer): boolean =>
  sealed.subarray(0, seal.presentPrefix.length).equals(seal.presentPrefix);

/** For a job: some rows at a time. Gives true while there are more. */
export function createReseal(): (context: Pick<Context, 'pool' | 'seal' | 'log'>) => Promise<boolean> {
  const left = [...sealedColumns];
  let after = 0n;
  return async (context) => {
    const [column] = left;
    if (column === undefined) return false;
    const next = await resealAfter(context, column, after);
    after = next ?? 0n;
    if (next === undefined) left.shift();
    return left.length > 0;
  };
}

interface KeyUse {
  /** The table. */
  what: string;
  all: bigint;
  /** By an earlier key, or in the form of before keys had ids. */
  byEarlier: bigint;
}

/**
 * For whoever wants to take an earlier key out of the settings: what would be lost with it. Reads all that is sealed, which is a few rows
 * a user at most, and of coupons those that are open, by their index.
 */
export async function countKeyUses(
  db: Pick<Db, 'get'>,
  { keys, seal }: Pick<Context, 'keys' | 'seal'>,
): Promise<KeyUse[]> {
  const counted: readonly (readonly [what: string, isPresentSql: string, present: Buffer, where: string])[] =
    [
      ...sealedColumns.map(
        ({ table, column }) =>
          [
            table,
            `substring(${column} from 1 for ${seal.presentPrefix.length}) = $1`,
            seal.presentPrefix,
            `${column} is not null`,
          ] as const,
      ),
      ['pins', 'coalesce(key_id = $1, false)', keys.present('PINs').id, 'true'],
    ];
  const uses: KeyUse[] = [];
  for (const [what, isPresentSql, present, where] of counted) {
    const sql = `select count(*) as all, count(*) filter (where not ${isPresentSql}) as "byEarlier" from ${what} where ${where}`;
    uses.push({ what, ...(await db.get<Omit<KeyUse, 'what'>>(sql, [present])) });
  }
  return uses;
}

/** For `npm run admin -- keys`. */
export async function showKeyUses(
  db: Db,
  { secretsKey, secretsKeyPrevious }: { secretsKey: string; secretsKeyPrevious: readonly string[] },
  say: (line: string) => void,
): Promise<undefined> {
  const keys = createKeyring(secretsKey, secretsKeyPrevious);
  for (const { what, all, byEarlier } of await countKeyUses(db, { keys, seal: createSeal(keys) })) {
    say(`${what.padEnd(18)} ${byEarlier} of ${all} by an earlier key`);
  }
  say(
    'The running program seals anew what an earlier key sealed. A PIN goes over when its owner enters it, a device with its next login, and ' +
      'recovery codes when new ones are made: without the earlier key whoever has not done so sets them anew. Old slips are checked by it too.',
  );
}
