import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { otherUserOrRefuse } from '../accounts/other-user.ts';
import { refuseSamePerson } from '../staff-actions/refuse-same-person.ts';
import { notesOf, userOrRefuse } from './user-notes.ts';

/** Refusals: forbidden for notes about oneself, not_found. */
export const listUserNotes =
  ({ reads, config }: Context): Handler<'listUserNotes'> =>
  async ({ principal, params, query }) => {
    const userId = otherUserOrRefuse(principal, params.id);
    await userOrRefuse(reads, userId);
    await refuseSamePerson(reads, config, principal, userId);
    // One more than the page has says whether there is another one.
    const found = await notesOf(reads, userId, { most: limits.pageSize + 1, before: query.before });
    const notes = found.slice(0, limits.pageSize);
    return { notes, next: found.length > limits.pageSize ? (notes.at(-1)?._id ?? null) : null };
  };
