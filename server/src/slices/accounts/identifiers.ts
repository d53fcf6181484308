/** The three names of a user: user name, e-mail address and phone number, each in the one spelling that is stored. */
import { normalisePhone, readPhone } from '@jara/contract/phone.ts';

const USER_NAME = /^[a-z0-9_]{3,20}$/;
// ASCII only, so that no two addresses look the same on a screen.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** Undefined for what cannot be a user name. One that reads as a phone number would stand in the way of that number's owner. */
export function readUserName(input: string): string | undefined {
  const name = input.trim().toLowerCase();
  return USER_NAME.test(name) && normalisePhone(name) === undefined ? name : undefined;
}

/** As that of a newcomer, which must not read as a phone number in any way that people type one. */
export function readNewUserName(input: string): string | undefined {
  const name = readUserName(input);
  return name !== undefined && readIdentifier(name)?.column === 'user_name' ? name : undefined;
}

export function readEmail(input: string): string | undefined {
  const email = input.trim().toLowerCase();
  return email.length <= 254 && EMAIL.test(email) ? email : undefined;
}

export type Identifier = { column: 'user_name' | 'email' | 'phone'; value: string };

/** One text for all spellings of a name, whether somebody has it or not: what is counted by it says nothing of who is registered. */
export function spellingOf(input: string): string {
  const named = readIdentifier(input);
  return named === undefined ? input.trim().toLowerCase() : named.value;
}

/** Which user a person means when they log in; undefined when it can be nobody's name. */
export function readIdentifier(input: string): Identifier | undefined {
  const text = input.replaceAll(/\p{Cf}/gu, '');
  // Beside letters digits belong to a name or an address.
  const phone = /[a-z_@]/i.test(text) ? undefined : readPhone(text);
  if (phone !== undefined) return { column: 'phone', value: phone };
  const userName = readUserName(text);
  if (userName !== undefined) return { column: 'user_name', value: userName };
  const email = readEmail(text);
  return email === undefined ? undefined : { column: 'email', value: email };
}
