import { airtimeNetworkCodes, limits, networkLabels } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatKobo, naira, parseNaira, type Kobo } from '@jara/contract/money.ts';
import { networkOfCode } from '../catalogue/networks.ts';
import { priceForAirtime } from '../catalogue/price-for.ts';
import type { Context } from '../context.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { answerFor } from './answer.ts';
import { phoneOrRefuse, refuseOtherPrice } from './check-input.ts';

/** Whole naira within the limits (decisions, section 4). */
function faceValueOrRefuse(input: unknown): Kobo {
  const amountKobo = parseNaira(input);
  if (amountKobo === undefined) refuseField('amount', messages.enterValidAmount);
  if (amountKobo < naira(limits.airtimeMinimumNaira)) refuseField('amount', messages.airtimeMinimum);
  const maximumKobo = naira(limits.airtimeMaximumNaira);
  if (amountKobo > maximumKobo) refuseField('amount', `Maximum purchase is ${formatKobo(maximumKobo)}`);
  if (amountKobo % 100n !== 0n) refuseField('amount', 'Airtime is sold in whole naira');
  return amountKobo;
}

/** Refusals: those of `purchases.buy`, price_changed, and the specification's messages for the fields. */
export const buyAirtime =
  (context: Context): Handler<'buyAirtime'> =>
  async ({ principal, body, request }) => {
    const catalogue = context.catalogue.now;
    const network = networkOfCode(airtimeNetworkCodes, body.network);
    if (network === undefined) refuseField('network', messages.selectNetwork);
    const recipient = phoneOrRefuse(body.mobile_number);
    const faceValueKobo = faceValueOrRefuse(body.amount);
    if (!catalogue.isOpen(network, 'airtime')) refuse('service_locked');

    const charge = context.config.purchases.airtimeChargeBasisPoints;
    const { chargeKobo, costKobo } = priceForAirtime(catalogue, charge, {
      network,
      faceValueKobo,
      buyer: principal,
    });
    refuseOtherPrice(body.expectedAmount, chargeKobo);
    const result = await context.purchases.buy({
      buyer: principal,
      type: 'airtime',
      network,
      product: `${network}-AIRTIME`,
      description: `${networkLabels[network]} airtime ${formatKobo(faceValueKobo)}`,
      recipient,
      planId: null,
      chargeKobo,
      faceValueKobo,
      costKobo,
      volumeMb: null,
      key: request.idempotencyKey,
      force: body.force === true,
    });
    return answerFor(context, principal, result);
  };
