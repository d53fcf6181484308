import type { Context } from '../../app/context.ts';
import { countAttempt } from '../../platform/attempts.ts';
import type { Handler } from '../../platform/serve.ts';
import { newReceiver, userReceiver } from '../spending-controls/new-receivers.ts';
import { findReceiver, nameRule, refuseUnknown } from './find-receiver.ts';

export const validateUser =
  (context: Context): Handler<'validateUser'> =>
  async ({ principal, params }) => {
    await countAttempt(context.pool, nameRule(principal.userId));
    const { userId, name, userName, isVerified } =
      (await findReceiver(context, params.userName)) ?? refuseUnknown();
    const limit = await newReceiver({ context, principal }, userReceiver(userId));
    return { name, userName, isVerified, newReceiver: limit };
  };
