import type { CallBody } from '@jara/contract/api.ts';
import { lagosDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import { messages } from '@jara/contract/messages.ts';
import { DAY_MS } from '@jara/contract/time-units.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { readDay } from '../../platform/lists/filters.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { lockPlan, type CatalogueState, type Plan } from '../catalogue/catalogue.ts';
import { applyChange, priceChanges } from './change-plan.ts';
import { heldPlanPrices } from './held-plan-prices.ts';
import { priceCells, type PriceCell } from './price-cells.ts';
import { readSchedules } from './price-schedules.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';
import { readPlanChange } from './read-plan.ts';
import { refuseUnusualPrices, type PriceChange } from '../pricing/unusual-prices.ts';

/** Plans new prices, all or none. That each price is planned once at a time is decided by the database. */
export const schedulePrices =
  ({ pool, config, catalogue }: Context): Handler<'schedulePrices'> =>
  async ({ principal, body, request }) => {
    const day = readStart(body.day, Date.now());
    const startsAt = startOfDay(day);
    const schedule = await pool.commit(async (db) => {
      const inputs = await readInputs(db, catalogue.now, body.changes);
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'schedulePrices',
        users: [],
        movedKobo: null,
        prices: inputs.flatMap(({ held }) => held),
      });
      refuseUnusualPrices(
        inputs.flatMap(({ plan, changes }) => changes.map((change) => ({ ...change, planId: plan.id }))),
        body.confirm ?? false,
      );
      const { id } = await db.get<{ id: bigint }>(
        `insert into price_schedules (starts_at, actor_id, ip, request_id) values ($1, $2, $3, $4) returning id`,
        [startsAt, principal.userId, request.ip, request.id],
      );
      for (const { plan, cells } of inputs) await planCells(db, id, plan, cells);
      await recordStaffAction(db, principal, request, {
        action: 'schedulePrices',
        subject: `price schedule ${id}`,
        after: { day, ...facts(inputs) },
        checked,
      });
      const [made] = await readSchedules(db, id);
      return made ?? refuse('not_found');
    });
    const { length } = schedule.prices;
    return {
      msg: `${length === 1 ? '1 price changes' : `${length} prices change`} as ${words.format(new Date(day))} begins`,
      schedule,
    };
  };

/** A day of the calendar is at midnight in UTC, whatever its zone. */
const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

interface Order {
  plan: Plan;
  cells: PriceCell[];
  changes: PriceChange[];
  held: HeldPrice[];
}

const MOST_DAYS = 92;

function readStart(input: string | undefined, nowMs: number): Day {
  const tomorrow = lagosDay(nowMs + DAY_MS);
  const day = readDay('day', input) ?? tomorrow;
  if (day < tomorrow) refuseField('day', 'Choose tomorrow or a later day');
  if (day > lagosDay(nowMs + MOST_DAYS * DAY_MS)) refuseField('day', `At most ${MOST_DAYS} days ahead`);
  return day;
}

/** The plans by id, so that two of these wait for each other in one order; prices that would stay as they are left out. */
async function readInputs(
  db: Db,
  catalogue: CatalogueState,
  sent: CallBody<'schedulePrices'>['changes'],
): Promise<Order[]> {
  const asked = sent
    .map(({ _id, version, ...prices }) => ({ id: readPlanId('_id', _id), version, prices }))
    .toSorted((a, b) => a.id - b.id);
  if (new Set(asked.map(({ id }) => id)).size < asked.length) refuseField('changes', 'Name each plan once');
  const inputs: Order[] = [];
  for (const { id, version, prices } of asked) {
    const plan = (await lockPlan(db, id)) ?? refuse('not_found');
    if (version !== undefined && version !== plan.version) {
      refuse('changed_meanwhile', { body: { version: plan.version } });
    }
    const next = applyChange(plan, readPlanChange(prices, []));
    const cells = priceCells(plan, next);
    if (cells.length === 0) continue;
    const changes = priceChanges(catalogue, plan, next);
    const held = await heldPlanPrices(db, catalogue, { before: plan, after: next, changes });
    inputs.push({ plan, cells, changes, held });
  }
  if (inputs.length === 0) refuseField('changes', messages.enterValidValue);
  return inputs;
}

async function planCells(db: Db, scheduleId: bigint, plan: Plan, cells: readonly PriceCell[]): Promise<void> {
  const planned = await db.run(
    `insert into scheduled_prices (schedule_id, plan_id, field, from_kobo, to_kobo)
     select $1, $2, * from unnest($3::text[], $4::bigint[], $5::bigint[])
     on conflict (plan_id, field) where result is null do nothing`,
    [
      scheduleId,
      plan.id,
      cells.map(({ field }) => field),
      cells.map(({ fromKobo }) => fromKobo),
      cells.map(({ toKobo }) => toKobo),
    ],
  );
  if (planned < cells.length) {
    refuse('already_scheduled', {
      msg: `New prices of ${plan.network} ${plan.planType} ${plan.name} are planned already. Cancel those first`,
    });
  }
}

const facts = (inputs: readonly Order[]) => ({
  plans: inputs.length,
  prices: inputs.reduce((sum, { cells }) => sum + cells.length, 0),
});
