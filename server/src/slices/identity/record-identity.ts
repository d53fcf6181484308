/** Writes down that somebody's number was verified: never the number, only what `hashes.ts` makes of it and its last digits. */
import type { Db } from '../../platform/db.ts';
import type { IdentityKeys } from './hash-keys.ts';
import { hashNumber, hashPerson, hashPhone, type IdentityKind } from './hashes.ts';

export interface VerifiedIdentity {
  userId: bigint;
  kind: IdentityKind;
  number: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  dateOfBirth: string | null;
  phone: string | null;
  provider: string;
  providerReference: string | null;
  /** When the person sent the number to be checked. */
  consentedAt: Date;
}

export const fullNameOf = ({
  firstName,
  middleName,
  lastName,
}: Pick<VerifiedIdentity, 'firstName' | 'middleName' | 'lastName'>): string =>
  [firstName, middleName, lastName].filter((name) => name !== null).join(' ');

/**
 * Breaks `identities_belong_to_one_user` when another user has the number, and `identities_one_of_each_kind` when this user has one of
 * the kind.
 */
export async function recordIdentity(db: Db, keys: IdentityKeys, identity: VerifiedIdentity): Promise<void> {
  const { userId, kind, number, firstName, lastName, dateOfBirth, phone } = identity;
  await db.run(
    `insert into identities (user_id, kind, number_hash, last_four, person_hash, phone_hash, full_name, provider, provider_reference,
       consented_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      userId,
      kind,
      hashNumber(keys, kind, number),
      number.slice(-4),
      dateOfBirth === null ? null : hashPerson(keys, { firstName, lastName, dateOfBirth }),
      phone === null ? null : hashPhone(keys, phone),
      fullNameOf(identity),
      identity.provider,
      identity.providerReference,
      identity.consentedAt,
    ],
  );
}
