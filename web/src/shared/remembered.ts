/**
 * What somebody chose last, for the next time. It lies on the device under the user and stays when the session ends: a seller pins their
 * offers once, not each morning. Choices of the screens alone: nothing in it says what an account has or did.
 */
import { useState } from 'react';
import { readLocal, writeLocal } from '../platform/local-storage.ts';
import { getSession } from '../platform/session.ts';

type Name =
  'buyTab' | 'dataType' | 'meter' | 'priceNetwork' | 'sellTab' | 'sellNetwork' | 'sellPins' | 'totals';
type Choices = Partial<Record<Name, string>>;

const key = 'choices';
/** On one device, those who chose last: a shared computer remembers a shop's sellers, and does not fill up. */
const mostUsers = 8;

/** What is kept may be of another time: whoever offers the choice looks whether it still exists. */
export function useRemembered(name: Name, first: string): [string, (value: string) => void] {
  const userId = getSession().signedIn?.user._id;
  const [value, setValue] = useState(() => readChoices(userId)[name] ?? first);
  const choose = (next: string) => {
    setValue(next);
    if (userId !== undefined) write(userId, { ...readChoices(userId), [name]: next });
  };
  return [value, choose];
}

const readChoices = (userId: string | undefined): Choices =>
  readAll().find(([id]) => id === userId)?.[1] ?? {};

/** Of all users, who chose last stands first. */
function readAll(): [userId: string, Choices][] {
  try {
    const all: unknown = JSON.parse(readLocal(key) ?? '[]');
    return Array.isArray(all) ? all.filter((one) => Array.isArray(one) && one[1] instanceof Object) : [];
  } catch {
    return [];
  }
}

function write(userId: string, choices: Choices): void {
  const others = readAll().filter(([id]) => id !== userId);
  writeLocal(key, JSON.stringify([[userId, choices], ...others].slice(0, mostUsers)));
}
