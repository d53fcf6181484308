import type { Contact } from '@jara/contract/calls/contacts.ts';
import { limits } from '@jara/contract/constants.ts';
import { phoneToFind } from '@jara/contract/phone.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';

/** By name, or by digits as people have them. */
export function findContacts(contacts: readonly Contact[], text: string): Contact[] {
  const words = text.trim().toLowerCase();
  const digits = phoneToFind(text);
  return contacts.filter(
    ({ contactName, contactNumber }) =>
      contactName.toLowerCase().includes(words) || (digits !== undefined && contactNumber.includes(digits)),
  );
}

/** From here on a row says that its contact will leave. */
const warnDays = 7;

/** What to say about a contact that leaves the list soon (S4.30); undefined while it does not. */
export function expiryWords({ lastUsedAt }: Contact, nowMs: number = Date.now()): string | undefined {
  const unused = Math.max(0, Math.floor((nowMs - Date.parse(lastUsedAt)) / DAY_MS));
  const left = limits.contactExpiryDays - unused;
  if (left > warnDays) return undefined;
  const leaves = left <= 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left}`;
  return `Unused for ${unused} days, leaves ${leaves}`;
}
