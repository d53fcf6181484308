import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { setUserType } from './upgrade-user.ts';

export const upgradeUserByGet =
  (context: Context): Handler<'upgradeUserByGet'> =>
  ({ principal, params, request }) =>
    setUserType(context, { principal, request }, params);
