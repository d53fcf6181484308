import { beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../test/books.ts';
import { useTestPool } from '../../test/pool.ts';
import { keepBooks } from '../../test/books-sample.ts';

const db = useTestPool(2);
beforeAll(() => keepBooks(db));

describe('the database refuses', () => {
  it.each([
    'update entries set amount = 1',
    'delete from entries',
    'truncate entries',
    'update postings set reason = null',
    'delete from postings',
    // What refers to them would refuse it alone.
    'truncate postings cascade',
  ])('the program and the owner: %s', async (sql) => {
    await expect(db.pool.run(sql)).rejects.toThrow('permission denied');
    await expect(db.owner.run(sql)).rejects.toThrow('is append-only');
  });

  it.each([
    ['accounts', 'delete from accounts'],
    ['transactions', 'delete from transactions'],
    ['purchase_attempts', 'delete from purchase_attempts'],
    ['payments', 'delete from payments'],
    ['entries', 'alter table entries disable trigger all'],
    ['entries', 'drop trigger entries_are_append_only on entries'],
    ['schema_migrations', 'delete from schema_migrations'],
    ['account_kinds', "insert into account_kinds values ('pocket')"],
    ['transaction_types', "insert into transaction_types values ('gift')"],
  ])('the program on %s: %s', async (_table, sql) => {
    await expect(db.pool.run(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('the program without its triggers', async () => {
    await expect(db.pool.run('set session_replication_role = replica')).rejects.toThrow('permission denied');
  });

  it.each([
    [
      'a wallet below zero',
      'accounts_balance_check',
      `update accounts set balance = -1 where kind = 'wallet'`,
    ],
    [
      'a second wallet',
      'accounts_of_user',
      `insert into accounts (kind, user_id, balance, version) select 'wallet', user_id, 0, 0 from accounts where kind = 'wallet'`,
    ],
    [
      'a second house account of a name',
      'accounts_of_house',
      `insert into accounts (kind, name) values ('supplier', 'GLAD')`,
    ],
    [
      'a wallet of nobody',
      'user_accounts_belong_to_a_user',
      `insert into accounts (kind, balance, version) values ('wallet', 0, 0)`,
    ],
    [
      'a house account of somebody',
      'user_accounts_belong_to_a_user',
      `insert into accounts (kind, user_id, balance, version) values ('bank', 1, 0, 0)`,
    ],
    [
      'a house account with a balance',
      'user_accounts_carry_a_balance',
      `insert into accounts (kind, balance) values ('bank', 5)`,
    ],
    ['an unknown kind of account', 'accounts_kind_fkey', `insert into accounts (kind) values ('pocket')`],
    [
      'a price and a fee in one transaction',
      'a_price_or_a_fee',
      `insert into transactions (user_id, reference, type, status, description, amount_kobo, price_kobo, fee_kobo)
       values (1, 'BOTH', 'data', 'pending', 'Both', 5, 5, 1)`,
    ],
    [
      'a posting twice',
      'postings_happen_once',
      `insert into postings (code, reference) select code, reference from postings limit 1`,
    ],
    [
      'one entry alone',
      'postings_balance',
      `insert into entries (posting_id, leg, account_id, amount) select max(posting_id) + 1, 1, 1, 5 from entries`,
    ],
    [
      'entries that do not add up',
      'postings_balance',
      `insert into entries (posting_id, leg, account_id, amount) select max(posting_id) + 1, place, 1, place from entries, generate_series(1, 2) as l(place) group by l.place`,
    ],
    [
      'an entry of nothing',
      'entries_amount_check',
      `insert into entries (posting_id, leg, account_id, amount) values (999999, 1, 1, 0)`,
    ],
    [
      'a balance below zero',
      'entries_balance_after_check',
      `insert into entries values (999999, 1, 1, -5, 4, -1, 99)`,
    ],
    [
      'a balance that does not add up',
      'entries_add_up',
      `insert into entries values (999999, 1, 1, -5, 10, 6, 99)`,
    ],
    [
      'half of a balance',
      'entries_are_complete',
      `insert into entries values (999999, 1, 1, -5, 10, 5, null)`,
    ],
    [
      'a version twice',
      'entries_version',
      `insert into entries select 999999, 1, account_id, 5, 10, 15, version from entries where version = 1`,
    ],
    [
      'a purchase of less than nothing',
      'transactions_amount_kobo_check',
      `update transactions set amount_kobo = -1, balance_before = null, balance_after = null where reference = 'REFpending'`,
    ],
    [
      'a transaction whose balances differ by something else',
      'balances_differ_by_the_amount',
      `update transactions set balance_after = balance_after + 1 where reference = 'REFpending'`,
    ],
    [
      'a second refund',
      'one_refund_each',
      `insert into transactions (user_id, reference, type, status, description, amount_kobo, related_id) select 1, 'TWICE', 'refund', 'success', '', 1, related_id from transactions where type = 'refund' limit 1`,
    ],
    [
      'a reference twice',
      'transactions_reference',
      `insert into transactions (user_id, reference, type, status, description, amount_kobo) values (1, 'REFpending', 'data', 'pending', '', 1)`,
    ],
    [
      'an attempt twice',
      'purchase_attempts_pkey',
      `insert into purchase_attempts select * from purchase_attempts limit 1`,
    ],
  ])('%s', async (_what, constraint, sql) => {
    // As their owner, who may write everything.
    await expect(db.owner.run(sql)).rejects.toMatchObject({ constraint });
    await expectBooksToBalance(db.pool);
  });
});
