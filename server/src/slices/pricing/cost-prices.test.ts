import { products } from '@jara/contract/constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const setCost = (network: string, costPrice: unknown, confirm?: boolean) =>
  app.as(admin).call('setCostPrice', { network, costPrice, ...(confirm !== undefined && { confirm }) });
const actionsOn = async (product: string) =>
  (await app.as(admin).call('listStaffActions', { subject: `product ${product}` })).reply.actions;

describe('cost prices', () => {
  it('count for the product from now on, and are listed and recorded', async () => {
    const { reply } = await setCost(' mtn-sme2 ', 440.5);
    expect(reply.msg).toBe('MTN-SME2 costs ₦440.50 per GB');
    expect(reply.costPrices).toContainEqual({ network: 'MTN-SME2', costPrice: 440.5 });
    const plan = (await app.as(admin).call('listPrices')).reply.find(({ plan_type }) => plan_type === 'SME2');
    expect(plan?.planCostPrice).toBe(440.5);
    expect(await actionsOn('MTN-SME2')).toMatchObject([
      { action: 'setCostPrice', before: { costPrice: null }, after: { costPrice: 440.5 } },
    ]);
  });

  it('are of the products that are specified, and of those that plans have besides, each once', async () => {
    const listed = (await app.as(admin).call('listCostPrices')).reply.products;
    expect(listed.toSorted()).toEqual([...products, 'AIRTEL-GIFTING', 'GLO-GIFTING'].toSorted());
  });

  it('of a network count for what has none of its own', async () => {
    await setCost('AIRTEL-CG', 300);
    await setCost('AIRTEL', 700);
    const costs = (await app.as(admin).call('listPrices')).reply.filter(
      ({ plan_network, volumeRatio }) =>
        plan_network === 'AIRTEL' && (volumeRatio === 1 || volumeRatio === 10),
    );
    expect(costs.map(({ plan_type, planCostPrice }) => [plan_type, planCostPrice])).toEqual([
      ['CG', 3_000],
      ['GIFTING', 700],
    ]);
  });

  it.each([0, '0', '', '-1', 'x', 1_000_001, '1000000.01'])('of %j are refused', async (costPrice) => {
    const { status, refusal } = await setCost('GLO', costPrice);
    expect(status).toBe(400);
    expect(refusal.msg).toContain('enter a valid price');
  });

  it.each([0.01, 1_000_000])('of %s naira are taken', async (costPrice) => {
    const { reply } = await setCost('9MOBILE', costPrice, true);
    expect(reply.costPrices).toContainEqual({ network: '9MOBILE', costPrice });
  });

  it('far from the old one are asked about, and unknown products refused', async () => {
    await setCost('GLO', 400);
    expect((await setCost('GLO', 4_000)).refusal.code).toBe('price_needs_confirmation');
    expect((await setCost('GLO', 4_000, false)).refusal.code).toBe('price_needs_confirmation');
    expect((await setCost('GLO', 4_000, true)).status).toBe(200);
    const unknown = await setCost('MTN-X', 1);
    expect(unknown.refusal.errors?.[0]?.field).toBe('network');
    expect(unknown.refusal.msg).toMatch(/^Unknown product: choose MTN, /);
  });

  it('that are the old ones change nothing, and are not recorded again', async () => {
    await setCost('MTN-DIRECT', 800);
    expect((await setCost('MTN-DIRECT', 800)).status).toBe(200);
    await setCost('MTN-DIRECT', 810);
    expect(await actionsOn('MTN-DIRECT')).toMatchObject([
      { before: { costPrice: 800 }, after: { costPrice: 810 } },
      { before: { costPrice: null }, after: { costPrice: 800 } },
    ]);
  });
});
