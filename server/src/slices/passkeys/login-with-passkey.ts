import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { createRefusalNotes } from '../security-events/note-refusal.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { ownerOf, passkeyRule, withPasskey } from '../step-up/passkeys/use-passkey.ts';
import { openSession, replySignedIn } from '../accounts/sign-in.ts';

/**
 * Two factors in one: the device that keeps the passkey, and what the device knows its owner by. Wrong ones are counted by account and network, so
 * that nobody is locked out by strangers.
 */
export const loginWithPasskey = (context: Context): Handler<'loginWithPasskey'> => {
  const note = createRefusalNotes(context);
  return async ({ body, request }) => {
    const ownerId = await ownerOf(context.pool, body.passkey);
    const rule = passkeyRule(context, [ownerId === null ? 'unknown' : String(ownerId), request.network]);
    const given = { purpose: { purpose: 'login', userId: null }, answer: body.passkey, rule } as const;
    const entered = withPasskey(context, given, async (db, { userId, needsPassword }) => {
      if (needsPassword) refuse('passkey_needs_password');
      await recordSecurityEvent(db, { userId }, request, { what: 'login', factor: 'passkey' });
      return openSession(context, db, userId, request);
    });
    const opened = await entered.catch(async (error: unknown) => {
      await note({ name: 'loginWithPasskey', userId: ownerId, body, request }, error);
      throw error;
    });
    return replySignedIn(context, opened, { status: 200, msg: 'Welcome back' });
  };
};
