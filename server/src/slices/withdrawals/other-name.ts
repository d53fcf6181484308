/**
 * Whether money goes to an account in another name than its owner has proved. Whoever opens wallets with other people's numbers withdraws to
 * accounts of their own.
 */
import type { Db } from '../../platform/db.ts';

/** Banks ask for two names in common: one alone is that of a whole family, and three are rarely written the same way twice. */
const NAMES_IN_COMMON = 2;

/** False for whoever is not verified: a name that somebody merely typed says nothing. */
export async function isInOtherName(db: Db, userId: bigint, accountName: string): Promise<boolean> {
  const verified = await db.rows<{ name: string }>(
    'select full_name as name from identities where user_id = $1',
    [userId],
  );
  return verified.length > 0 && verified.every(({ name }) => !areOfOnePerson(name, accountName));
}

/** By the names in common, in any order; accents, apostrophes and hyphens are written differently everywhere. Pure. */
export function areOfOnePerson(one: string, other: string): boolean {
  const [names, others] = [namesOf(one), namesOf(other)];
  const inCommon = [...names].filter((name) => others.has(name)).length;
  return inCommon >= Math.min(NAMES_IN_COMMON, names.size, others.size) && inCommon > 0;
}

const namesOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFKD')
      .replaceAll(/[\p{M}'’-]/gu, '')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((name) => name.length > 1),
  );
