/** The screen of plans and prices on a desktop, with three plans of MTN, for its tests. */
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import UpdatePrice from '../src/pages/admin/update-price/update-price.tsx';
import { endSession } from '../src/platform/session.ts';
import { Toasts } from '../src/ui/toast.tsx';
import { json, type Asked } from './answers.ts';
import { openShop, type Answers } from './shop.tsx';

export const plan = (id: number, type: string, cost: number, price: number) => ({
  _id: String(id),
  planId: id,
  planNetwork: 'MTN',
  planType: type,
  planName: `${id}GB`,
  planAmount: price,
  planValidity: '30 days',
  volumeRatio: id,
  isAvailable: true,
  planAvailability: true,
  isOnSale: true,
  notOnSaleBecause: null,
  smartEarnerPrice: price,
  resellerPrice: price - 10,
  apiPrice: price - 20,
  partnerPrice: price - 25,
  planCostPrice: cost,
  supplierPlanIds: { GLAD: `g${id}` },
  version: 4,
});
export const plans = [plan(1, 'SME', 400, 450), plan(2, 'SME', 800, 900), plan(3, 'CG', 900, 990)];

type Shop = Awaited<ReturnType<typeof openShop>>;
let shop: Shop;

export async function opens(
  address: string,
  rights: object = { isAdmin: true },
  answers: Answers = {},
): Promise<Shop> {
  // As wide as a desktop.
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }
  ).happyDOM.setViewport({ width: 1280 });
  shop = await openShop(
    {
      listPlans: json(200, { plans }),
      listCostPrices: json(200, { costPrices: [{ network: 'MTN-CG', costPrice: 320 }], products: [] }),
      listPriceSchedules: json(200, { schedules: [] }),
      listSuppliers: json(200, { suppliers: [], supplierNames: ['GLAD', 'ALARO'] }),
      updatePlan: ({ body }: Asked) => json(200, { msg: 'Changed', plan: { _id: body } }),
      ...answers,
    },
    rights,
  );
  shop.show(
    <>
      <UpdatePrice />
      <Toasts />
    </>,
    address,
  );
  return shop;
}

export async function closes(): Promise<void> {
  cleanup();
  await shop.stop();
  endSession();
  localStorage.clear();
}

export const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }));
export const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
export const types = async (name: string, text: string) => {
  await userEvent.clear(await cell(name));
  await userEvent.type(await cell(name), text);
};
export const sent = () =>
  shop.asked('updatePlan').map(({ body }) => JSON.parse(body) as Record<string, unknown>);
