import { expect, it } from 'vitest';
import { silent, useTestPool } from '../../test/pool.ts';
import { planRows } from './catalogue-rows.ts';
import { seed } from './seed.ts';

const fresh = useTestPool();

it('fills a fresh sandbox once, with the ids that its suppliers know, however many processes start together', async () => {
  await Promise.all(Array.from({ length: 4 }, () => seed(fresh.url, silent, 'a key of the sandbox')));
  const plans = await fresh.owner.rows<{ id: number }>('select id from plans order by id');
  expect(plans.map(({ id }) => id)).toEqual(planRows.map((_, index) => index + 1));
});
