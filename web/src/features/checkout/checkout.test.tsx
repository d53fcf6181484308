import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { receipt, terms } from '../../../test/people.ts';
import { openShop, shopProfile } from '../../../test/shop.tsx';
import { getSession } from '../../platform/session.ts';
import { putOnTerms } from '../../platform/terms.ts';
import { keepIntent, checkoutIntents, makeIntent } from './checkout-intent.ts';
import { doneAMomentAgo } from './checkout.tsx';
import { Counter } from './testing/counter.tsx';
import type { Purchase } from '../money/movement.ts';

const plan = { network: 'MTN', name: '1GB', type: 'CG', validity: '30 days', amount: 470, isAvailable: true };
const data: Purchase = { kind: 'data', network: 'MTN', phone: '08031234567', planId: 2, plan, leaves: 470 };
const airtime: Purchase = { kind: 'airtime', network: 'MTN', phone: '08031234567', amount: 500, leaves: 495 };
const bought = json(200, { msg: 'done', receipt: receipt({ createdAt: '2020-01-01T00:00:00.000Z' }) });
const refusal = (status: number, code: string, more: object = {}) =>
  json(status, { msg: `because ${code}`, code, requestId: 'r', ...more });

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({ buyAirtime: bought, addContact: json(200, { msg: 'saved', contact: {} }) });
});
afterEach(() => shop.close());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const address = () => screen.getByLabelText('Address').textContent;
const keysSent = () => shop.asked('buyAirtime').map(({ headers }) => headers['idempotency-key']);
const bodySent = (index: number) => JSON.parse(shop.asked('buyAirtime')[index]?.body ?? '') as object;

