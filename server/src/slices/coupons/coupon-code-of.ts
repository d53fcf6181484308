import type { Context } from '../../app/context.ts';
import { codeOfRequest } from './code.ts';

/** The code of the coupon that somebody made by a key. */
export const couponCodeOf =
  ({ config }: Pick<Context, 'config'>) =>
  (makerId: bigint, key: string): string =>
    codeOfRequest(config.couponCodeKey, makerId, key);
