import { SECOND_MS } from '@jara/contract/time-units.ts';
import type { Db } from '../../../platform/db.ts';
import type { Settlement } from '../settle.ts';

/** What was not known, asked about at this moment of the commit, or so many seconds before. */
export async function askedNow(
  on: Db,
  result: Settlement['result'],
  secondsBefore = 0,
): Promise<Settlement['result']> {
  if (result.outcome !== 'not_found') return result;
  const { at } = await on.get<{ at: Date }>('select now() as at');
  // A Date has no microseconds.
  return { ...result, askedAt: new Date(at.getTime() + 1 - secondsBefore * SECOND_MS) };
}
