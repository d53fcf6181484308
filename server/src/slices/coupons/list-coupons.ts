import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { GrowingTable } from '../../platform/lists/days.ts';
import { given } from '../../platform/lists/filters.ts';
import { idNamed, idRange, pageOfIds, type Key } from '../../platform/lists/id-range.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { couponState, presentCoupon, selectCoupons, type CouponRow, type CouponState } from './coupon.ts';

const states: readonly CouponState[] = ['open', 'redeemed', 'voided', 'expired'];
const list: GrowingTable = { table: 'coupons', alias: 'c' };

/** A vendor sees what they made. */
export const listCoupons =
  ({ pool }: Context): Handler<'listCoupons'> =>
  async ({ principal, query }) => {
    const state = given(query.state)?.toLowerCase();
    if (state !== undefined && !states.some((known) => known === state))
      refuseField('state', `Unknown state: choose ${states.join(', ')}`);
    const rows = await readCoupons(pool, principal, query);
    const coupons = rows.slice(0, limits.pageSize).map((row) => presentCoupon(row, principal));
    return { coupons, next: rows.length > limits.pageSize ? (coupons.at(-1)?._id ?? null) : null };
  };

/** One more than a page has. */
export async function readCoupons(
  db: Db,
  { isAdmin, userId }: Pick<Principal, 'isAdmin' | 'userId'>,
  query: CallQuery<'listCoupons'>,
): Promise<CouponRow[]> {
  const state = given(query.state)?.toLowerCase();
  const [ownerId, named] = [await idNamed(db, query.owner), await idNamed(db, query.maker)];
  // What others made is nobody's to a vendor.
  const makerId = isAdmin ? named : named === undefined || named === userId ? userId : 0n;
  const [ofMaker, inState]: [Key, Key] = [
    ['c.maker_id', makerId],
    [couponState, state],
  ];
  const range = await idRange(db, list, {
    // An owner has few of them: those are looked through.
    keys: ownerId === undefined ? [ofMaker, inState] : [['c.owner_id', ownerId]],
    also:
      ownerId === undefined
        ? []
        : [
            ['c.maker_id = ?', makerId],
            [`${couponState} = ?`, state],
          ],
    before: query.before,
  });
  const { sql, params } = pageOfIds(range, list, { most: limits.pageSize + 1 });
  return db.rows<CouponRow>(`${selectCoupons} where c.id = any(array(${sql})) order by c.id desc`, params);
}
