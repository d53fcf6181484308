import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { json } from '../../../test/answers.ts';
import { openShop } from '../../../test/shop.tsx';
import { useKeyedSend } from './keyed-send.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
afterEach(() => shop.close());

const no = (status: number, code: string) => json(status, { msg: 'No', code, requestId: 'r' });

it('a press whose answer was lost goes again with its key, also while the first one runs; after an answer it is a new press', async () => {
  shop = await openShop({}, { isAdmin: true });
  const { result } = renderHook(() => useKeyedSend());
  const press = async (answer: ReturnType<typeof json> | 'hang up', reason = 'Wrong number') => {
    shop.answer({ refund: answer });
    await result.current('refund', { id: '7', reason }).catch(() => undefined);
    return shop.asked('refund').at(-1)?.headers['idempotency-key'];
  };
  const first = await press('hang up');
  expect(first).toMatch(/^\w{32}$/);
  expect(await press(no(409, 'idempotency_in_progress'))).toBe(first);
  expect(await press(no(503, 'outcome_unknown'))).toBe(first);
  expect(await press(json(200, { msg: 'Done' }))).toBe(first);
  const second = await press(no(409, 'already_refunded'));
  expect(second).not.toBe(first);
  const third = await press('hang up');
  expect([first, second]).not.toContain(third);
  expect(await press('hang up', 'Another reason')).not.toBe(third);
});
