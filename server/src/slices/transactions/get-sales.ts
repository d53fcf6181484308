import type { CallReply } from '@jara/contract/api.ts';
import { lagosDay, type Day } from '@jara/contract/lagos-time.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { Handler } from '../../platform/serve.ts';
import { readDays, type Totals } from './sums.ts';

const USUAL_DAYS = 14;

/** What was sold, by day and by network. A sale counts on the day on which it was bought, and so does what staff refunded of that day. */
export const getSales =
  ({ reads }: Context): Handler<'getSales'> =>
  async ({ query }) => {
    const days = lastDays(query.days ?? USUAL_DAYS, Date.now());
    const first = days[0] ?? lagosDay(Date.now());
    const groups = (await readDays(reads, first)).filter(
      ({ sales, profitKobo }) => sales !== 0n || profitKobo !== 0n,
    );
    const networks = [...new Set(groups.flatMap(({ network }) => network ?? []))];
    return {
      days: days.map((day) => ({ day, ...salesOf(groups.filter((group) => group.day === day)) })),
      networks: networks
        .map((network) => ({ network, ...salesOf(groups.filter((group) => group.network === network)) }))
        .toSorted((a, b) => b.revenue - a.revenue || a.network.localeCompare(b.network)),
    };
  };

/** The oldest first; the last one is today. */
const lastDays = (count: number, nowMs: number): Day[] =>
  Array.from({ length: count }, (_, index) => lagosDay(nowMs - (count - 1 - index) * DAY_MS));

type Sales = Omit<CallReply<'getSales'>['days'][number], 'day'>;

function salesOf(groups: readonly Totals[]): Sales {
  const sumOf = (pick: (group: Totals) => bigint): bigint =>
    groups.reduce((total, group) => total + pick(group), 0n);
  return {
    sales: Number(sumOf(({ sales }) => sales)),
    revenue: toNaira(kobo(sumOf(({ revenueKobo }) => revenueKobo))),
    profit: toNaira(kobo(sumOf(({ profitKobo }) => profitKobo))),
    total_volume_sold: Number(sumOf(({ volumeMb }) => volumeMb)) / 1_000,
  };
}
