import { dataNetworkCodes } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { zero } from '@jara/contract/money.ts';
import { dataWords } from '@jara/contract/product-words.ts';
import { networkOf } from '../catalogue/networks.ts';
import { isOnSale } from '../plans/managed-plan.ts';
import { priceForPlan, productOf } from '../pricing/price-for.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { answerFor } from './answer.ts';
import { phoneOrRefuse, refuseOtherPrice } from './check-input.ts';
import { buyPriced } from './buy-priced.ts';

/** Refusals: those of `purchases.buy`, price_changed, plan_unavailable, and the specification's messages for the fields. */
export const buyData =
  (context: Context): Handler<'buyData'> =>
  async ({ principal: buyer, body, request }) => {
    const network = networkOf(dataNetworkCodes, body.network);
    if (network === undefined) refuseField('network', messages.selectNetwork);
    const recipient = phoneOrRefuse(body.mobile_number);
    const planId = Number(body.plan);
    const { idempotencyKey: key, client } = request;

    const facts = { type: 'data', network, recipient, planId, faceValueKobo: zero } as const;
    const result = await buyPriced(
      context,
      { buyer, key, facts },
      (catalogue) => {
        const plan = catalogue.plans.get(planId);
        if (plan?.network !== network) refuseField('plan', messages.provideAllValues);
        if (!catalogue.isOpen(network, 'data')) refuse('service_locked');
        if (!isOnSale(catalogue, plan)) refuse('plan_unavailable');
        const price = priceForPlan(catalogue, plan, buyer);
        refuseOtherPrice(body.expectedAmount, price.priceKobo);
        return { plan, ...price };
      },
      ({ plan, priceKobo, costKobo }) => ({
        ...facts,
        product: productOf(plan),
        description: dataWords({ network, name: plan.name, type: plan.planType, validity: plan.validity }),
        priceKobo,
        // Data has no face value of its own: it is worth what the buyer pays.
        faceValueKobo: priceKobo,
        costKobo,
        volumeMb: plan.volumeMb,
        client,
        force: body.force === true,
      }),
    );
    return answerFor(context, buyer, result);
  };
