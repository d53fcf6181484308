import type { Context } from '../../app/context.ts';
import { brokenConstraint, type Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactColumns, presentContact, type ContactRow } from './contact.ts';
import { readContact, readContactId, type NewContact } from './read-contact.ts';

/** Renames a saved number, or corrects it. Somebody else's contact does not exist. */
export const updateContact =
  ({ pool }: Context): Handler<'updateContact'> =>
  async ({ principal, params, body }) => {
    const id = readContactId(params.id);
    const contact = readContact(body);
    const row = await change(pool, principal.userId, id, contact).catch(refuseSavedNumber);
    return { msg: `${contact.name} is changed`, contact: presentContact(row ?? refuse('not_found')) };
  };

function change(
  db: Db,
  userId: bigint,
  id: bigint,
  { name, phone, network }: NewContact,
): Promise<ContactRow | undefined> {
  return db.find<ContactRow>(
    `update contacts set name = $3, phone = $4, network = $5, last_used_at = now()
     where id = $1 and user_id = $2 and deleted_at is null returning ${contactColumns}`,
    [id, userId, name, phone, network],
  );
}

function refuseSavedNumber(error: unknown): never {
  if (brokenConstraint(error) !== 'contacts_of_user') throw error;
  refuseField('contactNumber', 'This number is in your contacts already');
}
