import { messages } from '@jara/contract/messages.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { formatKobo, kobo, parseNaira, toNaira, zero, type Kobo } from '@jara/contract/money.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';
import { heldPrice } from './held-prices.ts';
import { perVolume, priceForPlan, roundedPerVolume, type Buyer } from './price-for.ts';
import { plansOf, readProduct } from './products.ts';
import { readPlanId } from '../catalogue/read-plan-id.ts';
import { readPrice } from './read-price.ts';
import { specialPricesOf } from './special-prices.ts';
import { refuseUnusualPrices, type PriceChange } from './unusual-prices.ts';

/** A price of nought, or none, takes the special price away: the tier counts again. */
export const setSpecialPrice =
  ({ pool, config, catalogue }: Context): Handler<'setSpecialPrice'> =>
  async ({ principal, body, request }) => {
    const userId = BigInt(readPlanId('userId', body.userId));
    const product = readProduct('productName', body.productName, catalogue.now);
    const toKobo = readSpecialPrice(body.price);
    const reason = body.reason?.trim() ?? '';
    if (toKobo !== null) refuseGift(catalogue.now, product, toKobo);
    const who = await pool.commit(async (db) => {
      // The user's row orders two changes at once, also where there is no price yet.
      const user = await db.find<{ name: string; userType: Buyer['userType'] }>(
        'select user_name as name, user_type as "userType" from users where id = $1 for no key update',
        [userId],
      );
      if (user === undefined) refuse('not_found');
      const fromKobo = await currentPrice(db, userId, product);
      if (fromKobo === toKobo) return user.name;
      const change = { buyer: { userId, userType: user.userType }, product, fromKobo, toKobo };
      const checked = await checkStaffMoney(db, config, principal, {
        action: 'setSpecialPrice',
        users: [userId],
        movedKobo: null,
        prices: pricesBelowCost(catalogue.now, change),
      });
      if (toKobo !== null) {
        refuseUnusualPrices(priceChanges(catalogue.now, product, fromKobo, toKobo), body.confirm ?? false);
      }
      await save(db, userId, product, toKobo);
      await recordStaffAction(db, principal, request, {
        action: 'setSpecialPrice',
        subject: `user ${userId}`,
        before: { product, price: fromKobo === null ? null : toNaira(fromKobo) },
        after: { product, price: toKobo === null ? null : toNaira(toKobo) },
        checked,
        ...(reason !== '' && { reason }),
      });
      return user.name;
    });
    await catalogue.reload();
    const specialPrices = (await specialPricesOf(pool, [userId])).get(userId) ?? [];
    return { msg: sentenceFor(catalogue.now, { who, product, toKobo }), specialPrices };
  };

function sentenceFor(
  catalogue: CatalogueState,
  { who, product, toKobo }: { who: string; product: string; toKobo: Kobo | null },
): string {
  if (toKobo === null) return `${who} pays the usual price for ${product}`;
  const losing = plansBelowCost(catalogue, product, toKobo).map(
    ({ name, planType }) => `${planType} ${name}`,
  );
  const loss = losing.length === 0 ? '' : `. Below cost: ${losing.join(', ')}`;
  return `${who} pays ${formatKobo(toKobo)} per GB of ${product}${loss}`;
}

function readSpecialPrice(input: string | number | null): Kobo | null {
  if (input === null || parseNaira(input) === zero) return null;
  return readPrice('price', input, messages.enterValidPrice);
}

/** A plan that would cost nothing cannot be sold: no posting moves nothing. */
function refuseGift(catalogue: CatalogueState, product: string, perGbKobo: Kobo): void {
  const free = plansOf(catalogue, product).find(
    ({ volumeMb }) => roundedPerVolume(perGbKobo, volumeMb) === zero,
  );
  if (free === undefined) return;
  refuseField('price', `At this price ${free.planType} ${free.name} would cost nothing`);
}

async function currentPrice(db: Db, userId: bigint, product: string): Promise<Kobo | null> {
  const row = await db.find<{ price: bigint }>(
    'select price_kobo as price from special_prices where user_id = $1 and product = $2',
    [userId, product],
  );
  return row === undefined ? null : kobo(row.price);
}

/** The plans of the product that would sell below their cost. */
const plansBelowCost = (catalogue: CatalogueState, product: string, perGbKobo: Kobo): Plan[] =>
  plansOf(catalogue, product).filter(
    (plan) => perVolume(perGbKobo, plan.volumeMb) < priceForPlan(catalogue, plan, undefined).costKobo,
  );

interface Change {
  buyer: Buyer;
  product: string;
  fromKobo: Kobo | null;
  toKobo: Kobo | null;
}

/** The price per GB, and each plan that would be sold below its cost with what this buyer pays for it now; nothing where none is. */
function pricesBelowCost(
  catalogue: CatalogueState,
  { buyer, product, fromKobo, toKobo }: Change,
): HeldPrice[] {
  const losing = toKobo === null ? [] : plansBelowCost(catalogue, product, toKobo);
  if (toKobo === null || losing.length === 0) return [];
  const changes = losing.map((plan) => {
    const now = priceForPlan(catalogue, plan, buyer);
    const field = `${plan.planType} ${plan.name}`;
    const to = perVolume(toKobo, plan.volumeMb);
    return { planId: plan.id, field, fromKobo: now.priceKobo, toKobo: to, costKobo: now.costKobo };
  });
  return [{ field: 'price', fromKobo, toKobo, costKobo: null }, ...changes].map(heldPrice);
}

/**
 * The price per GB against the old one; and, where not one plan of the product covers its cost, against each of them.
 * A loss on some of the plans is often meant: the answer reports it and needs no confirmation.
 */
function priceChanges(
  catalogue: CatalogueState,
  product: string,
  fromKobo: Kobo | null,
  toKobo: Kobo,
): PriceChange[] {
  const plans = plansOf(catalogue, product);
  const isLoss = plansBelowCost(catalogue, product, toKobo).length === plans.length;
  const costs = plans.map((plan) => ({
    field: `plan ${plan.id}`,
    fromKobo: null,
    toKobo: perVolume(toKobo, plan.volumeMb),
    costKobo: priceForPlan(catalogue, plan, undefined).costKobo,
  }));
  return [{ field: 'price', fromKobo, toKobo, costKobo: null }, ...(isLoss ? costs : [])];
}

async function save(db: Db, userId: bigint, product: string, priceKobo: Kobo | null): Promise<void> {
  if (priceKobo === null) {
    await db.run('delete from special_prices where user_id = $1 and product = $2', [userId, product]);
    return;
  }
  await db.run(
    `insert into special_prices (user_id, product, price_kobo) values ($1, $2, $3)
     on conflict (user_id, product) do update set price_kobo = excluded.price_kobo`,
    [userId, product, priceKobo],
  );
}
