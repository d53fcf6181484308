/** The migration of the reads of large books, in a database that the version before it goes on to use. */
import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { useSchemaFolder } from '../../test/schema-folder.ts';
import { schemaFolder } from './schema-files.ts';

const schema = useSchemaFolder();
const { ask, run, write } = schema;
const NAME = '0101_reads_of_large_books.sql';
const migrations = new URL('migrations/', schemaFolder);
const copy = async (name: string) =>
  write(`migrations/${name}`, await readFile(new URL(name, migrations), 'utf8'));

/** The tables as they were, without functions and triggers. */
beforeEach(async () => {
  await schema.remove('migrations/0001_books.sql');
  for (const name of await readdir(migrations)) if (name < NAME) await copy(name);
  await run();
  await copy(NAME);
}, 60_000);

const indexOfReferrers = async () =>
  (
    await ask<{ name: string }>(
      `select relname as name from pg_class where relkind = 'i' and relname in ('users_referred_by', 'users_of_referrer') order by 1`,
    )
  ).map(({ name }) => name);

it('leaves the index of referrers until nothing more can wait', async () => {
  expect(await indexOfReferrers()).toEqual(['users_referred_by']);
  const reader = await schema.connect();
  await reader.query('begin; select from user_sums; select from transaction_sums_mark');
  await expect(run({ lockTimeoutMs: 10, tries: 2, delayMs: 1 })).rejects.toThrow('did not get its locks');
  await reader.end();
  expect(await indexOfReferrers()).toContain('users_referred_by');
  expect((await run()).migrations).toEqual([NAME]);
  expect(await indexOfReferrers()).toEqual(['users_of_referrer']);
});

it('marks what is decided while it builds its indexes', async () => {
  await ask(`
    set session_replication_role = replica;
    insert into bank_transfers (provider, provider_reference, bank, account_number, paid_kobo, state, reason)
    values ('paymentpoint', 'T1', 'palmpay', '6600000000', 100, 'suspense', 'x'), ('paymentpoint', 'T2', 'palmpay', '6600000000', 100, 'suspense', 'x');
    insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state, paid_kobo)
    values (1, 'squad', 'C1', 1, 100, 'suspense', 5), (2, 'squad', 'C2', 1, 100, 'suspense', 5);
    insert into postings (code, reference)
    select 'funding.suspense', unnest(array['paymentpoint:T1', 'paymentpoint:T2', 'squad:C1', 'squad:C2'])`);
  const decide = (
    reference: string,
  ) => `insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason)
    select id, 'return', 100, 1, 'x' from postings where reference like '%:${reference}'`;
  const marked = () =>
    ask<{ reference: string; marked: boolean }>(
      `select provider_reference as reference, decided_at is not null as marked from bank_transfers
       union all select reference, decided_at is not null from payments order by 1`,
    );
  await ask(`set session_replication_role = replica; ${decide('T1')}; ${decide('C1')}`);
  const staff = await schema.connect();
  await staff.query(`set session_replication_role = replica; begin; ${decide('T2')}; ${decide('C2')}`);
  const migrated = run();
  await expect
    .poll(() =>
      ask(
        `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    )
    .toEqual([{ query: expect.stringContaining('suspense_decisions_by_time') }]);
  await staff.query('commit');
  await staff.end();
  expect((await migrated).migrations).toEqual([NAME]);
  expect(await marked()).toEqual(['C1', 'C2', 'T1', 'T2'].map((reference) => ({ reference, marked: true })));
}, 60_000);
