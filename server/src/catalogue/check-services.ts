import type { CallReply } from '@jara/contract/api.ts';
import { kobo, naira, toNaira, type Kobo } from '@jara/contract/money.ts';
import type { Context } from '../context.ts';
import type { Db } from '../platform/db.ts';
import type { Handler } from '../platform/serve.ts';
import { listServices } from './services.ts';

type SupplierState = CallReply<'checkServices'>['suppliers'][number];

const REMEMBER_MS = 30_000;

/**
 * The services as they are, and the suppliers as our own purchases and the last readings of our float found them: nobody is called, so
 * the answer is quick also when a supplier hangs. What is said of suppliers is remembered for 30 s.
 */
export const checkServices = ({ pool, suppliers, config }: Context): Handler<'checkServices'> => {
  let remembered: { states: Promise<SupplierState[]>; at: Date } | null = null;
  return async () => {
    const now = new Date();
    if (remembered === null || now.getTime() - remembered.at.getTime() >= REMEMBER_MS) {
      const states = readSuppliers(pool, [...suppliers.keys()], naira(config.supplierFloatAlarmNaira));
      remembered = { states, at: now };
      states.catch(() => {
        remembered = null;
      });
    }
    const { states, at } = remembered;
    return {
      services: await listServices(pool),
      suppliers: await states,
      floatAlarm: config.supplierFloatAlarmNaira,
      checkedAt: at.toISOString(),
    };
  };
};

interface Row {
  name: string;
  asked: bigint;
  answered: bigint;
  delivered: bigint;
  refused: bigint;
  medianSeconds: number | null;
  /** What it delivered lately cost us, and over how long. */
  costKobo: bigint;
  seconds: number;
  waiting: bigint;
  waitingSince: Date | null;
  lastAnswerAt: Date | null;
  spent: bigint;
  floatKobo: bigint | null;
  floatReadAt: Date | null;
  floatProblem: string | null;
  /** Whether it told its float when it was last asked; null when that is long ago or never was. */
  toldFloat: boolean | null;
}

/** Of how many attempts, newest first, at most. */
const MOST_ATTEMPTS = 5_000;

async function readSuppliers(db: Db, names: readonly string[], alarmKobo: Kobo): Promise<SupplierState[]> {
  const rows = await db.rows<Row>(
    `with newest as (select * from purchase_attempts order by transaction_id desc limit $2),
       recent as (select * from newest where sent_at > now() - interval '30 minutes'),
       span as (
         select case when count(*) < $2 then 1800 else least(1800, greatest(1, extract(epoch from now() - min(sent_at)))) end::float8 as seconds
         from newest),
       waits as (select supplier, count(*), min(sent_at) as since from purchase_attempts where next_check_at is not null group by supplier)
     select s.name,
       count(r.*) as asked,
       count(r.*) filter (where r.state not in ('sent', 'unknown', 'manual')) as answered,
       count(r.*) filter (where r.state in ('delivered', 'delivered_late')) as delivered,
       count(r.*) filter (where r.state in ('refused', 'reversed')) as refused,
       percentile_cont(0.5) within group (order by extract(epoch from r.answered_at - r.sent_at)::float8)
         filter (where r.state in ('delivered', 'delivered_late')) as "medianSeconds",
       coalesce(sum(t.cost_kobo) filter (where r.state in ('delivered', 'delivered_late')), 0)::bigint as "costKobo",
       (select seconds from span) as seconds,
       coalesce(max(w.count), 0) as waiting,
       max(w.since) as "waitingSince",
       max(r.answered_at) filter (where r.state not in ('sent', 'unknown', 'manual')) as "lastAnswerAt",
       coalesce((
         select coalesce(max(h.balance), 0) + coalesce(sum(e.amount), 0) from accounts a
         left join house_balances h on h.account_id = a.id
         left join entries e on e.account_id = a.id and e.posting_id > coalesce(h.up_to_posting_id, 0)
         where a.kind = 'supplier' and a.name = s.name and a.user_id is null), 0)::bigint as spent,
       f.float_kobo as "floatKobo", f.read_at as "floatReadAt", f.problem as "floatProblem",
       case when f.asked_at > now() - interval '30 minutes' then f.problem is null end as "toldFloat"
     from unnest($1::text[]) with ordinality as s(name, place)
     left join recent r on r.supplier = s.name
     left join transactions t on t.id = r.transaction_id
     left join waits w on w.supplier = s.name
     left join supplier_floats f on f.supplier = s.name
     group by s.name, s.place, f.supplier order by s.place`,
    [names, MOST_ATTEMPTS],
  );
  return rows.map((row) => present(row, alarmKobo));
}

function present(row: Row, alarmKobo: Kobo): SupplierState {
  const { floatKobo } = row;
  const ended = row.delivered + row.refused;
  return {
    supplierName: row.name,
    isReachable: isReachable(row),
    lastAnswerAt: row.lastAnswerAt?.toISOString() ?? null,
    delivered: Number(row.delivered),
    refused: Number(row.refused),
    successPercent: ended === 0n ? null : Number((row.delivered * 1_000n) / ended) / 10,
    medianSeconds: row.medianSeconds === null ? null : Math.round(row.medianSeconds * 10) / 10,
    waiting: Number(row.waiting),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    float: floatKobo === null ? null : toNaira(kobo(floatKobo)),
    floatReadAt: row.floatReadAt?.toISOString() ?? null,
    floatProblem: row.floatProblem,
    isFloatLow: floatKobo !== null && floatKobo < alarmKobo,
    floatHoursLeft: hoursLeft(row),
    spent: toNaira(kobo(row.spent)),
  };
}

/** How long the float lasts when sales go on as they went lately. */
function hoursLeft({ floatKobo, costKobo, seconds }: Row): number | null {
  if (floatKobo === null || costKobo === 0n) return null;
  return Math.round(((Number(floatKobo) / Number(costKobo)) * seconds) / 360) / 10;
}

/** One answer is enough for a yes. An unanswered attempt says little by itself; nothing but those say that nobody is there. */
function isReachable({ asked, answered, toldFloat }: Row): boolean | null {
  if (answered > 0n || toldFloat === true) return true;
  return asked > 0n ? false : toldFloat;
}
