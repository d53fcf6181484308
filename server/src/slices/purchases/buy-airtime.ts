import { airtimeNetworkCodes } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, naira, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { airtimeWords } from '@jara/contract/product-words.ts';
import { networkOf } from '../catalogue/networks.ts';
import { priceForAirtime } from '../pricing/price-for.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { answerFor } from './answer.ts';
import { phoneOrRefuse, refuseOtherPrice } from './check-input.ts';
import { buyPriced } from './buy-priced.ts';

/** Whole naira within the limits (D4.22). */
function faceValueOrRefuse(input: unknown, { minimumNaira, maximumNaira }: Config['airtime']): Kobo {
  const amountKobo = parseNaira(input);
  if (amountKobo === undefined) refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(minimumNaira)) refuseField('amount', messages.airtimeMinimum(minimumNaira));
  const maximumKobo = naira(maximumNaira);
  if (amountKobo > maximumKobo) refuseField('amount', `Maximum purchase is ${formatKobo(maximumKobo)}`);
  if (amountKobo % 100n !== 0n) refuseField('amount', 'Airtime is sold in whole naira');
  return amountKobo;
}

/** Refusals: those of `purchases.buy`, price_changed, and the specification's messages for the fields. */
export const buyAirtime =
  (context: Context): Handler<'buyAirtime'> =>
  async ({ principal: buyer, body, request }) => {
    const network = networkOf(airtimeNetworkCodes, body.network);
    if (network === undefined) refuseField('network', messages.selectNetwork);
    const recipient = phoneOrRefuse(body.mobile_number);
    const faceValueKobo = faceValueOrRefuse(body.amount, context.config.airtime);
    const { idempotencyKey: key, client } = request;

    const facts = { type: 'airtime', network, recipient, planId: null, faceValueKobo } as const;
    const result = await buyPriced(
      context,
      { buyer, key, facts },
      (catalogue) => {
        if (!catalogue.isOpen(network, 'airtime')) refuse('service_locked');
        const rates = context.config.airtime.priceBasisPoints;
        const price = priceForAirtime(catalogue, rates, { network, faceValueKobo, buyer });
        refuseOtherPrice(body.expectedAmount, price.priceKobo);
        return price;
      },
      ({ priceKobo, costKobo }) => ({
        ...facts,
        product: `${network}-AIRTIME`,
        description: airtimeWords(network, toNaira(faceValueKobo)),
        priceKobo,
        costKobo,
        volumeMb: null,
        client,
        force: body.force === true,
      }),
    );
    return answerFor(context, buyer, result);
  };
