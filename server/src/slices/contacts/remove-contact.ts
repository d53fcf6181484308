import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readContactId } from './read-contact.ts';

/** Takes a number off the list. The row stays, so that saving the number again brings it back. */
export const removeContact =
  ({ pool }: Context): Handler<'removeContact'> =>
  async ({ principal, params }) => {
    const removed = await pool.find<{ name: string }>(
      `update contacts set deleted_at = now() where id = $1 and user_id = $2 and deleted_at is null returning name`,
      [readContactId(params.id), principal.userId],
    );
    if (removed === undefined) refuse('not_found');
    return { msg: `${removed.name} is removed from your contacts` };
  };