describe('the confirm step', () => {
  it('shows who, network, what, price and balance after before anything is sent', async () => {
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    const sheet = within(screen.getByRole('dialog', { name: 'Confirm' }));
    const rowOf = (label: string) => sheet.getByText(label).closest('div')?.querySelector('dd')?.textContent;
    expect(sheet.getByText('0803 123 4567')).toBeDefined();
    expect(rowOf('Network')).toBe('MTN');
    expect(rowOf('What')).toBe('Airtime \u20a6500.00');
    expect(rowOf('You pay')).toBe('\u20a6495.00');
    expect(rowOf('Balance after')).toBe('\u20a64,505.00');
    expect(shop.asked('buyAirtime')).toEqual([]);
  });

  it('sends the price that was seen, then goes home with the slip and the new balance', async () => {
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(address()).toContain('/profile {"slip":"t1"'));
    const order = { network: 1, mobile_number: '08031234567', amount: 500 };
    expect(bodySent(0)).toEqual({ ...order, expectedAmount: 495 });
    expect(getSession().signedIn?.user.balance).toBe(4_505);
    expect(checkoutIntents()).toEqual([]);
  });

  it('sends once when the button is pressed twice', async () => {
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Pay \u20a6495.00' }));
    await waitFor(() => expect(address()).toContain('/profile '));
    expect(keysSent()).toHaveLength(1);
  });

  it('makes a key for each opening, and forgets one that was never sent', async () => {
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    const [first] = checkoutIntents();
    await press('Close');
    expect(checkoutIntents()).toEqual([]);
    await press('Buy');
    expect(checkoutIntents()[0]?.key).not.toBe(first?.key);
  });

  it('leads to the missing money when the wallet holds too little', async () => {
    shop.show(<Counter purchase={{ ...airtime, amount: 6_000, leaves: 5_210 }} />);
    await press('Buy');
    const link = screen.getByRole('link', { name: 'Add \u20a6210.00 to pay' });
    expect(link.getAttribute('href')).toBe('/profile/fundWallet?amount=213');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

describe('the network codes', () => {
  it.each([
    ['MTN', 1, 1],
    ['GLO', 2, 2],
    ['AIRTEL', 3, 3],
    ['9MOBILE', 4, 6],
  ] as const)('of %s are %d for airtime and %d for data', async (network, airtimeCode, dataCode) => {
    shop.answer({ buyData: bought });
    for (const purchase of [
      { ...airtime, network },
      { ...data, network },
    ]) {
      const { unmount } = shop.show(<Counter purchase={purchase} />);
      await press('Buy');
      await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
      await waitFor(() => expect(address()).toContain('/profile '));
      unmount();
    }
    const codes = (['buyAirtime', 'buyData'] as const).map((name) =>
      shop.asked(name).map(({ body }) => (JSON.parse(body) as { network: number }).network),
    );
    expect(codes).toEqual([[airtimeCode], [dataCode]]);
  });
});

describe('a data or airtime purchase failure', () => {
  it.each([
    ['airtime, without an answer', airtime, 'hang up'],
    ['airtime, with an answer that says nothing', airtime, json(500, {})],
    ['data, without an answer', data, 'hang up'],
    ['data, with an answer that says nothing', data, json(502, {})],
  ] as const)(
    "of %s says 'An error occur. kindly confirm your balance before retrying the transaction'",
    async (_what, purchase, answer) => {
      shop.answer({ buyAirtime: answer, buyData: answer });
      shop.show(<Counter purchase={purchase} />);
      await press('Buy');
      await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
      expect((await screen.findByRole('alert')).textContent).toContain(
        'An error occur. kindly confirm your balance before retrying the transaction',
      );
      expect(getSession().signedIn?.user.balance).toBe(5_000);
    },
  );
});

describe('an answer that does not come', () => {
  it('keeps the key: the second try is the same order', async () => {
    shop.answer({ buyAirtime: 'hang up' });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      'An error occur. kindly confirm your balance before retrying the transaction',
    );
    expect(screen.getAllByRole('link', { name: 'See your transactions' }).length).toBeGreaterThan(0);
    shop.answer({ buyAirtime: bought });
    await press('Try again');
    await waitFor(() => expect(address()).toContain('/profile '));
    const [first, second] = keysSent();
    expect(first).toBeDefined();
    expect(second).toBe(first);
    expect(bodySent(1)).toEqual(bodySent(0));
  });

  it('is remembered on the screen, and opened again with its key by buying the same', async () => {
    shop.answer({ buyAirtime: 'hang up' });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await screen.findByRole('alert');
    await press('Close');
    expect(screen.getByText('An order without an answer')).toBeDefined();
    const [saved] = checkoutIntents();
    await press('Buy');
    expect(screen.getByRole('dialog', { name: 'No answer yet' })).toBeDefined();
    expect(checkoutIntents()[0]?.key).toBe(saved?.key);
  });

  it('stays open while a later no says nothing about the first try', async () => {
    shop.answer({ buyAirtime: 'hang up' });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await screen.findByRole('alert');
    shop.answer({ buyAirtime: refusal(423, 'service_locked') });
    await press('Try again');
    await screen.findByText('because service_locked');
    expect(checkoutIntents()[0]?.isUnsure).toBe(true);
  });
});

describe('a reload', () => {
  it('leaves an order open that was on its way, when the answer to the second try says nothing about the first', async () => {
    keepIntent({ ...makeIntent(airtime), sentAt: Date.now() - 2_000 });
    shop.answer({ buyAirtime: refusal(503, 'unavailable') });
    shop.show(<Counter purchase={airtime} />);
    await screen.findByText('because unavailable');
    expect(checkoutIntents()[0]?.isUnsure).toBe(true);
  });

  it('sends an order that was on its way once more, with its key, and shows its slip', async () => {
    const intent = makeIntent(airtime);
    keepIntent({ ...intent, sentAt: Date.now() - 2_000 });
    shop.show(<Counter purchase={airtime} />);
    await waitFor(() => expect(address()).toContain('/profile {"slip":"t1"'));
    expect(keysSent()).toEqual([intent.key]);
  });

  it('sends nothing that was not paid for yet', async () => {
    keepIntent(makeIntent(airtime));
    shop.show(<Counter purchase={airtime} />);
    await waitFor(() => expect(checkoutIntents()).toEqual([]));
    expect(shop.asked('buyAirtime')).toEqual([]);
  });

  it('asks first about an order of long ago', async () => {
    keepIntent({ ...makeIntent(airtime), sentAt: Date.now() - 3_600_000 });
    shop.show(<Counter purchase={airtime} />);
    expect(await screen.findByText('An order without an answer')).toBeDefined();
    expect(shop.asked('buyAirtime')).toEqual([]);
  });
});

describe('a no', () => {
  it('because the price changed shows the new one and asks again, with the same key', async () => {
    shop.answer({ buyAirtime: refusal(409, 'price_changed', { expectedAmount: 497.5 }) });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await screen.findByText('The price has changed');
    shop.answer({ buyAirtime: bought });
    await press('Pay \u20a6497.50');
    await waitFor(() => expect(address()).toContain('/profile '));
    expect(bodySent(1)).toMatchObject({ expectedAmount: 497.5 });
    expect(keysSent()[1]).toBe(keysSent()[0]);
  });

  it('of the network shows the slip with the money back; trying again is a new order', async () => {
    const failed = receipt({ trans_Status: 'failed' });
    shop.answer({ buyAirtime: refusal(422, 'supplier_refused', { receipt: failed }) });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    expect(await screen.findByText('Failed \u2014 money returned')).toBeDefined();
    expect(checkoutIntents()).toEqual([]);
    shop.answer({ buyAirtime: bought });
    await press('Try again');
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(address()).toContain('/profile '));
    expect(keysSent()[1]).not.toBe(keysSent()[0]);
  });

  it('because it was bought a moment ago shows that slip; buying again is forced', async () => {
    shop.answer({ buyAirtime: refusal(409, 'possible_duplicate', { receipt: receipt() }) });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    expect(await screen.findByRole('dialog', { name: 'Bought a moment ago' })).toBeDefined();
    shop.answer({ buyAirtime: bought });
    await press('Buy again');
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(address()).toContain('/profile '));
    expect(bodySent(1)).toMatchObject({ force: true });
  });

  it('because the service is locked leaves Close, and a way to hear when it is back', async () => {
    shop.answer({
      buyAirtime: refusal(423, 'service_locked'),
      listAwaitedServices: json(200, { awaited: [] }),
    });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await screen.findByText('because service_locked');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Tell me when MTN airtime is back' })).toBeDefined();
  });
});

