import { messages } from '@jara/contract/messages.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { changePlan } from './change-plan.ts';
import { answerWithPlan } from './managed-plan.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';
import { readPlanChange } from './read-plan.ts';

/** The prices of one plan. A form sends the ones that were not touched as empty text: they stay. */
export const updatePrice =
  (context: Context): Handler<'updatePrice'> =>
  async ({ principal, body, request }) => {
    const { price, reseller, api } = body.newPrice;
    const given = (input: string | number | undefined) =>
      typeof input === 'string' && input.trim() === '' ? undefined : input;
    const sent = { smartEarnerPrice: given(price), resellerPrice: given(reseller), apiPrice: given(api) };
    const prices = Object.entries(sent).filter(([, input]) => input !== undefined);
    if (prices.length === 0) refuseField('newPrice', messages.enterValidValue);
    const change = readPlanChange(Object.fromEntries(prices), []);
    const plan = await changePlan(
      context,
      { principal, request },
      {
        action: 'updatePrice',
        planId: readPlanId('dataId', body.dataId),
        change,
        isConfirmed: body.confirm ?? false,
        version: body.version ?? null,
      },
    );
    return answerWithPlan(context.catalogue.now, plan, 'has its new price');
  };
