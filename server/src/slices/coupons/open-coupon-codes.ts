import type { Context } from '../../app/context.ts';
import { codeOfRequest, hashCode } from './code.ts';

/** Gives the code of the coupon that somebody made by a key, of each that is open. */
export const openCouponCodes =
  ({ pool, config }: Pick<Context, 'pool' | 'config'>) =>
  async (made: readonly { makerId: bigint; key: string }[]): Promise<ReadonlyMap<string, string>> => {
    const codes = made.map(({ makerId, key }) => ({
      key,
      code: codeOfRequest(config.couponCodeKey, makerId, key),
    }));
    if (codes.length === 0) return new Map();
    const open = await pool.rows<{ hash: Buffer }>(
      'select code_hash as hash from coupons where code_hash = any($1) and redeemed_at is null and voided_at is null',
      [codes.map(({ code }) => hashCode(code))],
    );
    const isOpen = (code: string): boolean => open.some(({ hash }) => hash.equals(hashCode(code)));
    return new Map(codes.filter(({ code }) => isOpen(code)).map(({ key, code }) => [key, code]));
  };
