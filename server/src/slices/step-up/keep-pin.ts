import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { endPinRemoval } from './pin-removals.ts';

/** Takes no proof: a PIN that stays loses nothing. */
export const keepPin =
  ({ pool }: Context): Handler<'keepPin'> =>
  async ({ principal, request }) => {
    const wasAsked = await pool.commit(async (db) => {
      if (!(await endPinRemoval(db, principal.userId))) return false;
      await recordSecurityEvent(db, principal, request, { what: 'pin_removal_stopped' });
      return true;
    });
    return { msg: wasAsked ? 'Your PIN stays' : 'Nobody has asked to remove your PIN' };
  };
