import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import { given, whereOf } from '../../platform/lists/filters.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { couponState, presentCoupon, selectCoupons, type CouponRow, type CouponState } from './coupon.ts';

const states: readonly CouponState[] = ['open', 'redeemed', 'voided', 'expired'];
const idNamed = '(select id from users where user_name = ?)';

/** A vendor sees what they made. */
export const listCoupons =
  ({ pool }: Context): Handler<'listCoupons'> =>
  async ({ principal, query }) => {
    const state = given(query.state)?.toLowerCase();
    if (state !== undefined && !states.some((known) => known === state))
      refuseField('state', `Unknown state: choose ${states.join(', ')}`);
    const { where, params } = whereOf([
      ['c.maker_id = ?', principal.isAdmin ? undefined : principal.userId],
      [`${couponState} = ?`, state],
      [`c.owner_id = ${idNamed}`, given(query.owner)?.toLowerCase()],
      [`c.maker_id = ${idNamed}`, given(query.maker)?.toLowerCase()],
      ['c.id < ?', query.before],
    ]);
    const rows = await pool.rows<CouponRow>(
      `${selectCoupons} where ${where} order by c.id desc limit $${params.length + 1}`,
      [...params, limits.pageSize + 1],
    );
    const coupons = rows.slice(0, limits.pageSize).map((row) => presentCoupon(row, principal));
    return { coupons, next: rows.length > limits.pageSize ? (coupons.at(-1)?._id ?? null) : null };
  };
