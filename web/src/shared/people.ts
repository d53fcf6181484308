/** Who one buys for: oneself, the numbers of the newest purchases, then the saved contacts; each number once. */
import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@jara/contract/calls/contacts.ts';
import type { Network } from '@jara/contract/constants.ts';
import { formatPhone, phoneToFind } from '@jara/contract/phone.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { contactsQuery, profileQuery } from '../platform/queries.ts';
import { asNetwork } from './network-mark.tsx';
import { networkOf } from './forms/phone-field.tsx';

export interface Person {
  phone: string;
  /** Undefined for a number that is not saved. */
  name?: string;
  network?: Network;
  /** Whole naira of the last airtime for this number. */
  lastAirtime?: number;
}

const mostRecents = 5;

interface People {
  /** With the number of the account. */
  own?: Person;
  /** Without oneself. */
  recents: Person[];
  /** Bought for or saved. */
  all: Person[];
}

export function usePeople(): People {
  const profile = useQuery(profileQuery);
  const contacts = useQuery(contactsQuery);
  return peopleOf(
    profile.data?.transactions ?? [],
    contacts.data?.contacts ?? [],
    profile.data?.user.phoneNumber,
  );
}

export function peopleOf(
  transactions: readonly Transaction[],
  contacts: readonly Contact[],
  ownPhone?: string,
): People {
  const bought = transactions.filter(({ trans_Type: type }) => type === 'airtime' || type === 'data');
  const recentPhones = [...new Set(bought.flatMap(({ recipient }) => recipient ?? []))];
  const phones = [...new Set([...recentPhones, ...contacts.map(({ contactNumber }) => contactNumber)])];
  const all = phones.map((phone) => personOf(phone, bought, contacts));
  const recents = all.filter(({ phone }) => phone !== ownPhone).slice(0, mostRecents);
  if (ownPhone === undefined) return { recents, all };
  return { own: personOf(ownPhone, bought, contacts), recents, all };
}

function personOf(phone: string, bought: readonly Transaction[], contacts: readonly Contact[]): Person {
  const contact = contacts.find(({ contactNumber }) => contactNumber === phone);
  const last = bought.find(({ recipient }) => recipient === phone);
  const network = asNetwork(last?.trans_Network) ?? asNetwork(contact?.contactNetwork) ?? networkOf(phone);
  const lastAirtime = bought.find(
    (transaction) => transaction.recipient === phone && transaction.trans_Type === 'airtime',
  )?.faceValue;
  return {
    phone,
    ...(contact !== undefined && { name: contact.contactName }),
    ...(network !== undefined && { network }),
    ...(typeof lastAirtime === 'number' && { lastAirtime }),
  };
}

export function nameOfNumber(all: readonly Person[], phone: string): string | undefined {
  return all.find((person) => person.phone === phone)?.name;
}

/** The name, else the number as people read it. */
export function personWords({ name, phone }: Person): string {
  return name ?? formatPhone(phone);
}

/** By name or by digits. */
export function findPeople(all: readonly Person[], text: string): Person[] {
  const words = text.trim().toLowerCase();
  const digits = phoneToFind(text);
  return all.filter(
    ({ name, phone }) =>
      (name?.toLowerCase().includes(words) ?? false) || (digits !== undefined && phone.includes(digits)),
  );
}
