import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { presentProfile } from './present.ts';

export const getProfile =
  (context: Context): Handler<'getProfile'> =>
  async ({ principal }) => ({ ...(await presentProfile(context, principal)), terms: context.terms });
