import { untilWords } from '@jara/contract/lagos-time.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { confirmPassword } from './confirm-password.ts';
import { askForPinRemoval, removePinNow } from './pin-removals.ts';
import { withPinOrCode } from './with-pin-or-code.ts';

/** At once for whoever knows the PIN or has the second factor; the password alone begins a wait. */
export const removePin =
  (context: Context): Handler<'removePin'> =>
  async ({ principal, body, request }) => {
    const { userId } = principal;
    await confirmPassword(context, principal, body.password);
    const pinRemovedAt = await withPinOrCode(
      context,
      principal,
      { ...body, stepUp: request.stepUp, isPasswordEnough: true },
      async (db, factor) => {
        if (factor === 'password') return (await askForPinRemoval(db, principal, request)) ?? null;
        await removePinNow(context, db, userId, { request, factor });
        return null;
      },
    );
    if (pinRemovedAt === null) {
      return { msg: 'Your PIN is removed. You are not asked for it any more', pinRemovedAt };
    }
    const msg = `Your PIN is removed ${untilWords(pinRemovedAt)}. Until then it counts, and you can keep it`;
    return { msg, pinRemovedAt: pinRemovedAt.toISOString() };
  };
