import { messages } from '@jara/contract/messages.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { lockPlan } from '../catalogue/catalogue.ts';
import { describePlan } from './managed-plan.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';

/** The row stays for the purchases that name it, and its id is never given again. */
export const deletePlan =
  ({ pool, catalogue }: Context): Handler<'deletePlan'> =>
  async ({ principal, query, body, request }) => {
    const named = [query.planId, query._id, body.planId, body._id].filter((id) => id !== undefined);
    const [id, ...others] = new Set(named.map((one) => readPlanId('planId', one)));
    if (id === undefined) refuseField('planId', messages.enterValidValue);
    if (others.length > 0) refuseField('planId', 'planId and _id are not of one plan');
    const plan = await commitAsStaff(
      pool,
      principal,
      'deletePlan',
    )(async (db) => {
      const found = (await lockPlan(db, id)) ?? refuse('not_found');
      await db.run('update plans set deleted_at = now(), version = version + 1 where id = $1', [id]);
      const before = describePlan(found);
      await recordStaffAction(db, principal, request, {
        action: 'deletePlan',
        subject: `plan ${id}`,
        before,
      });
      return before;
    });
    await catalogue.reload();
    return { msg: `${plan.planNetwork} ${plan.planName} is off the list`, plan };
  };
