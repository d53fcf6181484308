import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { changePlan } from './change-plan.ts';
import { answerWithPlan } from './managed-plan.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';
import { readPlanChange } from './read-plan.ts';

export const updatePlan =
  (context: Context): Handler<'updatePlan'> =>
  async ({ principal, body, request }) => {
    const { _id, planId, confirm, version, ...sent } = body;
    const id = readPlanId('_id', _id);
    if (planId !== undefined && readPlanId('planId', planId) !== id) {
      refuseField('planId', 'The plan id is not that of this plan');
    }
    const plan = await changePlan(
      context,
      { principal, request },
      {
        action: 'updatePlan',
        planId: id,
        change: readPlanChange(sent, context.suppliers.keys()),
        isConfirmed: confirm ?? false,
        version: version ?? null,
      },
    );
    return answerWithPlan(context.catalogue.now, plan, 'is changed');
  };
