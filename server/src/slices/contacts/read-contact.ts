/** What a person saves about a number, checked: the same for a new contact and for a changed one. */
import { limits, networks, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { readRowId } from '../../platform/row-id.ts';

export interface NewContact {
  name: string;
  phone: string;
  network: Network;
}

export function readContact(body: {
  contactName: string;
  contactNumber: string;
  contactNetwork: string;
}): NewContact {
  const name = body.contactName.trim().replaceAll(/\s+/g, ' ');
  if (Array.from(name).length > limits.contactNameMaximum) {
    refuseField('contactName', `Use at most ${limits.contactNameMaximum} characters for the nickname`);
  }
  // Control characters, halves of surrogate pairs and direction marks would not be stored or not be shown as typed.
  if (/[\p{Cc}\p{Cs}\p{Bidi_C}]/u.test(name))
    refuseField('contactName', 'Please enter a nickname for the number');
  const phone = normalisePhone(body.contactNumber) ?? refuseField('contactNumber', messages.checkPhone);
  const wanted = body.contactNetwork.trim().toUpperCase();
  const network =
    networks.find((known) => known === wanted) ?? refuseField('contactNetwork', messages.selectNetwork);
  return { name, phone, network };
}

/** The id in the address; what cannot be one is a contact that does not exist. */
export function readContactId(text: string): bigint {
  return readRowId(text) ?? refuse('not_found');
}
