import { messages } from '@jara/contract/messages.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { Plan } from '../catalogue/catalogue.ts';
import { insertPlan, priceChanges, saveSupplierPlanIds } from './change-plan.ts';
import { heldPlanPrices } from './held-plan-prices.ts';
import { answerWithPlan, describePlan } from './managed-plan.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';
import { readPlanChange, type PlanChange } from './read-plan.ts';
import { refuseUnusualPrices } from '../pricing/unusual-prices.ts';

/** Partners begin at the API price (decision 7). */
export const addPlan =
  ({ pool, config, catalogue, suppliers }: Context): Handler<'addPlan'> =>
  async ({ principal, body, request }) => {
    const { planId, confirm, ...sent } = body;
    const chosenId = planId === undefined ? null : readPlanId('planId', planId);
    const change = readPlanChange({ partnerPrice: body.apiPrice, ...sent }, suppliers.keys());
    const input = newPlan(change);
    const after = { ...input, id: 0 };
    const changes = priceChanges(catalogue.now, null, after);
    refuseUnusualPrices(changes, confirm ?? false);
    const plan = await pool.commit(async (db) => {
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'addPlan',
        users: [],
        movedKobo: null,
        prices: await heldPlanPrices(db, catalogue.now, { before: null, after, changes }),
      });
      const id = await insertPlan(db, chosenId, input);
      await saveSupplierPlanIds(db, id, change.supplierPlanIds);
      const made = describePlan({ ...input, id });
      await recordStaffAction(db, principal, request, {
        action: 'addPlan',
        subject: `plan ${id}`,
        after: made,
        checked,
      });
      return made;
    });
    await catalogue.reload();
    return answerWithPlan(catalogue.now, plan, 'is added');
  };

const missing = (field: string): never => refuseField(field, messages.allFieldsRequired);

function newPlan({ priceKobo, supplierPlanIds, ...change }: PlanChange): Omit<Plan, 'id'> {
  const { 'smart earner': smartEarner, reseller, 'api user': apiUser, partner } = priceKobo;
  return {
    network: change.network ?? missing('planNetwork'),
    planType: change.planType ?? missing('planType'),
    name: change.name ?? missing('planName'),
    volumeMb: change.volumeMb ?? missing('planVolumeRatio'),
    validity: change.validity ?? missing('planValidity'),
    priceKobo: {
      'smart earner': smartEarner ?? missing('smartEarnerPrice'),
      reseller: reseller ?? missing('resellerPrice'),
      'api user': apiUser ?? missing('apiPrice'),
      partner: partner ?? missing('partnerPrice'),
    },
    costKobo: change.costKobo ?? missing('planCostPrice'),
    isAvailable: change.isAvailable ?? true,
    supplierPlanIds: new Map([...supplierPlanIds].flatMap(([name, id]) => (id === null ? [] : [[name, id]]))),
    version: 1,
  };
}
