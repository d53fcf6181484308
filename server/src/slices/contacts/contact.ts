/** A saved number as it stands in the database and as the wire names it. */
import type { Contact } from '@jara/contract/calls/contacts.ts';

export interface ContactRow {
  id: bigint;
  name: string;
  phone: string;
  network: string;
  createdAt: Date;
  lastUsedAt: Date;
}

export const contactColumns = `id, name, phone, network, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export function presentContact({ id, name, phone, network, createdAt, lastUsedAt }: ContactRow): Contact {
  return {
    _id: String(id),
    contactName: name,
    contactNumber: phone,
    contactNetwork: network,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
