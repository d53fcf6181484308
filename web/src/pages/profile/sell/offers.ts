/** What is sold at a desk: the plans of a network, or usual sums of airtime, each with the movement that it is for a number. */
import { networkLabels, type Network } from '@jara/contract/constants.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { airtimeWords, dataWords } from '@jara/contract/product-words.ts';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import type { Purchase } from '../../../features/money/movement.ts';
import { airtimePrice } from '../../../shared/naira-sum.ts';
import { volumeWords } from '../../../shared/plan-row.tsx';
import { allPlans, factsOfItem, isOnSale } from '../../../shared/plans.ts';

export interface Offer {
  id: string;
  title: string;
  note: string;
  /** As its slip names it: one's own price goes by that. */
  product: string;
  /** What the seller pays, in naira. */
  price: number;
  purchaseFor: (phone: string, name: string | undefined) => Purchase;
}

export interface Offers {
  /** The types of data that there are. */
  types: string[];
  /** Those of the type that was asked for, if there is that type; the cheapest first. */
  shown: Offer[];
}

type Plans = Profile['subscriptionPlans'];

export function dataOffers(plans: Plans, network: Network, wantedType: string): Offers {
  const isSold = plans.NETWORK.find(({ name }) => name === network)?.dataAvailable !== false;
  const open = isSold
    ? allPlans(plans).filter((plan) => plan.plan_network === network && isOnSale(plan))
    : [];
  const inOrder = open.sort((a, b) => a.plan_amount - b.plan_amount);
  const types = [...new Set(inOrder.map((plan) => plan.plan_type))];
  const ofType = types.includes(wantedType)
    ? inOrder.filter((plan) => plan.plan_type === wantedType)
    : inOrder;
  const shown = ofType.map((item) => ({
    id: `data-${item.id}`,
    title: volumeWords(item.plan),
    note: `${item.month_validate} \u00b7 ${item.plan_type}`,
    product: dataWords({ network, name: item.plan, type: item.plan_type, validity: item.month_validate }),
    price: item.plan_amount,
    purchaseFor: (phone: string, name: string | undefined): Purchase => ({
      kind: 'data',
      network,
      phone,
      planId: item.id,
      plan: factsOfItem(item),
      leaves: item.plan_amount,
      ...(name !== undefined && { name }),
    }),
  }));
  return { types, shown };
}

export function airtimeOffers(plans: Plans, network: Network, amounts: readonly number[]): Offer[] {
  const service = plans.NETWORK.find(({ name }) => name === network);
  if (service?.airtimeAvailable !== true) return [];
  return amounts.map((amount) => {
    const price = airtimePrice(amount, service.airtimeChargePercent);
    return {
      id: `airtime-${amount}`,
      title: formatNaira(amount),
      note: `${networkLabels[network]} airtime`,
      product: airtimeWords(network, amount),
      price,
      purchaseFor: (phone, name) => ({
        kind: 'airtime',
        network,
        phone,
        amount,
        leaves: price,
        ...(name !== undefined && { name }),
      }),
    };
  });
}
