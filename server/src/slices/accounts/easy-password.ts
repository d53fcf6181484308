/** Keeps passwords out that are guessed early: common ones, those of breaches, and what whoever knows the person would try. */
import type { Db } from '../../platform/db.ts';
import type { Asker } from '../../platform/hashing/hash-pool.ts';
import { isEasyPassword } from '../../platform/passwords.ts';
import { refuseField } from '../../platform/refuse.ts';

export interface Person {
  userName: string;
  email: string;
  phone: string;
}

export const findPerson = (db: Db, userId: bigint): Promise<Person> =>
  db.get<Person>('select user_name as "userName", email, phone from users where id = $1', [userId]);

/** What the person is called, and the parts of it that a guesser would begin with. */
const wordsOf = (brandName: string, { userName, email, phone }: Person): string[] => [
  brandName,
  userName,
  ...userName.split('_'),
  email,
  ...email.split(/[@.]/),
  phone,
  // As it stands behind the number of the country.
  phone.slice(1),
];

/** Refuses with `invalid_input` at the field, and with `unavailable` while too many wait for a thread. */
export async function refuseEasyPassword(
  brandName: string,
  person: Person,
  { field, text }: { field: string; text: string },
  asker: Asker,
): Promise<void> {
  const words = wordsOf(brandName, person).filter((word) => word.length > 2);
  if (await isEasyPassword(text, words, asker)) {
    refuseField(
      field,
      'This password is easy to guess. Use a longer one, of words that do not belong together',
    );
  }
}
