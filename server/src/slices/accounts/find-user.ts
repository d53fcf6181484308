import type { Db } from '../../platform/db.ts';
import { readIdentifier } from './identifiers.ts';

export interface FoundUser {
  id: bigint;
  userName: string;
  passwordHash: string;
}

/** By username, e-mail or phone number. A text that can be nobody's name asks the same question of the database as any other. */
export async function findUser(db: Db, input: string): Promise<FoundUser | undefined> {
  const { column, value } = readIdentifier(input) ?? { column: 'user_name', value: '' };
  return db.find<FoundUser>(
    `select id, user_name as "userName", password_hash as "passwordHash" from users where ${column} = $1`,
    [value],
  );
}
