import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactColumns, presentContact, type ContactRow } from './contact.ts';
import { readContact, type NewContact } from './read-contact.ts';

/** A number that is saved already gets the new name and network; one that was removed comes back under the id that it had. */
export const addContact =
  ({ pool }: Context): Handler<'addContact'> =>
  async ({ principal, body }) => {
    const contact = readContact(body);
    const row = await pool.commit((db) => save(db, principal.userId, contact));
    return { msg: `${contact.name} is in your contacts`, contact: presentContact(row) };
  };

async function save(db: Db, userId: bigint, { name, phone, network }: NewContact): Promise<ContactRow> {
  // One at a time per user, else two at once both find the last free place.
  await db.run('select from users where id = $1 for no key update', [userId]);
  const count = await db.get<{ others: bigint }>(
    'select count(*) as others from contacts where user_id = $1 and deleted_at is null and phone <> $2',
    [userId, phone],
  );
  if (count.others >= limits.contactsMaximum) refuse('contact_limit');
  await db.run(
    `update contacts set deleted_at = null, has_expired = false
     where id = (select id from contacts where user_id = $1 and phone = $2 order by deleted_at desc nulls first limit 1)
       and deleted_at is not null`,
    [userId, phone],
  );
  return db.get<ContactRow>(
    `insert into contacts (user_id, name, phone, network) values ($1, $2, $3, $4)
     on conflict (user_id, phone) where deleted_at is null
     do update set name = excluded.name, network = excluded.network, last_used_at = now()
     returning ${contactColumns}`,
    [userId, name, phone, network],
  );
}
