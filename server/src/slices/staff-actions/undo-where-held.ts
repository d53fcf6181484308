import type { Db } from '../../platform/db.ts';
import { SecondPersonNeeded } from './checked-money.ts';

/**
 * For a call that takes a proof in its own commit: where a second admin has to confirm what it does, only that is undone, and the code that was given for
 * it is used up. Else whoever has overheard the code would have it once more.
 */
export async function undoWhereHeld(
  prove: (
    work: (db: Db) => Promise<SecondPersonNeeded | undefined>,
  ) => Promise<SecondPersonNeeded | undefined>,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const held = await prove(async (db) => {
    await db.run('savepoint proved');
    try {
      await work(db);
      return undefined;
    } catch (error) {
      if (!(error instanceof SecondPersonNeeded)) throw error;
      await db.run('rollback to savepoint proved');
      return error;
    }
  });
  if (held !== undefined) throw held;
}