describe('what was bought a moment ago', () => {
  const transaction = receipt({ createdAt: '2026-11-21T13:02:04.000Z' });
  const profile = shopProfile({ transactions: [transaction] });
  const seconds = (after: number) => Date.parse(transaction.createdAt) + after * 1_000;

  it('is found for as long as the shop sets', () => {
    putOnTerms({ ...terms, purchase: { ...terms.purchase, duplicateWindowSeconds: 45 } });
    expect(doneAMomentAgo(profile, airtime, seconds(44))?._id).toBe('t1');
    expect(doneAMomentAgo(profile, airtime, seconds(46))).toBeUndefined();
    putOnTerms({ ...terms, purchase: { ...terms.purchase, duplicateWindowSeconds: 0 } });
    expect(doneAMomentAgo(profile, airtime, seconds(0))).toBeUndefined();
    putOnTerms(terms);
  });

  it('is found for half a minute by number, network and value', () => {
    expect(doneAMomentAgo(profile, airtime, seconds(20))?._id).toBe('t1');
    expect(doneAMomentAgo(profile, airtime, seconds(31))).toBeUndefined();
    expect(doneAMomentAgo(profile, { ...airtime, amount: 600 }, seconds(20))).toBeUndefined();
    expect(doneAMomentAgo(profile, { ...airtime, phone: '08031234568' }, seconds(20))).toBeUndefined();
  });

  it('does not count when it failed', () => {
    const failed = shopProfile({ transactions: [{ ...transaction, trans_Status: 'failed' }] });
    expect(doneAMomentAgo(failed, airtime, seconds(20))).toBeUndefined();
  });
});

describe('a nickname', () => {
  const named: Purchase = { ...airtime, nickname: 'Mama' };

  it('is saved once the purchase is made', async () => {
    shop.show(<Counter purchase={named} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(shop.asked('addContact')).toHaveLength(1));
    expect(JSON.parse(shop.asked('addContact')[0]?.body ?? '')).toEqual({
      contactName: 'Mama',
      contactNumber: '08031234567',
      contactNetwork: 'MTN',
    });
  });

  it('is not saved when nothing was bought', async () => {
    shop.answer({ buyAirtime: refusal(423, 'service_locked') });
    shop.show(<Counter purchase={named} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    await screen.findByText('because service_locked');
    expect(shop.asked('addContact')).toEqual([]);
  });
});
