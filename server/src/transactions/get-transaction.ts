import type { Context } from '../context.ts';
import { refuse } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { findLine, findReceipt, type LineQuery } from './find-receipt.ts';
import type { Line } from './line.ts';

const ID = /^[1-9]\d{0,17}$/;
const REFERENCE = /^[A-Z0-9]{4,40}$/;

/**
 * `bringUpToDate` gets the line before it is shown, since whoever comes back from paying wants to know now. It must be quick and
 * must not throw.
 */
export const getTransaction =
  (
    { pool }: Context,
    bringUpToDate: (line: Line, viewerId: bigint) => Promise<void>,
  ): Handler<'getTransaction'> =>
  async ({ principal, params }) => {
    const staff = principal.isAdmin || principal.isAgent;
    const query = { line: readKey(params.id), ownerId: staff ? null : principal.userId };
    const line = await findLine(pool, query);
    if (line === undefined) refuse('not_found');
    await bringUpToDate(line, principal.userId);
    const receipt = await findReceipt(pool, { ...query, staff });
    return { receipt: receipt ?? refuse('not_found') };
  };

/** What cannot be a line's name is a line that does not exist. */
function readKey(text: string): LineQuery['line'] {
  if (ID.test(text)) return { id: BigInt(text) };
  const reference = text.toUpperCase();
  return REFERENCE.test(reference) ? { reference } : refuse('not_found');
}
