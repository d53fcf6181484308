import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { newReceiver, userReceiver } from '../spending-controls/new-receivers.ts';
import { receiverOrRefuse } from './find-receiver.ts';

export const validateUser =
  (context: Context): Handler<'validateUser'> =>
  async ({ principal, params }) => {
    const { userId, name, userName, isVerified } = await receiverOrRefuse(
      context,
      principal,
      params.userName,
    );
    const limit = await newReceiver({ context, principal }, userReceiver(userId));
    return { name, userName, isVerified, newReceiver: limit };
  };
