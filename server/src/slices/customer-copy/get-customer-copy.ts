import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { findCustomerCopy } from './customer-copy.ts';

export const getCustomerCopy =
  ({ pool }: Context): Handler<'getCustomerCopy'> =>
  ({ principal }) =>
    findCustomerCopy(pool, principal.userId);
