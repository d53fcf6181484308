/** How each supplier is doing, by our own purchases, the books and the last readings of our float there. Nobody is called. */
import type { CallReply } from '@jara/contract/api.ts';
import { lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { kobo, toNaira, type Kobo } from '@jara/contract/money.ts';
import { HOUR_MS, HOUR_SECONDS } from '@jara/contract/time-units.ts';
import { snapshotsUpTo } from '../../ledger/balances.ts';
import { isLost } from '../../ledger/profit.ts';
import { askedStates, deliveredStates, listed, openStates, staffStates } from '../../ledger/states.ts';
import type { Db } from '../../platform/db.ts';

export type SupplierState = CallReply<'checkServices'>['suppliers'][number];

interface Row {
  name: string;
  asked: bigint;
  answered: bigint;
  delivered: bigint;
  refused: bigint;
  medianSeconds: number | null;
  p95Seconds: number | null;
  /** What it delivered lately cost us, and over how long. */
  costKobo: bigint;
  seconds: number;
  waiting: bigint;
  waitingSince: Date | null;
  unknown: bigint;
  forStaff: bigint;
  lateDeliveries: bigint;
  lateKobo: bigint;
  costTodayKobo: bigint;
  lastAnswerAt: Date | null;
  spent: bigint;
  floatKobo: bigint | null;
  floatReadAt: Date | null;
  floatProblem: string | null;
  /** Whether it answered with its float when it was last asked; null when that is long ago or never was. */
  reportedFloat: boolean | null;
}

/** Of how many attempts, newest first, at most. */
const MOST_ATTEMPTS = 5_000;

/** In the order of `names`; only what is on record is looked at, and of the newest sales. */
export async function readSuppliers(
  db: Db,
  names: readonly string[],
  alarmKobo: Kobo,
): Promise<SupplierState[]> {
  const nowMs = Date.now();
  const today = startOfDay(lagosDay(nowMs));
  const rows = await db.rows<Row>(
    `with newest as (select * from purchase_attempts order by transaction_id desc limit $2),
       recent as (select * from newest where sent_at > now() - interval '30 minutes'),
       span as (
         select case when count(*) < $2 then 1800 else least(1800, greatest(1, extract(epoch from now() - min(sent_at)))) end::float8 as seconds
         from newest),
       waits as (
         select supplier, count(*), min(sent_at) as since, count(*) filter (where state = 'unknown') as unknown
         from purchase_attempts where next_check_at is not null and state in (${listed(askedStates)}) group by supplier),
       for_staff as (select supplier, count(*) from purchase_attempts where state in (${listed(staffStates)}) group by supplier),
       late as (
         select a.name as supplier, count(*), sum(e.amount)::bigint as cost from postings p
         join entries e on e.posting_id = p.id join accounts a on a.id = e.account_id and a.kind = 'supplier'
         where p.code = 'purchase.late_vend' and p.posted_at > now() - interval '30 days' group by a.name),
       today as (
         select supplier, sum(cost_kobo)::bigint as cost from transactions t
         where created_at >= $3 and cost_kobo is not null and (status = 'success' or ${isLost}) group by supplier),
       booked as materialized (
         select a.id, a.name as supplier, coalesce(h.balance, 0) as balance, coalesce(h.up_to_posting_id, 0) as up_to
         from accounts a left join house_balances h on h.account_id = a.id where a.kind = 'supplier' and a.user_id is null),
       spent as (
         select b.id, sum(e.amount) as kobo from entries e join booked b on b.id = e.account_id and b.up_to < e.posting_id
         where e.posting_id > $4::bigint group by b.id)
     select s.name,
       count(r.*) as asked,
       count(r.*) filter (where r.state not in (${listed(openStates)})) as answered,
       count(r.*) filter (where r.state in (${listed(deliveredStates)})) as delivered,
       count(r.*) filter (where r.state in ('refused', 'reversed', 'recovered')) as refused,
       percentile_cont(0.5) within group (order by extract(epoch from r.answered_at - r.sent_at)::float8)
         filter (where r.state in (${listed(deliveredStates)})) as "medianSeconds",
       percentile_cont(0.95) within group (order by extract(epoch from r.answered_at - r.sent_at)::float8)
         filter (where r.state in (${listed(deliveredStates)})) as "p95Seconds",
       coalesce(sum(t.cost_kobo) filter (where r.state in (${listed(deliveredStates)})), 0)::bigint as "costKobo",
       (select seconds from span) as seconds,
       coalesce(max(w.count), 0) as waiting,
       max(w.since) as "waitingSince",
       coalesce(max(w.unknown), 0) as unknown,
       coalesce(max(m.count), 0) as "forStaff",
       coalesce(max(l.count), 0) as "lateDeliveries",
       coalesce(max(l.cost), 0)::bigint as "lateKobo",
       coalesce(max(d.cost), 0)::bigint as "costTodayKobo",
       max(r.answered_at) filter (where r.state not in (${listed(openStates)})) as "lastAnswerAt",
       coalesce((
         select b.balance + coalesce(p.kobo, 0) from booked b left join spent p on p.id = b.id where b.supplier = s.name), 0)::bigint as spent,
       f.float_kobo as "floatKobo", f.read_at as "floatReadAt", f.problem as "floatProblem",
       case when f.asked_at > now() - interval '30 minutes' then f.problem is null end as "reportedFloat"
     from unnest($1::text[]) with ordinality as s(name, place)
     left join recent r on r.supplier = s.name
     left join transactions t on t.id = r.transaction_id
     left join waits w on w.supplier = s.name
     left join for_staff m on m.supplier = s.name
     left join late l on l.supplier = s.name
     left join today d on d.supplier = s.name
     left join supplier_floats f on f.supplier = s.name
     group by s.name, s.place, f.supplier order by s.place`,
    [names, MOST_ATTEMPTS, today, await snapshotsUpTo(db)],
  );
  const hoursToday = (nowMs - today.getTime()) / HOUR_MS;
  return rows.map((row) => present(row, alarmKobo, hoursToday));
}

function present(row: Row, alarmKobo: Kobo, hoursToday: number): SupplierState {
  const { floatKobo } = row;
  const ended = row.delivered + row.refused;
  return {
    supplierName: row.name,
    isReachable: isReachable(row),
    lastAnswerAt: row.lastAnswerAt?.toISOString() ?? null,
    delivered: Number(row.delivered),
    refused: Number(row.refused),
    successPercent: ended === 0n ? null : Number((row.delivered * 1_000n) / ended) / 10,
    medianSeconds: tenths(row.medianSeconds),
    p95Seconds: tenths(row.p95Seconds),
    waiting: Number(row.waiting),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    unknown: Number(row.unknown),
    forStaff: Number(row.forStaff),
    lateDeliveries: Number(row.lateDeliveries),
    lateDeliveriesCost: toNaira(kobo(row.lateKobo)),
    float: floatKobo === null ? null : toNaira(kobo(floatKobo)),
    floatReadAt: row.floatReadAt?.toISOString() ?? null,
    floatProblem: row.floatProblem,
    isFloatLow: floatKobo !== null && floatKobo < alarmKobo,
    floatHoursLeft: hoursLeft(floatKobo, row.costKobo, row.seconds / HOUR_SECONDS),
    floatHoursLeftToday: hoursLeft(floatKobo, row.costTodayKobo, hoursToday),
    spentToday: toNaira(kobo(row.costTodayKobo)),
    spent: toNaira(kobo(row.spent)),
  };
}

const tenths = (seconds: number | null): number | null =>
  seconds === null ? null : Math.round(seconds * 10) / 10;

/** How long the float lasts when sales go on as they went in these hours. */
function hoursLeft(floatKobo: bigint | null, costKobo: bigint, hours: number): number | null {
  if (floatKobo === null || costKobo === 0n) return null;
  return Math.round((Number(floatKobo) / Number(costKobo)) * hours * 10) / 10;
}

/** One answer is enough for a yes. An unanswered attempt says little by itself; nothing but those say that nobody is there. */
function isReachable({ asked, answered, reportedFloat }: Row): boolean | null {
  if (answered > 0n || reportedFloat === true) return true;
  return asked > 0n ? false : reportedFloat;
}
