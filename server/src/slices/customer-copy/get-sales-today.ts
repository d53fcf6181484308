import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';

interface Totals {
  sales: bigint;
  costKobo: bigint;
  takingsKobo: bigint;
  /** Of the sales that are in the takings. */
  pricedCostKobo: bigint;
  withoutPrice: bigint;
  isPartial: boolean;
}

/** The newest transactions of one user by their index, however many there are of earlier days. */
export const getSalesToday =
  ({ pool }: Context): Handler<'getSalesToday'> =>
  async ({ principal }) => {
    const totals = await pool.get<Totals>(
      `with newest as (
         select type, status, description, price_kobo, face_value_kobo, created_at >= lagos_midnight(now()) as is_today
         from transactions where user_id = $1 order by id desc limit ${limits.salesTodayMaximum}
       ), sold as (
         select n.price_kobo as cost, coalesce(s.price_kobo, case when n.type = 'airtime' then n.face_value_kobo end) as takings
         from newest n left join selling_prices s on s.user_id = $1 and s.product = n.description
         where is_today and type in ('airtime', 'data', 'electricity') and status in ('success', 'pending')
       )
       select count(*) as sales, coalesce(sum(cost), 0)::bigint as "costKobo", coalesce(sum(takings), 0)::bigint as "takingsKobo",
         coalesce(sum(cost) filter (where takings is not null), 0)::bigint as "pricedCostKobo",
         count(*) filter (where takings is null) as "withoutPrice",
         (select count(*) filter (where is_today) = ${limits.salesTodayMaximum} from newest) as "isPartial"
       from sold`,
      [principal.userId],
    );
    const { costKobo, takingsKobo, pricedCostKobo } = totals;
    return {
      sales: Number(totals.sales),
      cost: toNaira(kobo(costKobo)),
      takings: toNaira(kobo(takingsKobo)),
      profit: toNaira(kobo(takingsKobo - pricedCostKobo)),
      withoutPrice: Number(totals.withoutPrice),
      isPartial: totals.isPartial,
    };
  };
