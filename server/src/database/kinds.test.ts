import { networks, transactionTypes } from '@jara/contract/constants.ts';
import { beforeAll, expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { houseKinds } from '../ledger/chart.ts';

const db = useTestPool(1);
beforeAll(() =>
  db.owner.run(`insert into users (id, user_name, full_name, email, phone, password_hash)
    values (1, 'ada', 'Ada', 'ada@people.example', '08031234567', '')`),
);

it.each([
  ['account_kinds', 'kind', ['wallet', 'earnings', ...houseKinds]],
  ['transaction_types', 'type', transactionTypes],
  ['networks', 'name', networks],
])('%s has the rows that the program knows', async (table, column, known) => {
  const rows = await db.pool.rows<{ name: string }>(`select ${column} as name from ${table}`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...known].toSorted());
});

it.each([
  [
    'identities',
    `insert into identities (user_id, kind, number_hash, last_four, full_name, provider, consented_at)
     select 1, 'passport', '', '1234', 'Ada', 'register', now()`,
  ],
  [
    'plans',
    `insert into plans (network, plan_type, name, volume_mb, validity, smart_earner_kobo, reseller_kobo, api_kobo, partner_kobo, cost_kobo)
     values ('TELEX', 'SME', '1GB', 1000, '30 days', 1, 1, 1, 1, 1)`,
  ],
  ['mails', `insert into mails (user_id, kind, to_address) values (1, 'greeting', 'ada@people.example')`],
])('%s takes no kind that has no row', async (table, sql) => {
  const column = table === 'plans' ? 'network' : 'kind';
  await expect(db.owner.run(sql)).rejects.toThrow(`${table}_${column}_fkey`);
});
