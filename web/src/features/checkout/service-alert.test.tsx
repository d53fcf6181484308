import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { AirtimeForm } from '../buying/airtime-form.tsx';
import { DataForm } from '../buying/data-form.tsx';

const { subscriptionPlans } = shopProfile();
/** Glo is locked for both. */
const locked = {
  subscriptionPlans: {
    ...subscriptionPlans,
    NETWORK: subscriptionPlans.NETWORK.map((network) =>
      network.name === 'GLO' ? { ...network, dataAvailable: false, airtimeAvailable: false } : network,
    ),
  },
};
const gloData = { serviceName: 'GLO', serviceType: 'data' };
const registered = { msg: 'We will tell you when Glo data is back', awaited: [gloData] };

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const showData = () =>
  shop.show(
    <>
      <DataForm onBuy={() => undefined} />
      <Toasts />
    </>,
  );
const button = (name: string) => screen.findByRole('button', { name });
const promise = /^We will tell you by mail at .\u2026\u2060@\S+ when Glo data is back\.$/;

it('a locked service offers "Tell me", keeps the focus on it, and cancels the request', async () => {
  shop = await openShop(
    { listAwaitedServices: json(200, { awaited: [] }), awaitService: json(200, registered) },
    locked,
  );
  showData();
  expect(await screen.findByText(/Glo data is not available now\./)).toBeDefined();
  await userEvent.click(await button('Tell me when Glo data is back'));
  expect(await screen.findByText(promise)).toBeDefined();
  const undo = await button('Do not tell me when Glo data is back');
  expect(document.activeElement).toBe(undo);
  shop.answer({ awaitService: json(200, { msg: 'no', awaited: [] }) });
  await userEvent.click(undo);
  expect(await button('Tell me when Glo data is back')).toBeDefined();
  expect(shop.asked('awaitService').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { ...gloData, isWanted: true },
    { ...gloData, isWanted: false },
  ]);
});

it('whoever comes back to the screen sees that the request stands', async () => {
  shop = await openShop({ listAwaitedServices: json(200, { awaited: [gloData] }) }, locked);
  showData();
  expect(await screen.findByText(promise)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Tell me when Glo data is back' })).toBeNull();
});

it('a service that is back meanwhile says so, and the screen sells it again', async () => {
  shop = await openShop(
    {
      listAwaitedServices: json(200, { awaited: [] }),
      awaitService: json(200, { msg: 'Glo data is available', awaited: [] }),
    },
    locked,
  );
  showData();
  const press = await button('Tell me when Glo data is back');
  shop.answer({ getProfile: json(200, shopProfile()) });
  await userEvent.click(press);
  expect(await screen.findByText('Glo data is available')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/is not available now/)).toBeNull());
});

it('locked airtime offers it too, and one that could not be noted is said', async () => {
  shop = await openShop(
    {
      listAwaitedServices: json(200, { awaited: [] }),
      awaitService: json(429, { msg: 'Too many attempts. Try again later', code: 'too_many_requests' }),
    },
    locked,
  );
  shop.show(
    <>
      <AirtimeForm onBuy={() => undefined} />
      <Toasts />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Phone number'), '08051234567');
  await userEvent.click(await button('Tell me when Glo airtime is back'));
  expect(await screen.findByText('Too many attempts. Try again later')).toBeDefined();
  expect(await button('Tell me when Glo airtime is back')).toBeDefined();
});
