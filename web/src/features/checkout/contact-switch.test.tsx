import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { Toasts } from '../../ui/toast.tsx';
import { useCheckout } from './checkout.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({
    buyAirtime: json(200, { msg: 'done', receipt: receipt({ createdAt: '2020-01-01T00:00:00.000Z' }) }),
    addContact: json(200, { msg: 'saved', contact: {} }),
  });
});
afterEach(() => shop.close());

function Counter({ phone }: { phone: string }) {
  const checkout = useCheckout();
  return (
    <>
      <button
        type="button"
        onClick={() => checkout.open({ kind: 'airtime', network: 'MTN', phone, amount: 500, leaves: 495 })}
      >
        Buy
      </button>
      {checkout.sheet}
      <Toasts />
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the switch in the confirm step that adds the number to the contacts', () => {
  it('asks for a nickname when the number is to be saved', async () => {
    shop.show(<Counter phone="08051234567" />);
    await press('Buy');
    await userEvent.click(screen.getByRole('switch', { name: 'Add to contacts' }));
    await press('Pay \u20a6495.00');
    expect(screen.getByText('Please enter a nickname for the number')).toBeDefined();
    expect(shop.asked('buyAirtime')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Nickname'), 'Mama');
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(shop.asked('addContact')).toHaveLength(1));
    expect(JSON.parse(shop.asked('addContact')[0]?.body ?? '')).toMatchObject({
      contactName: 'Mama',
      contactNumber: '08051234567',
    });
  });

  it('saves nobody when it is switched off after a payment that was refused', async () => {
    shop.answer({ buyAirtime: json(400, { msg: 'Not now', code: 'invalid_input', requestId: 'r' }) });
    shop.show(<Counter phone="08051234567" />);
    await press('Buy');
    await userEvent.click(screen.getByRole('switch', { name: 'Add to contacts' }));
    await userEvent.type(screen.getByLabelText('Nickname'), 'Mama');
    await press('Pay \u20a6495.00');
    expect((await screen.findAllByText('Not now')).length).toBeGreaterThan(0);
    shop.answer({
      buyAirtime: json(200, { msg: 'done', receipt: receipt({ createdAt: '2020-01-01T00:00:00.000Z' }) }),
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Add to contacts' }));
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(shop.asked('buyAirtime')).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shop.asked('addContact')).toEqual([]);
  });

  it("is not there for one's own number", async () => {
    shop.show(<Counter phone="08031234567" />);
    await press('Buy');
    expect(screen.queryByRole('switch', { name: 'Add to contacts' })).toBeNull();
  });
});
