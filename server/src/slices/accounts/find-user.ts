import { namesPerHour } from '@jara/contract/calls/transfers.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import {
  countDifferent,
  isWithinAttempts,
  uncountAttempt,
  type AttemptRule,
} from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { beforeAnything } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { readIdentifier, readUserName, spellingOf } from './identifiers.ts';

export interface FoundUser {
  id: bigint;
  userName: string;
  passwordHash: string;
}

/**
 * By username, e-mail or phone number. Some have a username, of before, that reads as a phone number: it is theirs, as where money is sent to a
 * username. A text that can be nobody's name asks the same question of the database as any other.
 */
export async function findUser(db: Db, input: string): Promise<FoundUser | undefined> {
  const { column, value } = readIdentifier(input) ?? { column: 'user_name', value: '' };
  return db.find<FoundUser>(
    `select id, user_name as "userName", password_hash as "passwordHash" from users
     where ${column} = $1 or user_name = $2 order by user_name = $2 desc limit 1`,
    [value, readUserName(input) ?? ''],
  );
}

const namesRule = ({ userId }: Principal): AttemptRule => ({
  name: 'names',
  parts: [String(userId)],
  most: namesPerHour,
  windowSeconds: HOUR_SECONDS,
  words: `You may ask for ${namesPerHour} names in an hour`,
});

/**
 * Counts a name before anybody hears whether it is one: else the list of users could be tried out. The same name again within the hour costs nothing,
 * whoever has it. Staff have the list of users.
 */
export async function countName(
  { pool }: Pick<Context, 'pool'>,
  principal: Principal,
  input: string,
): Promise<void> {
  if (isStaff(principal)) return;
  await beforeAnything(() => countDifferent(pool, namesRule(principal), spellingOf(input)));
}

/** In the commit that moves money to whoever was named: a name that was paid is not counted, so that one may pay as many people as one likes. */
export async function uncountName(db: Db, principal: Principal, input: string): Promise<void> {
  if (isStaff(principal)) return;
  const rule = namesRule(principal);
  // Once for each name: it was counted once.
  const paid = { ...rule, name: 'names_paid', parts: [...rule.parts, spellingOf(input)], most: 1 };
  if (await isWithinAttempts(db, paid)) await uncountAttempt(db, rule);
}
