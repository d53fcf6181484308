import { beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../test/books.ts';
import { useTestPool } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { rollUpHouseBalances, trialBalance } from './balances.ts';
import { keepBooks } from '../../test/books-sample.ts';

const db = useTestPool(2);
beforeAll(() => keepBooks(db));

/** No trigger fires for it. */
const brokenBy = (sql: string) => brokenAfter(db.owner, sql.split('; '));

const entryOf = (code: string, reference: string, kind: string) =>
  `posting_id = (select id from postings where code = '${code}' and reference = (select id::text from transactions where reference = '${reference}'))
   and account_id in (select id from accounts where kind = '${kind}')`;
const postingOf = (code: string, reference: string) =>
  `code = '${code}' and reference = (select id::text from transactions where reference = '${reference}')`;
const walletEntry = entryOf('purchase.open', 'REFdelivered', 'wallet');
const idOf = (reference: string) => `(select id from transactions where reference = '${reference}')`;

describe('healthy books', () => {
  it('break no rule', async () => {
    expect(await brokenBy('select')).toEqual([]);
  });

  it('add up to zero in the trial balance, before and after the snapshots moved', async () => {
    const expected = [
      ['gateway', 'squad', -100_000n],
      ['in_flight', '', 9_900n],
      ['loss', 'late_vend', -9_700n],
      ['loss', 'refund', -9_700n],
      ['revenue', 'airtime', 200n],
      ['revenue', 'data', 0n],
      ['revenue', 'electricity', 0n],
      ['revenue', 'funding', 1_000n],
      ['supplier', 'GLAD', 29_100n],
      ['earnings', '', 0n],
      ['wallet', '', 79_200n],
    ];
    const balances = async () =>
      (await trialBalance(db.pool)).map(({ kind, name, balance }) => [kind, name, balance]);
    expect(new Set(await balances())).toEqual(new Set(expected));
    await db.owner.commit(async (on) => {
      await on.run('set local session_replication_role = replica');
      await on.run(`update transactions set created_at = created_at - interval '10 minutes'`);
      await on.run(
        `update postings set posted_at = now() - case id when (select max(id) from postings) then interval '290 seconds' else interval '301 seconds' end`,
      );
    });
    await rollUpHouseBalances(db.pool);
    await rollUpHouseBalances(db.pool);
    // What is younger may have a neighbour with a smaller id whose commit is still on its way.
    expect(
      await db.pool.rows(
        'select distinct up_to_posting_id = (select max(id) - 1 from postings) as waits from house_balances',
      ),
    ).toEqual([{ waits: true }]);
    expect(new Set(await balances())).toEqual(new Set(expected));
    await expectBooksToBalance(db.pool);
  });
});

describe('the audit finds', () => {
  it.each([
    ['R1 Every posting has two', 'an entry that is gone', `delete from entries where ${walletEntry}`],
    [
      'R1 Every posting has two',
      'an entry that was changed',
      `update entries set amount = 9901 where ${entryOf('purchase.open', 'REFdelivered', 'in_flight')}`,
    ],
    [
      'R1 Every posting has two',
      'a posting of nothing',
      `insert into postings (code, reference) values ('issue.demo', 'nothing')`,
    ],
    [
      'R1 Every posting has two',
      'a posting with one entry of nought',
      `insert into postings (code, reference) values ('issue.demo', 'one'); alter table entries drop constraint entries_amount_check; insert into entries (posting_id, leg, account_id, amount) select max(p.id), 1, min(a.id), 0 from postings p, accounts a where a.kind = 'in_flight'`,
    ],
    [
      'R1 Every entry belongs',
      'entries without a posting',
      `insert into entries (posting_id, leg, account_id, amount) select 999999, row_number() over (), id, case kind when 'in_flight' then 1 else -1 end from accounts where kind in ('in_flight', 'gateway')`,
    ],
    [
      'R1 Every entry belongs',
      'an entry of an account that is not there',
      `update entries set account_id = 999999 where ${entryOf('purchase.deliver', 'REFdelivered', 'supplier')}`,
    ],
    [
      'R2 All accounts together',
      'money from nowhere',
      `update entries set amount = 9701 where ${entryOf('purchase.deliver', 'REFdelivered', 'supplier')}`,
    ],
    [
      'R2 Every balance',
      'a balance that was raised',
      `update accounts set balance = balance + 1 where kind = 'wallet'`,
    ],
    [
      'R2 Every snapshot',
      'a snapshot that was changed',
      `delete from house_balances; insert into house_balances select id, (select max(id) from postings), 1 from accounts where kind = 'in_flight'`,
    ],
    [
      'R3 No wallet',
      'a wallet below zero',
      `alter table accounts drop constraint accounts_balance_check; update accounts set balance = -1 where kind = 'wallet'`,
    ],
    [
      'R3 No wallet',
      'a wallet that was below zero',
      `alter table entries drop constraint entries_balance_after_check, drop constraint entries_add_up; update entries set balance_after = -1 where ${walletEntry}`,
    ],
    ['R4 The program', 'the right to change entries', `grant update on entries to jara_app`],
    [
      'R4 The program',
      'the right to change one column of postings',
      `grant update (reason) on postings to jara_app`,
    ],
    ['R4 The program', 'the right to remove postings', `grant delete on postings to jara_app`],
    ['R4 The program', 'the right to empty the entries', `grant truncate on entries to jara_app`],
    ['R4 The program', 'a guard that is off', `alter table entries disable trigger entries_are_append_only`],
    ['R4 The program', 'a guard that is gone', `drop trigger postings_are_append_only on postings`],
    [
      'R4 The program',
      'no guard against emptying',
      `alter table postings disable trigger postings_are_not_emptied`,
    ],
    ['R4 The program', 'no check of the sum', `drop trigger postings_balance on entries`],
    [
      'R5 The versions',
      'a hole in the versions',
      `update entries set version = version + 100 where version = (select max(version) from entries); update accounts set version = version + 100 where kind = 'wallet'`,
    ],
    [
      'R5 The versions',
      'an entry that does not start where the last one ended',
      `update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where ${walletEntry}`,
    ],
    [
      'R5 The versions',
      'an account ahead of its entries',
      `update accounts set version = version + 1 where kind = 'wallet'`,
    ],
    [
      'R5 The balances',
      'a transaction with another balance',
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where reference = 'REFdelivered'`,
    ],
    [
      'R5 The balances',
      'a refund transaction with another balance',
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where type = 'refund' and related_id = ${idOf('REFrefused')}`,
    ],
    [
      'R5 The balances',
      'a funding line with another balance',
      `update transactions set balance_before = 1, balance_after = 99001 where reference = 'CARD1'`,
    ],
    [
      'R6 Every purchase was paid',
      'a purchase that nobody paid',
      `delete from entries where ${walletEntry.split('and account_id')[0]}; delete from postings where ${postingOf('purchase.open', 'REFdelivered')}`,
    ],
    [
      'R6 Every purchase was paid',
      'a success that was not posted',
      `update transactions set status = 'success' where reference = 'REFpending'`,
    ],
    [
      'R6 Every purchase was paid',
      'a failure whose money was kept',
      `update transactions set status = 'failed' where reference = 'REFdelivered'`,
    ],
    [
      'R6 Every purchase was paid',
      'a delivery and a return of one purchase',
      `insert into postings (code, reference) select 'purchase.return', id::text from transactions where reference = 'REFdelivered'`,
    ],
    ...Object.entries({ deliver: 'REFdelivered', reverse: 'REFreversed' }).map(([code, reference]) => [
      'R6b Every delivery gave',
      `a ${code} with cost and margin changed for each other`,
      `update entries set amount = amount * 2 / 97 where ${entryOf(`purchase.${code}`, reference, 'supplier')}; update entries set amount = amount * 97 / 2 where ${entryOf(`purchase.${code}`, reference, 'revenue')}`,
    ]),
    [
      'R6b Every delivery gave',
      'a margin that went to another kind of sale',
      `update entries set account_id = (select id from accounts where kind = 'revenue' and name = 'data') where ${entryOf('purchase.deliver', 'REFdelivered', 'revenue')}`,
    ],
    [
      'R6b Every delivery gave',
      'a cost that stands against no supplier',
      `update entries set account_id = (select id from accounts where kind = 'gateway') where ${entryOf('purchase.deliver', 'REFdelivered', 'supplier')}`,
    ],
    [
      'R6b Every delivery gave',
      'a purchase whose cost was changed after its delivery',
      `update transactions set cost_kobo = cost_kobo + 1 where reference = 'REFdelivered'`,
    ],
    [
      'R6 Every posting of a purchase',
      'a purchase that is gone',
      `delete from purchase_attempts where transaction_id = ${idOf('REFdelivered')}; delete from transactions where reference = 'REFdelivered'`,
    ],
    [
      'R6 Every posting of a purchase',
      'a transaction of nobody',
      `update transactions set user_id = 999999 where reference = 'CARD2'`,
    ],
    [
      'R6 Every posting of a purchase',
      'a transaction of an unknown type',
      `update transactions set type = 'gift' where type = 'wallet'`,
    ],
    [
      'R6 Every return',
      'a return without a refund transaction',
      `delete from transactions where type = 'refund' and related_id = ${idOf('REFrefused')}`,
    ],
    [
      'R6 Every return',
      'a refund transaction of less',
      `update transactions set amount_kobo = 9800, balance_after = balance_after - 100 where type = 'refund' and related_id = ${idOf('REFreversed')}`,
    ],
    [
      'R6 Every return',
      'a refund transaction of a success',
      `update transactions set related_id = ${idOf('REFdelivered')} where type = 'refund' and related_id = ${idOf('REFrefused')}`,
    ],
    [
      'R5 The balances',
      'the line of a refund by staff with another balance',
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where type = 'refund' and related_id = ${idOf('REFrefunded')}`,
    ],
    [
      'R6 Every purchase was paid',
      'a reversal and a refund of one purchase',
      `insert into postings (code, reference) select 'purchase.reverse', id::text from transactions where reference = 'REFrefunded'`,
    ],
    [
      'R6 Every refund by staff',
      'a refund that left the margin with us',
      `delete from entries where ${entryOf('purchase.refund', 'REFrefunded', 'revenue')}; update entries set amount = -9900 where ${entryOf('purchase.refund', 'REFrefunded', 'loss')}`,
    ],
    [
      'R6 Every purchase was paid',
      'a recovery of what nobody refunded',
      `insert into postings (code, reference) select 'purchase.recover', id::text from transactions where reference = 'REFdelivered'`,
    ],
    [
      'R22 What the screens show',
      'a refund that counts as recovered',
      `update purchase_attempts set state = 'recovered', reversal = 'recovered' where transaction_id = ${idOf('REFrefunded')}`,
    ],
    [
      'R6 Every refund by staff',
      "a refund in somebody else's wallet",
      `update transactions set user_id = 999999 where reference = 'REFrefunded'`,
    ],
    [
      'R6 What is in flight',
      'an open purchase whose money is not in flight',
      `update transactions set price_kobo = price_kobo + 1 where reference = 'REFpending'`,
    ],
    [
      'R6 Every open purchase',
      'an open purchase that nobody asks about',
      `update purchase_attempts set state = 'refused' where transaction_id = ${idOf('REFpending')}`,
    ],
    [
      'R6 Every open purchase',
      'a closed purchase that is still asked about',
      `update purchase_attempts set state = 'unknown', next_check_at = now() where transaction_id = ${idOf('REFrefused')}`,
    ],
    [
      'R6 Every open purchase',
      'a purchase delivered twice',
      `insert into purchase_attempts (transaction_id, attempt, supplier, state) values (${idOf('REFdelivered')}, 2, 'GLAD', 'delivered')`,
    ],
    [
      'R10 Every payment',
      'a credited payment without a posting',
      `update payments set state = 'credited', paid_kobo = 100000 where reference = 'CARD2'`,
    ],
    [
      'R10 Every payment',
      'a posting of a payment that is not credited',
      `update payments set state = 'failed' where reference = 'CARD1'`,
    ],
    [
      'R10 Every credited payment',
      'another amount than was paid',
      `update payments set paid_kobo = 90000 where reference = 'CARD1'`,
    ],
    [
      'R10 Every credited payment',
      "a payment in somebody else's wallet",
      `update payments set user_id = 999999 where reference = 'CARD1'`,
    ],
  ])('%s: %s', async (statement, _what, sql) => {
    expect((await brokenBy(sql)).filter((found) => found.startsWith(statement))).toHaveLength(1);
  });
});
