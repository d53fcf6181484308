/**
 * Lets planned prices begin. A schedule, its prices and the record of them are one commit, so that it begins once and whole, whatever
 * process does it and however often it is tried. A price that somebody changed after it was planned stays.
 */
import { kobo, type Kobo } from '@jara/contract/money.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { plannedBefore } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { lockPlan } from '../catalogue/catalogue.ts';
import { applyChange, savePlan } from './change-plan.ts';
import { differenceOf, describePlan } from './managed-plan.ts';
import { changeTo, priceOf } from './price-cells.ts';

/** One round. Gives whether there was one to begin, so that the caller goes on while more are due. */
export async function beginScheduledPrices({ pool, catalogue, log }: Context): Promise<boolean> {
  const begun = await pool.commit(async (db) => {
    const schedule = await db.find<Schedule>(
      `select id, actor_id as "actorId", ip, request_id as "requestId" from price_schedules
       where state = 'planned' and starts_at <= now() order by starts_at, id limit 1 for update skip locked`,
    );
    if (schedule === undefined) return undefined;
    const stayed = await begin(db, schedule);
    await db.run(`update price_schedules set state = 'done', ended_at = now() where id = $1`, [schedule.id]);
    return { id: String(schedule.id), stayed };
  });
  if (begun === undefined) return false;
  await catalogue.reload();
  if (begun.stayed > 0) log.warn(begun, 'planned prices have begun, but some stayed as they were');
  else log.info(begun, 'planned prices have begun');
  return true;
}

interface Schedule {
  id: bigint;
  actorId: bigint;
  ip: string;
  requestId: string;
}

interface Cell {
  planId: number;
  field: string;
  fromKobo: Kobo;
  toKobo: Kobo;
}

/** Gives how many prices stayed. */
async function begin(db: Db, schedule: Schedule): Promise<number> {
  const rows = await db.rows<{ planId: number; field: string; fromKobo: bigint; toKobo: bigint }>(
    `select plan_id as "planId", field, from_kobo as "fromKobo", to_kobo as "toKobo" from scheduled_prices
     where schedule_id = $1 order by plan_id`,
    [schedule.id],
  );
  const cells = rows.map((row) => ({ ...row, fromKobo: kobo(row.fromKobo), toKobo: kobo(row.toKobo) }));
  let stayed = 0;
  for (const planId of new Set(cells.map((cell) => cell.planId))) {
    const ofPlan = cells.filter((cell) => cell.planId === planId);
    stayed += await beginPlan(db, schedule, planId, ofPlan);
  }
  return stayed;
}

async function beginPlan(
  db: Db,
  schedule: Schedule,
  planId: number,
  cells: readonly Cell[],
): Promise<number> {
  const plan = await lockPlan(db, planId);
  if (plan === undefined) {
    await note(db, schedule, planId, cells, 'deleted');
    return cells.length;
  }
  const unchanged = cells.filter(({ field, fromKobo }) => priceOf(plan, field) === fromKobo);
  const changed = cells.filter((cell) => !unchanged.includes(cell));
  await note(db, schedule, planId, unchanged, 'applied');
  await note(db, schedule, planId, changed, 'changed_meanwhile');
  if (unchanged.length > 0) {
    const next = applyChange(plan, changeTo(unchanged));
    await savePlan(db, next);
    await recordStaffAction(
      db,
      { userId: schedule.actorId },
      { ip: schedule.ip, id: schedule.requestId },
      {
        action: 'schedulePrices',
        subject: `plan ${planId}`,
        checked: plannedBefore,
        ...differenceOf(describePlan(plan), describePlan(next)),
        reason: `As planned in price schedule ${schedule.id}`,
      },
    );
  }
  return changed.length;
}

const note = (
  db: Db,
  { id }: Schedule,
  planId: number,
  cells: readonly Cell[],
  result: 'applied' | 'changed_meanwhile' | 'deleted',
): Promise<number> =>
  db.run(
    'update scheduled_prices set result = $4 where schedule_id = $1 and plan_id = $2 and field = any($3)',
    [id, planId, cells.map(({ field }) => field), result],
  );
