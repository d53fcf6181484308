import { messages } from '@jara/contract/messages.ts';
import { formatKobo, naira, parseNaira, toNaira, type Kobo } from '@jara/contract/money.ts';
import { electricityWords } from '@jara/contract/product-words.ts';
import { priceForElectricity } from '../pricing/price-for.ts';
import type { Config } from '../../config/config.ts';
import type { Context } from '../../app/context.ts';
import { beforeAnything, refuse, refuseField } from '../../platform/refuse.ts';
import type { Pool } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import type { Handler } from '../../platform/serve.ts';
import { answerFor } from './answer.ts';
import { phoneOrRefuse, refuseOtherPrice } from './check-input.ts';
import { buyPriced } from './buy-priced.ts';
import { meterOrRefuse, validatedFor } from './meter.ts';
import { electricityProduct } from './request.ts';

/** Whole naira within the limits (D4.23). */
function faceValueOrRefuse(input: unknown, { minimumNaira, maximumNaira }: Config['electricity']): Kobo {
  const amountKobo = parseNaira(input);
  if (amountKobo === undefined) refuseField('amount', messages.enterValidAmount);
  refuseLessThan(amountKobo, naira(minimumNaira));
  const maximumKobo = naira(maximumNaira);
  if (amountKobo > maximumKobo) refuseField('amount', `Maximum purchase is ${formatKobo(maximumKobo)}`);
  if (amountKobo % 100n !== 0n) refuseField('amount', 'Electricity is sold in whole naira');
  return amountKobo;
}

function refuseLessThan(amountKobo: Kobo, minimumKobo: Kobo): void {
  if (amountKobo < minimumKobo) refuseField('amount', `Minimum purchase is ${formatKobo(minimumKobo)}`);
}

const phoneOf = async (pool: Pool, { userId }: Principal): Promise<string> =>
  (await pool.get<{ phone: string }>('select phone from users where id = $1', [userId])).phone;

/** Refusals: those of `purchases.buy`, price_changed, meter_invalid, and the messages for the fields. */
export const buyElectricity =
  (context: Context): Handler<'buyElectricity'> =>
  async ({ principal: buyer, body, request }) => {
    const { config, pool } = context;
    const meter = meterOrRefuse(body);
    const { disco, meterType, meterNumber: recipient } = meter;
    const faceValueKobo = faceValueOrRefuse(body.amount, config.electricity);
    const named = body.phone === undefined || body.phone === '' ? null : phoneOrRefuse(body.phone, 'phone');
    const contactPhone = named ?? (await beforeAnything(() => phoneOf(pool, buyer)));

    const { idempotencyKey: key, client } = request;
    const goods = { type: 'electricity', network: disco, meter: { type: meterType, contactPhone } } as const;
    const facts = { ...goods, recipient, planId: null, faceValueKobo };
    const result = await buyPriced(
      context,
      { buyer, key, facts },
      async (catalogue) => {
        if (!catalogue.isOpen(disco, 'electricity')) refuse('service_locked');
        const price = priceForElectricity(catalogue, naira(config.electricity.feeNaira), {
          disco,
          faceValueKobo,
        });
        refuseOtherPrice(body.expectedAmount, price.priceKobo);
        const { minimumKobo } = await validatedFor(context, buyer, meter);
        if (minimumKobo !== null) refuseLessThan(faceValueKobo, minimumKobo);
        return price;
      },
      ({ priceKobo, costKobo }) => ({
        ...facts,
        product: electricityProduct(disco, meterType),
        description: electricityWords(disco, toNaira(faceValueKobo), meterType),
        priceKobo,
        costKobo,
        volumeMb: null,
        client,
        force: body.force === true,
      }),
    );
    return answerFor(context, buyer, result);
  };
