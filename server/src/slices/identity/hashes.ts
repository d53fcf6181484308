/**
 * What is kept of a person instead of the numbers: HMACs under a key of the installation, one domain for each meaning. Without the key,
 * trying all numbers of eleven digits against a stolen table finds nothing.
 */
import { createHmac } from 'node:crypto';

export type IdentityKind = 'nin' | 'bvn';

const hash = (hashKey: string, meaning: readonly string[]): Buffer =>
  createHmac('sha256', hashKey).update(JSON.stringify(meaning)).digest();

export const hashNumber = (hashKey: string, kind: IdentityKind, number: string): Buffer =>
  hash(hashKey, [kind, number]);

export const hashPhone = (hashKey: string, phone: string): Buffer => hash(hashKey, ['phone', phone]);

export interface Person {
  firstName: string;
  lastName: string;
  /** As the register writes it. */
  dateOfBirth: string;
}

/** The same for a person's NIN and BVN, as far as both registers spell the names alike. */
export function hashPerson(hashKey: string, { firstName, lastName, dateOfBirth }: Person): Buffer {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return hash(hashKey, ['person', ...[firstName, lastName].map(plain).toSorted(), plain(dateOfBirth)]);
}
