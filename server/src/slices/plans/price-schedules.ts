/** Planned prices as they stand in the database, and as staff see them. */
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { PriceSchedule } from '@jara/contract/calls/price-schedules.ts';
import type { Db } from '../../platform/db.ts';

interface Row {
  id: bigint;
  state: string;
  startsAt: Date;
  plannedBy: string;
  createdAt: Date;
  endedAt: Date | null;
  planId: number;
  planNetwork: string;
  planType: string;
  planName: string;
  field: string;
  fromKobo: bigint;
  toKobo: bigint;
  result: string | null;
}

/** What is planned, the next one first, then what ended lately, the last one first. `only` gives one, whatever its age. */
export async function readSchedules(db: Db, only: bigint | null = null): Promise<PriceSchedule[]> {
  const rows = await db.rows<Row>(
    `select s.id, s.state, s.starts_at as "startsAt", u.user_name as "plannedBy", s.created_at as "createdAt", s.ended_at as "endedAt",
       x.plan_id as "planId", p.network as "planNetwork", p.plan_type as "planType", p.name as "planName", x.field,
       x.from_kobo as "fromKobo", x.to_kobo as "toKobo", x.result
     from price_schedules s join users u on u.id = s.actor_id
     join scheduled_prices x on x.schedule_id = s.id join plans p on p.id = x.plan_id
     where case when $1::bigint is null then s.state = 'planned' or s.ended_at > now() - interval '7 days' else s.id = $1 end
     order by s.state = 'planned' desc, case when s.state = 'planned' then s.starts_at end, s.ended_at desc, s.id, p.network, p.plan_type,
       p.volume_mb, p.id, x.field`,
    [only],
  );
  const schedules = new Map<bigint, PriceSchedule>();
  for (const row of rows) {
    const schedule = schedules.get(row.id) ?? presentSchedule(row);
    schedule.prices.push(presentPrice(row));
    schedules.set(row.id, schedule);
  }
  return [...schedules.values()];
}

const presentSchedule = (row: Row): PriceSchedule => ({
  _id: String(row.id),
  state: row.state,
  startsAt: row.startsAt.toISOString(),
  plannedBy: row.plannedBy,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  prices: [],
});

const presentPrice = (row: Row): PriceSchedule['prices'][number] => ({
  planId: row.planId,
  planNetwork: row.planNetwork,
  planType: row.planType,
  planName: row.planName,
  field: row.field,
  from: toNaira(kobo(row.fromKobo)),
  to: toNaira(kobo(row.toKobo)),
  result: row.result,
});
