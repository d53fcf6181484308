/**
 * What a restore to the past leaves in the database: the shop is closed, and no number that was given after that moment is given again.
 * References are random and cannot repeat; ids are counted, and users' programs and staff know those that are lost.
 */
import type { Db } from '../../platform/db.ts';

/** More than is sold, posted or mailed between two backups. Ids of four bytes count what staff make. */
const SKIPPED = { bigint: 10_000_000, integer: 10_000 };

/** As the owner of the schema. Entered twice for one moment of loss, the earlier moment counts. */
export async function enterRecovery(db: Db, restoredTo: Date): Promise<void> {
  const changed = await db.run(
    'update recoveries set restored_to = least(restored_to, $1) where opened_at is null',
    [restoredTo],
  );
  if (changed === 0) await db.run('insert into recoveries (restored_to) values ($1)', [restoredTo]);
  await skipIds(db);
}

async function skipIds(db: Db): Promise<void> {
  await db.rows(
    `select setval(s.sequence, s.last + case s.type when 'bigint' then $1::bigint else $2::bigint end)
     from (
       select format('%I.%I', schemaname, sequencename)::regclass as sequence, data_type::text as type, coalesce(last_value, 0) as last
       from pg_sequences
       where schemaname = 'public' and sequencename not in ('seals_id_seq', 'recoveries_id_seq', 'recovery_items_id_seq')) s`,
    [SKIPPED.bigint, SKIPPED.integer],
  );
}
