import type { Context } from '../../app/context.ts';
import { setFrozen } from '../../ledger/spending-controls.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';

/** Takes no password: whoever has lost a phone is in a hurry, and a frozen wallet loses nothing. */
export const freezeWallet =
  ({ pool }: Context): Handler<'freezeWallet'> =>
  async ({ principal: { userId }, request }) => {
    await pool.commit(async (db) => {
      if (!(await setFrozen(db, userId, true))) return;
      await queueMail(db, userId, 'wallet_frozen');
      await recordSecurityEvent(db, { userId }, request, { what: 'wallet_frozen' });
    });
    return { msg: 'Your wallet is frozen. Nothing leaves it until you unfreeze it' };
  };
