/**
 * Passwords: their rules, and Argon2id (D3.5). Hash and verify outside any database transaction. Each of these refuses with `unavailable`
 * while too many others wait.
 */
import { randomBytes } from 'node:crypto';
import { limits } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { inHashPool, type Asker } from './hashing/hash-pool.ts';
import type { Key } from './keys/keyring.ts';
import { refuseField } from './refuse.ts';

// Argon2id is the library's default.
const ARGON2_VERSION = 0x13;
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string, asker: Asker): Promise<string> =>
  inHashPool('hash', { text: password, options: strength }, asker);

/** Whether a hash asks less of whoever guesses than those of today. */
export function isOlderHash(passwordHash: string): boolean {
  const [, version, memory, time] = /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=\d+\$/.exec(passwordHash) ?? [];
  return !(
    Number(version) >= ARGON2_VERSION &&
    Number(memory) >= strength.memoryCost &&
    Number(time) >= strength.timeCost
  );
}

export const isRightPassword = (passwordHash: string, password: string, asker: Asker): Promise<boolean> =>
  inHashPool('verify', { hashed: passwordHash, text: password }, asker);

const withKey = ({ bytes }: Key) => ({ ...strength, secret: bytes });

/** For secrets so short that the hash alone would not guard them: nobody can try them all without the key. */
export const hashWithKey = (text: string, key: Key): Promise<string> =>
  inHashPool('hash', { text, options: withKey(key) }, 'known');

export const isRightWithKey = (keyedHash: string, text: string, key: Key): Promise<boolean> =>
  inHashPool('verify', { hashed: keyedHash, text, options: withKey(key) }, 'known');

/** Whether guessing finds it early. `words` are those of the person and of the shop: a password made of them is found first. */
export const isEasyPassword = (password: string, words: readonly string[], asker: Asker): Promise<boolean> =>
  inHashPool('isEasy', { text: password, words }, asker);

/** A hash that no password opens: verifying against it costs what verifying against a user's costs. */
export const hashOfNobody = (): Promise<string> =>
  hashPassword(randomBytes(32).toString('base64url'), 'stranger');

/** Refuses a new password that is too short, too long or not the same in both fields. */
export function refuseBadPassword(
  password: { field: string; text: string },
  check: { field: string; text: string },
): void {
  const { passwordMinimum, passwordMaximum } = limits;
  // Counted in characters as people see them on a keyboard, not in UTF-16 units.
  const length = Array.from(password.text).length;
  if (length < passwordMinimum) {
    refuseField(password.field, `Use at least ${passwordMinimum} characters for the password`);
  }
  if (length > passwordMaximum) {
    refuseField(password.field, `Use at most ${passwordMaximum} characters for the password`);
  }
  if (password.text !== check.text) refuseField(check.field, messages.samePasswordTwice);
}
