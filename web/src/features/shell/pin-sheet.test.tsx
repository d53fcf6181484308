// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type Asked } from '../../../test/answers.ts';
import { receipt } from '../../../test/people.ts';
import { openShop } from '../../../test/shop.tsx';
import { Refusal, send } from '../../platform/send.ts';
import { PinSheet } from './pin-sheet.tsx';

let shop: Awaited<ReturnType<typeof openShop>>;

const refusal = (code: string, msg: string) => json(403, { code, msg, requestId: 'r' });
/** A server whose PIN is 2580. */
function judge({ body }: Asked) {
  const { pin } = JSON.parse(body) as { pin?: string };
  if (pin === undefined) return refusal('pin_required', 'Enter your PIN');
  if (pin !== '2580') return refusal('wrong_pin', 'This PIN is not right');
  return json(200, { msg: 'done', receipt: receipt() });
}

beforeEach(async () => {
  shop = await openShop({ buyAirtime: judge });
});
afterEach(() => shop.close());

const body = { network: 1, mobile_number: '08031234567', amount: 500 };
const buy = () => send('buyAirtime', body, { key: 'k-1' });
const sheet = () => screen.findByRole('dialog', { name: 'Your PIN' });
const enter = async (pin: string) => {
  const field = within(await sheet()).getByLabelText('PIN');
  await userEvent.clear(field);
  await userEvent.type(field, pin);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
};
const isGone = () => waitFor(() => expect(screen.queryByLabelText('PIN')).toBeNull());
const sent = () => shop.asked('buyAirtime');

describe('a call that needs the PIN', () => {
  it('is sent again with it, unchanged and with the same key', async () => {
    shop.show(<PinSheet />);
    const bought = buy();
    await enter('2580');
    expect((await bought).msg).toBe('done');
    expect(sent().map(({ body: text }) => JSON.parse(text) as object)).toEqual([
      body,
      { ...body, pin: '2580' },
    ]);
    expect(sent().map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1']);
    await isGone();
  });

  it('asks again after a wrong one, and keeps what was typed', async () => {
    shop.show(<PinSheet />);
    const bought = buy();
    await enter('2581');
    expect(await screen.findByText('This PIN is not right')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('2581');
    await enter('2580');
    expect((await bought).msg).toBe('done');
    expect(sent()).toHaveLength(3);
  });

  it('sends nothing for what cannot be a PIN', async () => {
    shop.show(<PinSheet />);
    const bought = buy();
    await enter('25');
    expect(screen.getByText('Your PIN has 4 to 6 digits.')).toBeTruthy();
    expect(sent()).toHaveLength(1);
    await enter('2580');
    await bought;
  });

  it('does nothing when the person would rather not', async () => {
    shop.show(<PinSheet />);
    const bought = buy().catch((error: unknown) => error);
    await sheet();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    const refused = await bought;
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'pin_required', msg: 'Nothing was done: it needs your PIN' });
    expect(sent()).toHaveLength(1);
    await isGone();
  });

  it('closes the question when too many were wrong', async () => {
    shop.show(<PinSheet />);
    const bought = buy().catch((error: unknown) => error);
    await sheet();
    shop.answer({
      buyAirtime: json(429, {
        code: 'too_many_requests',
        msg: 'Too many attempts. Try again later',
        requestId: 'r',
      }),
    });
    await enter('2222');
    expect(await bought).toMatchObject({ code: 'too_many_requests' });
    await isGone();
  });

  it('is refused where there is nobody to ask', async () => {
    await expect(buy()).rejects.toMatchObject({ code: 'pin_required' });
  });
});
