import { countAskedMail, ignoreTooMany, isQuietNetwork, type AskedMails } from '../mails/asked-mails.ts';
import { queueMail } from '../mails/queue-mail.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordSecurityEvent, recordSecurityRefusal } from '../security-events/record-security-event.ts';
import { isDeviceOf } from '../sessions/devices.ts';
import { findUser } from './find-user.ts';
import { spellingOf } from './identifiers.ts';

const nobody = 0n;

/**
 * The same answer after the same work, whether the account exists or not, and whether its mails of this hour are used up or not: who
 * asks learns nothing about anybody. Nobody is refused for what others ask behind the same address: from there each account just gets fewer mails.
 */
export const requestPasswordReset =
  (context: Context): Handler<'requestPasswordReset'> =>
  async ({ body, request }) => {
    const { pool, config } = context;
    const mails: AskedMails = {
      name: 'requestPasswordReset',
      perHour: config.limits.passwordResetsPerHour,
      perHourAndNetwork: config.limits.passwordResetsPerHourAndAddress,
    };
    const user = await findUser(pool, body.email);
    // On a device of the account's own nobody is stopped by what others do behind the same address.
    const isOwnDevice = user !== undefined && (await isDeviceOf(context, user.id, request.deviceKey));
    const isQuiet = isOwnDevice || (await isQuietNetwork(pool, mails, request.network));
    // By account, so that asking by its three names sends no more mails than asking by one.
    const account = user === undefined ? ['unknown', spellingOf(body.email)] : ['user', String(user.id)];
    const outcome = await pool
      .commit(async (db) => {
        await countAskedMail(db, mails, { account, isQuiet });
        await queueMail(db, user?.id ?? nobody, 'password_reset');
        return 'ok' as const;
      })
      .catch(ignoreTooMany);
    await (user === undefined || outcome === 'locked'
      ? recordSecurityRefusal(pool, user?.id ?? null, request, {
          what: 'reset_asked',
          outcome: outcome === 'ok' ? 'wrong' : outcome,
        })
      : recordSecurityEvent(pool, { userId: user.id }, request, { what: 'reset_asked' }));
    return {
      msg: 'If there is an account with this name, a link to choose a new password is on its way to its e-mail address',
    };
  };
