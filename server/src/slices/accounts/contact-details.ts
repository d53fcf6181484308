/** The e-mail address and the phone number of users, whether they are proved, and their name once it is known, are written here. */
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';

export interface ContactDetails {
  userName: string;
  email: string;
  phone: string;
  emailConfirmedAt: Date | null;
  phoneConfirmedAt: Date | null;
}

const readSql = `select user_name as "userName", email, phone, email_confirmed_at as "emailConfirmedAt", phone_confirmed_at as "phoneConfirmedAt"
  from users where id = $1`;

export const contactDetails = (db: Db, userId: bigint): Promise<ContactDetails> =>
  db.get<ContactDetails>(readSql, [userId]);

/** The same, which nobody else changes before the caller's commit. Undefined for nobody. */
export const lockContactDetails = (db: Db, userId: bigint): Promise<ContactDetails | undefined> =>
  db.find<ContactDetails>(`${readSql} for no key update`, [userId]);

/** False when the user has another address by now. */
export async function confirmEmail(db: Db, userId: bigint, email: string): Promise<boolean> {
  return (
    (await db.run('update users set email_confirmed_at = now() where id = $1 and email = $2', [
      userId,
      email,
    ])) === 1
  );
}

/** Breaks `users_email_key` when another user has it. */
export async function setEmail(
  db: Db,
  userId: bigint,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<void> {
  await db.run(
    'update users set email = $2, email_confirmed_at = case when $3 then now() end where id = $1',
    [userId, email, isConfirmed],
  );
}

/** Breaks `users_phone_key` when another user has it. */
export async function setPhone(
  db: Db,
  userId: bigint,
  { phone, isConfirmed }: { phone: string; isConfirmed: boolean },
): Promise<void> {
  await db.run(
    'update users set phone = $2, phone_confirmed_at = case when $3 then now() end where id = $1',
    [userId, phone, isConfirmed],
  );
}

/** The name of a register, where the user name stood in for it until now. */
export async function nameUser(db: Db, userId: bigint, fullName: string): Promise<void> {
  await db.run('update users set full_name = $2 where id = $1 and full_name = user_name', [userId, fullName]);
}

/** What the database says of an address that somebody else has. Only whoever proved it is theirs hears it, and staff. */
export function refuseTakenDetail(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_email_key') refuse('email_taken');
  if (constraint === 'users_phone_key') refuse('phone_taken');
  throw error;
}
