import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { checkoutIntents } from './checkout-intent.ts';
import { Counter } from './testing/counter.tsx';
import type { Purchase } from '../money/movement.ts';

const airtime: Purchase = { kind: 'airtime', network: 'MTN', phone: '08031234567', amount: 500, leaves: 495 };
const refusal = (status: number, code: string) =>
  json(status, { msg: `because ${code}`, code, requestId: 'r' });

let shop: Awaited<ReturnType<typeof openShop>>;

beforeEach(async () => {
  shop = await openShop({ addContact: json(200, { msg: 'saved', contact: {} }) });
});
afterEach(() => shop.close());

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const keysSent = () => shop.asked('buyAirtime').map(({ headers }) => headers['idempotency-key']);

describe('the number by which support finds a request', () => {
  const payFor = async (answer: ReturnType<typeof json>) => {
    shop.answer({ buyAirtime: answer });
    shop.show(<Counter purchase={airtime} />);
    await press('Buy');
    await press('Pay \u20a6495.00');
    return (await screen.findByRole('alert')).textContent;
  };

  it.each([
    [503, 'unavailable'],
    [503, 'outcome_unknown'],
    [500, 'internal_error'],
  ])('stands where the fault is ours: %i %s', async (status, code) => {
    expect(await payFor(refusal(status, code))).toContain('For support: r');
  });

  it('stays with an order without an answer that is opened again', async () => {
    await payFor(refusal(503, 'outcome_unknown'));
    await press('Close');
    await press('Buy');
    expect(screen.getByRole('dialog').textContent).toContain('For support: r');
  });

  it('stays when the next try gets no answer at all', async () => {
    await payFor(refusal(503, 'outcome_unknown'));
    shop.answer({ buyAirtime: 'hang up' });
    await press('Try again');
    await waitFor(() => expect(keysSent()).toHaveLength(2));
    expect((await screen.findByRole('alert')).textContent).toContain('For support: r');
    expect(checkoutIntents()[0]?.requestId).toBe('r');
    await press('Close');
    await press('Buy');
    expect(screen.getByRole('dialog').textContent).toContain('For support: r');
  });

  it('does not stay once a try was answered, when a later one gets no answer', async () => {
    await payFor(refusal(503, 'outcome_unknown'));
    shop.answer({ buyAirtime: refusal(409, 'insufficient_balance') });
    await press('Try again');
    await screen.findByText('because insufficient_balance');
    expect(checkoutIntents()[0]).toMatchObject({ isUnsure: false });
    expect(checkoutIntents()[0]?.requestId).toBeUndefined();
    shop.answer({ buyAirtime: 'hang up' });
    await press('Pay \u20a6495.00');
    await waitFor(() => expect(keysSent()).toHaveLength(3));
    expect((await screen.findByRole('dialog', { name: 'No answer yet' })).textContent).not.toContain(
      'For support',
    );
  });

  it('does not stand where the person has to change something', async () => {
    expect(await payFor(refusal(400, 'invalid_input'))).not.toContain('For support');
  });
});
