import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { keepBooks } from '../../test/books-sample.ts';
import { useTestPool } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { findBreaks } from './audit.ts';
import { profitSql } from './profit.ts';

const db = useTestPool(2);
beforeAll(() => keepBooks(db));

const migration = [
  '0017_recovered_refunds',
  '0018_recovered_refunds_checked',
  '0079_reversed_and_delivered_after_all',
]
  .map((name) => readFileSync(new URL(`../../database/migrations/${name}.sql`, import.meta.url), 'utf8'))
  .join('\n')
  .replaceAll(/^--.*$/gm, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');

const refund = `(select id from postings where code = 'purchase.refund')`;
const asItWasBooked = [
  `update entries set account_id = (select id from accounts where kind = 'supplier' and name = 'GLAD')
   where posting_id = ${refund} and account_id in (select id from accounts where kind = 'loss')`,
  `insert into supplier_floats (supplier, asked_at, base_kobo, base_at, base_slack_kobo)
   values ('GLAD', now(), 1, now() - interval '1 day', 300), ('ALARO', now(), 1, now() - interval '1 day', 300)`,
  'drop table refunds_without_loss',
  'alter table purchase_attempts drop column reversal',
];
const rights = [`grant select on refunds_without_loss to jara_app`];

it('a refund that took the cost from the supplier keeps its postings, costs nobody, and is over', async () => {
  let found: unknown;
  const breaks = await brokenAfter(db.owner, [...asItWasBooked, ...migration, ...rights], async (on) => {
    found = await on.rows(
      `select a.state, a.return_check_at, t.status, ${profitSql} as profit,
         (select array_agg(base_slack_kobo order by supplier) from supplier_floats) as slack
       from transactions t join purchase_attempts a on a.transaction_id = t.id where t.reference = 'REFrefunded'`,
    );
    return findBreaks(on);
  });
  expect(breaks).toEqual([]);
  expect(found).toEqual([
    { state: 'recovered', return_check_at: null, status: 'refunded', profit: null, slack: ['300', '10000'] },
  ]);
});

it('of refunds that cost the house the migration changes nothing', async () => {
  const lists = migration.filter((statement) => statement.startsWith('insert into refunds_without_loss'));
  expect(lists).toHaveLength(1);
  expect(await db.owner.run(lists[0] ?? '')).toBe(0);
});
