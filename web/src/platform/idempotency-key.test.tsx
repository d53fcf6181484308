import { afterEach, expect, it } from 'vitest';
import { json } from '../../test/answers.ts';
import { openShop } from '../../test/shop.tsx';
import { sendKeyed } from './idempotency-key.ts';
import { endSession } from './session.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const no = (status: number, code: string) => json(status, { msg: 'No', code, requestId: 'r' });
const keysOf = () => shop.asked('withdrawEarning').map(({ headers }) => headers['idempotency-key']);

async function press(answer: ReturnType<typeof json> | 'hang up', amount = 500) {
  shop.answer({ withdrawEarning: answer });
  await sendKeyed('withdrawEarning', { amount }).catch(() => undefined);
  return keysOf().at(-1);
}

it('a press goes again with its key until it was done; then, or with another input, it is a new press', async () => {
  shop = await openShop({});
  const first = await press('hang up');
  expect(first).toMatch(/^\w{32}$/);
  expect(await press(no(503, 'outcome_unknown'))).toBe(first);
  // Whether the first arrived is still not known.
  expect(await press(no(409, 'insufficient_balance'))).toBe(first);
  const other = await press('hang up', 600);
  expect(other).not.toBe(first);
  expect(await press(json(200, { msg: 'Done' }))).toBe(first);
  const second = await press('hang up');
  expect([first, other]).not.toContain(second);
});

it('while the first one runs it is asked for by its key, and its answer is that of the press', async () => {
  shop = await openShop({});
  let asks = 0;
  shop.answer({
    withdrawEarning: () => {
      asks += 1;
      return asks === 1 ? no(409, 'idempotency_in_progress') : json(200, { msg: 'Done' });
    },
  });
  expect(await sendKeyed('withdrawEarning', { amount: 700 })).toEqual({ msg: 'Done' });
  expect(new Set(keysOf()).size).toBe(1);
});

it('the press of one person is not that of another in the same tab', async () => {
  shop = await openShop({});
  const first = await press('hang up', 800);
  endSession();
  expect(await press('hang up', 800)).not.toBe(first);
});
