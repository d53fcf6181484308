import type { Context } from '../../app/context.ts';
import { countOtherAdmins } from './other-admins.ts';

/** At the start of a live installation: whether two people stand behind what staff do with money. */
export async function warnOfLackingSecond({
  pool,
  config,
  log,
}: Pick<Context, 'pool' | 'config' | 'log'>): Promise<void> {
  const admins = await countOtherAdmins(pool, null);
  if (config.staffSecondPerson.aboveNaira === 0)
    log.warn(
      { admins },
      'STAFF_SECOND_PERSON_ABOVE_NAIRA is 0: one of the staff moves any sum and sets any price alone',
    );
  else if (admins < 2)
    log.warn(
      { admins },
      'what needs a second admin waits for ever: appoint one, or set STAFF_SECOND_PERSON_ABOVE_NAIRA to 0',
    );
}
