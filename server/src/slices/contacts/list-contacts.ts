import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { contactColumns, presentContact, type ContactRow } from './contact.ts';

export const listContacts =
  ({ pool }: Context): Handler<'listContacts'> =>
  async ({ principal }) => {
    const rows = await pool.rows<ContactRow>(
      `select ${contactColumns} from contacts where user_id = $1 and deleted_at is null
       order by last_used_at desc, id desc limit ${limits.contactsMaximum}`,
      [principal.userId],
    );
    return { contacts: rows.map(presentContact) };
  };
