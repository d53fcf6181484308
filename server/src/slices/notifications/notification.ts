import type { Db } from '../../platform/db.ts';

/** The notice that is shown now, or null. Each change is a new row: who said what stays on record. */
export async function findNotification(db: Db): Promise<string | null> {
  const newest = await db.find<{ msg: string | null }>(
    'select msg from notifications order by id desc limit 1',
  );
  return newest?.msg ?? null;
}
