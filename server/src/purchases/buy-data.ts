import { dataNetworkCodes, networkLabels } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { isOnSale } from '../catalogue/present.ts';
import { networkOfCode } from '../catalogue/networks.ts';
import { priceForPlan, productOf } from '../catalogue/price-for.ts';
import type { Context } from '../context.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { answerFor } from './answer.ts';
import { phoneOrRefuse, refuseOtherPrice } from './check-input.ts';

/** Refusals: those of `purchases.buy`, price_changed, plan_unavailable, and the specification's messages for the fields. */
export const buyData =
  (context: Context): Handler<'buyData'> =>
  async ({ principal, body, request }) => {
    const catalogue = context.catalogue.now;
    const network = networkOfCode(dataNetworkCodes, body.network);
    if (network === undefined) refuseField('network', messages.selectNetwork);
    const recipient = phoneOrRefuse(body.mobile_number);
    const plan = catalogue.plans.get(Number(body.plan));
    if (plan?.network !== network) refuseField('plan', messages.provideAllValues);
    if (!catalogue.isOpen(network, 'data')) refuse('service_locked');
    if (!isOnSale(catalogue, plan)) refuse('plan_unavailable');

    const { chargeKobo, costKobo } = priceForPlan(catalogue, plan, principal);
    refuseOtherPrice(body.expectedAmount, chargeKobo);
    const result = await context.purchases.buy({
      buyer: principal,
      type: 'data',
      network,
      product: productOf(plan),
      description: `${networkLabels[network]} ${plan.name} ${plan.planType}, ${plan.validity}`,
      recipient,
      planId: plan.id,
      chargeKobo,
      // Data has no face value of its own: it is worth what the buyer pays.
      faceValueKobo: chargeKobo,
      costKobo,
      volumeMb: plan.volumeMb,
      key: request.idempotencyKey,
      force: body.force === true,
    });
    return answerFor(context, principal, result);
  };
