import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { FloatDrift } from '@jara/contract/calls/review-queue.ts';
import { json } from '../../../../test/answers.ts';
import { openShop } from '../../../../test/shop.tsx';
import { Toasts } from '../../../ui/toast.tsx';
import ReviewQueue from './review-queue.tsx';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const counts = {
  staff: 0,
  asked: 0,
  suspense: 0,
  disputes: 0,
  recovery: 0,
  staffRequests: 0,
  webhooksGivenUp: 0,
};
const accepted = json(200, { msg: 'The difference at GLAD is accepted', floats: [] });

let shop: Awaited<ReturnType<typeof openShop>>;
async function opensWith(rights: object, floats: FloatDrift[], acceptFloat = accepted) {
  const page = { waiting: [], floats, page: 1, totalPages: 1, heldBack: 0, counts };
  shop = await openShop({ listWaiting: json(200, page), acceptFloat }, rights);
  shop.show(
    <>
      <ReviewQueue />
      <Toasts />
    </>,
    '/admin/waiting',
  );
}
afterEach(() => shop.close());

const toastSays = (words: string) => screen.findByText(words, { selector: '[role=status] p' });
const sheet = async () => within(await screen.findByRole('dialog', { hidden: true }));
const press = async (name: string) =>
  userEvent.click((await sheet()).getByRole('button', { name, hidden: true }));

describe('a supplier whose statement the books do not explain', () => {
  const drift: FloatDrift = {
    supplierName: 'GLAD',
    drift: 250_000,
    since: hoursAgo(1),
    float: 1_250_000,
    refunded: 0,
    readAt: hoursAgo(0),
    askedBy: null,
  };

  it('stands above the queue, by how much and which way', async () => {
    await opensWith({ isAgent: true }, [
      { ...drift, refunded: 485 },
      { ...drift, supplierName: 'ALARO', drift: -700, refunded: 485 },
    ]);
    const more = (await screen.findByText('GLAD and the books differ')).parentElement;
    expect(more?.textContent).toContain('₦250,000.00 more than the books explain');
    expect(more?.textContent).toContain('It has not given back ₦485.00 of refunds by staff');
    const less = screen.getByText('ALARO and the books differ').parentElement;
    expect(less?.textContent).toContain('₦700.00 less than the books explain');
    expect(less?.textContent).not.toContain('refunds by staff');
    expect(screen.queryByRole('button', { name: 'Accept the difference' })).toBeNull();
  });

  it('is accepted by an admin who says why', async () => {
    await opensWith({ isAdmin: true }, [drift]);
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the difference' }));
    await press('Accept ₦250,000.00');
    expect(shop.asked('acceptFloat')).toEqual([]);
    await userEvent.type((await sheet()).getByLabelText('What explains it?'), 'Paid in, receipt 12');
    await press('Accept ₦250,000.00');
    expect(await toastSays('The difference at GLAD is accepted')).toBeTruthy();
    expect(shop.asked('acceptFloat').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { supplierName: 'GLAD', amount: 250_000, reason: 'Paid in, receipt 12' },
    ]);
  });

  it('that a colleague asked to accept says so, and leads to the queue where another admin confirms it', async () => {
    await opensWith({ isAdmin: true }, [{ ...drift, askedBy: 'ngozi' }]);
    expect((await screen.findByText('GLAD and the books differ')).parentElement?.textContent).toContain(
      'ngozi asked to accept it: that waits for a second admin.',
    );
    expect(screen.queryByRole('button', { name: 'Accept the difference' })).toBeNull();
    expect(screen.getByRole('link', { name: 'See it under Second admin' }).getAttribute('href')).toBe(
      '/admin/waiting?queue=second',
    );
  });

  it('of a large sum is accepted by nobody yet, and the page says that another admin has to confirm it', async () => {
    const msg = 'Nothing was done yet: another admin has to confirm ₦250,000.00 first';
    await opensWith({ isAdmin: true }, [drift], json(202, { msg, staffRequest: {} }));
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the difference' }));
    await userEvent.type((await sheet()).getByLabelText('What explains it?'), 'Paid in, receipt 12');
    const asked = shop.asked('listWaiting').length;
    await press('Accept ₦250,000.00');
    expect(await toastSays(msg)).toBeTruthy();
    await waitFor(() => expect(shop.asked('listWaiting').length).toBeGreaterThan(asked));
  });
});
