import { kobo, naira, type Kobo } from '@jara/contract/money.ts';
import type { UserType } from '@jara/contract/constants.ts';
import { describe, expect, it } from 'vitest';
import type { CatalogueState, Plan } from '../catalogue/catalogue.ts';
import {
  perVolume,
  priceForAirtime,
  priceForElectricity,
  priceForPlan,
  productOf,
  roundedPerVolume,
} from './price-for.ts';

const plan: Plan = {
  id: 1,
  network: 'MTN',
  planType: 'SME',
  name: '500MB',
  volumeMb: 500n,
  validity: '30 days',
  priceKobo: {
    'smart earner': naira(430),
    reseller: naira(410),
    'api user': naira(400),
    partner: naira(399),
  },
  costKobo: naira(395),
  isAvailable: true,
  supplierPlanIds: new Map(),
  version: 1,
};

function catalogue(special?: Kobo, cost?: Kobo): CatalogueState {
  return {
    version: 1n,
    plans: new Map([[plan.id, plan]]),
    isOpen: () => true,
    suppliersFor: () => [],
    specialPriceKobo: (userId, product) => (userId === 7n && product === 'MTN-SME' ? special : undefined),
    costPriceKobo: () => cost,
    electricityCostBasisPoints: () => 9_900,
    airtimeCostBasisPoints: (network) => (network === 'MTN' ? 9_700 : 9_500),
  };
}

describe('a price per GB', () => {
  it.each([
    [1n, 200n, 0n, 1n],
    [2n, 200n, 0n, 1n],
    [3n, 200n, 1n, 1n],
    [60_000n, 200n, 12_000n, 12_000n],
  ])('of %s kobo for %s MB is %s, and sold for %s', (perGb, volumeMb, rounded, sold) => {
    expect(roundedPerVolume(kobo(perGb), volumeMb)).toBe(rounded);
    expect(perVolume(kobo(perGb), volumeMb)).toBe(sold);
  });
});

describe('priceForPlan', () => {
  it.each<[UserType, bigint, Kobo | undefined, Kobo | undefined, bigint, bigint]>([
    // tier           user  special per GB  cost per GB   price     cost
    ['smart earner', 1n, undefined, undefined, 43_000n, 39_500n],
    ['reseller', 1n, undefined, undefined, 41_000n, 39_500n],
    ['api user', 1n, undefined, undefined, 40_000n, 39_500n],
    ['partner', 1n, undefined, undefined, 39_900n, 39_500n],
    ['reseller', 7n, naira(780), undefined, 39_000n, 39_500n],
    ['reseller', 1n, naira(780), undefined, 41_000n, 39_500n],
    ['smart earner', 7n, kobo(77_777), undefined, 38_889n, 39_500n],
    ['smart earner', 1n, undefined, kobo(80_001), 43_000n, 40_001n],
    // Half a kobo and more is one; nothing is sold for nothing.
    ['smart earner', 7n, kobo(1), undefined, 1n, 39_500n],
  ])(
    '%s, user %s, special %s, cost %s -> price %s, cost %s',
    (userType, userId, special, cost, paid, costs) => {
      const price = priceForPlan(catalogue(special, cost), plan, { userId, userType });
      expect(price).toEqual({ priceKobo: paid, costKobo: costs });
    },
  );

  it.each<[string, Record<string, Kobo>, Record<string, Kobo>, bigint, bigint]>([
    // what is set             special prices                                cost prices                                   charge   cost
    ['neither', {}, {}, 43_000n, 39_500n],
    ['the network', { MTN: naira(700) }, { MTN: naira(600) }, 35_000n, 30_000n],
    ['the product', { 'MTN-SME': naira(780) }, { 'MTN-SME': naira(640) }, 39_000n, 32_000n],
    [
      'both',
      { MTN: naira(700), 'MTN-SME': naira(780) },
      { MTN: naira(600), 'MTN-SME': naira(640) },
      39_000n,
      32_000n,
    ],
    [
      'another network and product',
      { GLO: naira(1), 'MTN-GIFTING': naira(1) },
      { GLO: naira(1), 'MTN-GIFTING': naira(1) },
      43_000n,
      39_500n,
    ],
    [
      'the product for the price, the network for the cost',
      { 'MTN-SME': naira(780) },
      { MTN: naira(600) },
      39_000n,
      30_000n,
    ],
  ])(
    'where %s has a price of its own: the product before its network',
    (_what, special, cost, paid, costs) => {
      const state: CatalogueState = {
        ...catalogue(),
        specialPriceKobo: (userId, name) => (userId === 7n ? special[name] : undefined),
        costPriceKobo: (name) => cost[name],
      };
      const buyer = { userId: 7n, userType: 'smart earner' as const };
      expect(priceForPlan(state, plan, buyer)).toEqual({ priceKobo: paid, costKobo: costs });
      expect(priceForPlan(state, plan, { ...buyer, userId: 8n }).priceKobo).toBe(43_000n);
    },
  );

  it('shows a visitor the price of a smart earner', () => {
    expect(priceForPlan(catalogue(), plan, undefined).priceKobo).toBe(43_000n);
  });

  it('names the product by network and type', () => {
    expect(productOf({ network: '9MOBILE', planType: 'SME2' })).toBe('9MOBILE-SME2');
  });
});

describe('priceForAirtime', () => {
  const rates = { reseller: 9_800, others: 9_900 };
  it('is exact for every whole naira from 100 to 50,000', () => {
    for (let amount = 100; amount <= 50_000; amount += 1) {
      const sale = { network: 'MTN' as const, faceValueKobo: naira(amount) };
      const reseller = priceForAirtime(catalogue(), rates, {
        ...sale,
        buyer: { userId: 1n, userType: 'reseller' },
      });
      const other = priceForAirtime(catalogue(), rates, {
        ...sale,
        buyer: { userId: 1n, userType: 'api user' },
      });
      if (reseller.priceKobo !== BigInt(amount * 98) || other.priceKobo !== BigInt(amount * 99)) {
        expect.fail(`${amount}: ${reseller.priceKobo} and ${other.priceKobo}`);
      }
    }
  });

  it('costs what the network gives us', () => {
    const sale = { faceValueKobo: naira(500), buyer: { userId: 1n, userType: 'smart earner' as const } };
    expect(priceForAirtime(catalogue(), rates, { ...sale, network: 'MTN' }).costKobo).toBe(48_500n);
    expect(priceForAirtime(catalogue(), rates, { ...sale, network: 'GLO' }).costKobo).toBe(47_500n);
  });
});

describe('priceForElectricity', () => {
  it('is the face value and the fee, and costs what the company gives us', () => {
    const sale = { disco: 'Ikeja' as const, faceValueKobo: naira(2_000) };
    expect(priceForElectricity(catalogue(), naira(50), sale)).toEqual({
      priceKobo: naira(2_050),
      costKobo: naira(1_980),
    });
  });
});
