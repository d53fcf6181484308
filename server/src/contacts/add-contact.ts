import type { CallBody } from '@jara/contract/api.ts';
import { limits, networks, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { normalisePhone } from '@jara/contract/phone.ts';
import type { Context } from '../context.ts';
import type { Db } from '../platform/db.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { contactColumns, presentContact, type ContactRow } from './contact.ts';

interface NewContact {
  name: string;
  phone: string;
  network: Network;
}

/** A number that is saved already gets the new name and network. */
export const addContact =
  ({ pool }: Context): Handler<'addContact'> =>
  async ({ principal, body }) => {
    const contact = readContact(body);
    const row = await pool.commit((db) => save(db, principal.userId, contact));
    return { msg: `${contact.name} is in your contacts`, contact: presentContact(row) };
  };

function readContact(body: CallBody<'addContact'>): NewContact {
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

async function save(db: Db, userId: bigint, { name, phone, network }: NewContact): Promise<ContactRow> {
  // One at a time per user, else two at once both find the last free place.
  await db.run('select from users where id = $1 for no key update', [userId]);
  const row = await db.find<ContactRow>(
    `insert into contacts (user_id, name, phone, network)
     select $1, $2, $3, $4
     where (select count(*) from contacts where user_id = $1 and deleted_at is null and phone <> $3) < $5
     on conflict (user_id, phone) where deleted_at is null
     do update set name = excluded.name, network = excluded.network, last_used_at = now()
     returning ${contactColumns}`,
    [userId, name, phone, network, limits.contactsMaximum],
  );
  return row ?? refuse('contact_limit');
}
