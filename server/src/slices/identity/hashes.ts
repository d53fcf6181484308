/**
 * What is kept of a person instead of the numbers: HMACs under the keys of the installation, one domain for each meaning. Without the keys,
 * trying all numbers of eleven digits against a stolen table finds nothing.
 */
import { createHmac } from 'node:crypto';
import { keysInOrder, type IdentityKeys } from './hash-keys.ts';

export type IdentityKind = 'nin' | 'bvn';

/** What further keys make of what the keys before them made. */
export const hashAgain = (keys: readonly string[], made: Buffer): Buffer =>
  keys.reduce((text, key) => createHmac('sha256', key).update(text).digest(), made);

const hash = (keys: IdentityKeys, meaning: readonly string[]): Buffer =>
  hashAgain(keysInOrder(keys), Buffer.from(JSON.stringify(meaning)));

export const hashNumber = (keys: IdentityKeys, kind: IdentityKind, number: string): Buffer =>
  hash(keys, [kind, number]);

export const hashPhone = (keys: IdentityKeys, phone: string): Buffer => hash(keys, ['phone', phone]);

export interface Person {
  firstName: string;
  lastName: string;
  /** As the register writes it. */
  dateOfBirth: string;
}

/** The same for a person's NIN and BVN, as far as both registers spell the names alike. */
export function hashPerson(keys: IdentityKeys, { firstName, lastName, dateOfBirth }: Person): Buffer {
  const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return hash(keys, ['person', ...[firstName, lastName].map(plain).toSorted(), plain(dateOfBirth)]);
}
