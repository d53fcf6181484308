import { lagosDay, startOfDay } from '@jara/contract/lagos-time.ts';
import { expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';

const db = useTestPool(1);

it.each([
  '2026-02-28T22:59:59.999Z',
  '2026-02-28T23:00:00.000Z',
  '2026-03-01T00:30:00.000Z',
  '2026-12-31T23:00:00.000Z',
  '2028-02-29T12:00:00.000Z',
])('the day in Lagos at %s is the same in SQL as in the program', async (text) => {
  const at = new Date(text);
  const inSql = await db.pool.get('select lagos_day($1)::text as day, lagos_midnight($1) as midnight', [at]);
  const day = lagosDay(at);
  expect(inSql).toEqual({ day, midnight: startOfDay(day) });
});
