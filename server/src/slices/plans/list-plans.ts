import { dataNetworkCodes } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { networkOf } from '../catalogue/networks.ts';
import { presentCustomerPlan } from './present.ts';

/** Refuses with 'Select a network' when the network is none of ours. */
export const listPlans =
  ({ catalogue }: Context): Handler<'listPlans'> =>
  async ({ principal, body }) => {
    const network = networkOf(dataNetworkCodes, body.network);
    if (network === undefined) refuseField('network', messages.selectNetworkShort);
    const plans = [...catalogue.now.plans.values()].filter((plan) => plan.network === network);
    return { plans: plans.map((plan) => presentCustomerPlan(catalogue.now, plan, principal)) };
  };
