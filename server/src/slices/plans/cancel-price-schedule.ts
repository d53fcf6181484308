import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { readSchedules } from './price-schedules.ts';

export const cancelPriceSchedule =
  ({ pool }: Context): Handler<'cancelPriceSchedule'> =>
  async ({ principal, params, request }) => {
    const id = /^[1-9]\d{0,17}$/.test(params.id) ? BigInt(params.id) : refuse('not_found');
    await commitAsStaff(
      pool,
      principal,
      'cancelPriceSchedule',
    )(async (db) => {
      const schedule = await db.find<{ state: string }>(
        'select state from price_schedules where id = $1 for update',
        [id],
      );
      if (schedule === undefined) refuse('not_found');
      if (schedule.state !== 'planned')
        refuse('changed_meanwhile', { msg: words[schedule.state] ?? words.done });
      await db.run(`update price_schedules set state = 'cancelled', ended_at = now() where id = $1`, [id]);
      await db.run(`update scheduled_prices set result = 'cancelled' where schedule_id = $1`, [id]);
      await recordStaffAction(db, principal, request, {
        action: 'cancelPriceSchedule',
        subject: `price schedule ${id}`,
        before: { state: 'planned' },
        after: { state: 'cancelled' },
      });
    });
    return { msg: 'The new prices are cancelled', schedules: await readSchedules(pool) };
  };

const words: Record<string, string> & { done: string } = {
  done: 'These prices have begun already',
  cancelled: 'These prices are cancelled already',
};
