/** What the program may not do to the books, whoever speaks through it: as its role, with every guard where it stands. */
import { describe, expect, it } from 'vitest';
import { corruptions } from '../../test/corruptions/kinds.ts';
import { expectBooksToBalance } from '../../test/books.ts';
import { houseNamed, keyed, openRichBooks, userNamed, walletOf } from '../../test/rich-app.ts';
import { readFile } from 'node:fs/promises';
import { schemaFolder } from '../database/schema-files.ts';
import { expectedLegsFunction } from './expected-legs-function.ts';

const books = openRichBooks();

/** PostgreSQL only warns that nothing was given. */
const IN_VAIN = /^grant /;

describe('the program may not spoil', () => {
  it.each(corruptions.filter(([, , first]) => !IN_VAIN.test(first ?? '')))(
    '%s',
    async (_what, _rule, ...statements) => {
      await expect(books.asProgram(statements)).rejects.toThrow(
        /permission denied|must be owner|nothing was posted|nothing in this commit explains|asked about (?:only at|until)/,
      );
    },
  );

  it.each(corruptions.filter(([, , first]) => IN_VAIN.test(first ?? '')))(
    '%s',
    async (_what, _rule, ...statements) => {
      await books.asProgram(statements);
      await expectBooksToBalance(books.pool);
    },
  );
});

const from = (id: string, kobo: number, to: string) =>
  `array[${id}, ${to}], array[${-kobo}, ${kobo}]::bigint[]`;
const posting = (code: string, reference: string, legs: string) =>
  `select write_posting('${code}', ${reference}, ${legs}, null, null)`;
const record = (type: string, user: string, status: string, before: string, after: string) =>
  `select record_transaction(999999, ${userNamed(user)}, 'JRFORGED', '${type}', '${status}', 'Nothing', null, 5000, null, null, ${before}, ${after}, null, null, null)`;
const unjustified = 'does not follow from a row';
const ngozi = walletOf('ngozi');
const balanceOf = (wallet: string) => `(select balance from accounts where id = ${wallet})`;
const buyer = `(select a.id from accounts a join transactions t on t.user_id = a.user_id
  where a.kind = 'wallet' and t.id = ${keyed('airtime-delivered')})`;
const lastEntryOf = (wallet: string, column: string) =>
  `(select ${column} from entries where account_id = ${wallet} order by version desc limit 1)`;

describe('the functions that write the books refuse', () => {
  it.each<[what: string, refusal: string, ...statements: string[]]>([
    [
      'a code that nobody knows',
      'no posting has the code',
      posting('gift', `'1'`, from(walletOf('bola'), 5000, ngozi)),
    ],
    [
      'a transfer without a transaction',
      unjustified,
      posting('transfer', `'999999'`, from(walletOf('bola'), 5000, ngozi)),
    ],
    [
      'more money for a transfer that there was',
      'postings_happen_once',
      posting(
        'transfer',
        `(select reference from postings where code = 'transfer' limit 1)`,
        from(walletOf('bola'), 5000, ngozi),
      ),
    ],
    [
      'a top-up without a transaction',
      unjustified,
      posting('issue.test_top_up', `'999999'`, from(houseNamed('issuance'), 5000, ngozi)),
    ],
    [
      'opening money of somebody who is no demo user',
      unjustified,
      posting('issue.demo', `${userNamed('ngozi')}::text`, from(houseNamed('issuance'), 5000, ngozi)),
    ],
    [
      'money by card without a payment',
      unjustified,
      posting('funding.card', `'squad:JR0'`, from(houseNamed('gateway', 'squad'), 5000, ngozi)),
    ],
    [
      'a gift from staff that no staff made',
      unjustified,
      posting('issue.transfer', `'999999'`, from(houseNamed('issuance'), 5000, ngozi)),
      record('transfer', 'ngozi', 'success', `${balanceOf(ngozi)} - 5000`, balanceOf(ngozi)),
    ],
    [
      'one account out of the wrong kind',
      unjustified,
      posting('issue.test_top_up', `'999999'`, from(houseNamed('bank'), 5000, ngozi)),
      record('wallet', 'ngozi', 'success', `${balanceOf(ngozi)} - 5000`, balanceOf(ngozi)),
    ],
    [
      'the way that it does not go',
      unjustified,
      posting('issue.test_top_up', `'999999'`, from(ngozi, 5000, houseNamed('issuance'))),
      record('wallet', 'ngozi', 'success', `${balanceOf(ngozi)} + 5000`, balanceOf(ngozi)),
    ],
    [
      'a delivery beside the functions of purchases',
      'is made by the functions of purchases',
      posting(
        'purchase.deliver',
        `'999999'`,
        from(houseNamed('in_flight'), 1, houseNamed('supplier', 'GLAD')),
      ),
    ],
    [
      'an account that is not there',
      'unknown account',
      posting('issue.test_top_up', `'999999'`, from(houseNamed('issuance'), 5000, '999999')),
    ],
    [
      'one account alone',
      'does not sum to zero',
      `select write_posting('issue.test_top_up', '999999', array[${ngozi}], array[5000]::bigint[], null, null)`,
    ],
    [
      'a transaction of what did not happen',
      'what did not happen',
      record('wallet', 'ngozi', 'success', '0', '5000'),
    ],
    [
      'a transaction of what happened earlier',
      'what did not happen',
      record('wallet', 'ngozi', 'success', lastEntryOf(ngozi, 'balance_before'), balanceOf(ngozi)),
    ],
    [
      'a transaction with other balances than its posting',
      'what did not happen',
      posting('issue.test_top_up', `'999999'`, from(houseNamed('issuance'), 5000, ngozi)),
      record('wallet', 'ngozi', 'success', '0', '5000'),
    ],
    [
      'a transaction that has ended and moved nothing',
      'what did not happen',
      record('wallet', 'ngozi', 'success', 'null', 'null'),
    ],
    [
      'a withdrawal that took nothing',
      'what did not happen',
      record('withdraw', 'ngozi', 'pending', 'null', 'null'),
    ],
    [
      'a purchase beside the functions of purchases',
      'is not recorded alone',
      record('airtime', 'ngozi', 'success', 'null', 'null'),
    ],
    ['a refund of nothing', 'is not recorded alone', record('refund', 'ngozi', 'success', 'null', 'null')],
    [
      'a refund of what is delivered',
      'came back',
      posting('issue.test_top_up', `'999999'`, from(houseNamed('issuance'), 5000, buyer)),
      `select refund_transaction(999999, ${keyed('airtime-delivered')}, 'JRFORGED', ${balanceOf(buyer)} - 5000, ${balanceOf(buyer)})`,
    ],
    [
      'the refund that they write within themselves',
      'permission denied',
      `select record_refund(999999, 1, 'JRFORGED', 0, 5000, null)`,
    ],
    [
      "a key for somebody else's purchase",
      'did nothing with the number',
      `select write_key(${userNamed('ngozi')}, 'k', 'x', ${keyed('data-carol')})`,
    ],
    [
      'a key for what was done earlier',
      'did nothing with the number',
      `select write_key(${userNamed('carol')}, 'k', 'x', ${keyed('data-carol')})`,
    ],
    [
      'a key of staff for what a colleague did',
      'did not do',
      `select write_staff_key(${userNamed('ngozi')}, 'k', 'x', (select max(id) from staff_actions))`,
    ],
    [
      'a key of staff for what was done earlier',
      'did not do',
      `select write_staff_key(actor_id, 'k', 'x', id) from staff_actions where id = (select max(id) from staff_actions)`,
    ],
    [
      'a key that goes from one purchase to another',
      'are not payments of user',
      `select move_key(${userNamed('carol')}, 'data-carol', ${keyed('data-carol')}, ${keyed('airtime-delivered')})`,
    ],
  ])('%s', async (_what, refusal, ...statements) => {
    await expect(books.asProgram(statements)).rejects.toThrow(refusal);
  });

  it.each<[what: string, statement: string]>([
    [
      'the end of a top-up',
      `select settle_transaction(max(id), '{success}', 'failed', null, null) as done from transactions where description = 'Test top-up'`,
    ],
    [
      'the end of a credited payment',
      `select settle_transaction(max(transaction_id), '{success}', 'failed', null, null) as done from payments where state = 'credited'`,
    ],
    [
      'the end of a refund',
      `select settle_transaction(max(id), '{success}', 'failed', null, null) as done from transactions where type = 'refund'`,
    ],
    [
      'a sale that nobody took back',
      `select settle_transaction(${keyed('airtime-delivered')}, '{success}', 'refunded', null, null) as done`,
    ],
    [
      'a purchase that nobody settled',
      `select settle_transaction(${keyed('airtime-open')}, '{pending}', 'success', null, null) as done`,
    ],
    [
      'a credit without money',
      `select credit_transaction(max(transaction_id), 5000, 0, 5000, 0, 5000, null) as done from payments where state = 'initiated'`,
    ],
  ])('to change %s', async (_what, statement) => {
    expect(await books.pool.get(statement)).toEqual({ done: false });
  });

  it('to credit a payment a second time, with money of this commit', async () => {
    const payment = `(select max(transaction_id) from payments where state = 'credited')`;
    const payer = `(select a.id from accounts a join transactions t on t.user_id = a.user_id
      where a.kind = 'wallet' and t.id = ${payment})`;
    const again = books.pool.commit(async (db) => {
      await db.run(posting('issue.test_top_up', `'999999'`, from(houseNamed('issuance'), 5000, payer)));
      const credited = await db.get(
        `select credit_transaction(${payment}, 5000, 0, 5000, ${balanceOf(payer)} - 5000, ${balanceOf(payer)}, null) as done`,
      );
      expect(credited).toEqual({ done: false });
    });
    await expect(again).rejects.toThrow(unjustified);
  });

  it('leave the books as they were', async () => {
    await expectBooksToBalance(books.pool);
  });
});

describe('nothing of the program comes between those functions and the tables', () => {
  const shadows = ['postings', 'transactions', 'users', 'accounts', 'entries', 'payments'];

  it.each(shadows)('not a table of its own with the name %s', async (table) => {
    const forged = [
      `create temp table ${table} (like public.${table} including defaults) on commit drop`,
      ...(table === 'users'
        ? [`insert into pg_temp.users select * from public.users`, 'update pg_temp.users set is_demo = true']
        : []),
      'set local search_path = pg_temp, public',
      `select public.write_posting('issue.demo', ${userNamed('ngozi').replace('users', 'public.users')}::text,
         array[(select id from public.accounts where kind = 'issuance'), (select id from public.accounts where kind = 'wallet' and user_id = ${userNamed('ngozi').replace('users', 'public.users')})],
         array[-5000, 5000]::bigint[], null, null)`,
    ];
    await expect(books.asProgram(forged)).rejects.toThrow(unjustified);
  });

  it.each([
    'create function expected_legs(text) returns int language sql as $$ select 1 $$',
    'create table gifts (id int)',
  ])('not anything in their schema: %s', async (statement) => {
    await expect(books.asProgram([statement])).rejects.toThrow('permission denied');
  });

  it('each that runs as the owner looks nowhere else, and nobody but the program may call any of them', async () => {
    const found = await books.owner.rows(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and (
         prosecdef and not 'search_path=public, pg_temp' = any(coalesce(proconfig, '{}'))
         or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0))`,
    );
    expect(found).toEqual([]);
  });
});

describe('the posting table', () => {
  it('is the one in the database', async () => {
    const written = await readFile(new URL('functions/expected_legs.sql', schemaFolder), 'utf8');
    expect(written.replaceAll('\r\n', '\n'), 'the posting table changed; run `npm run schema`').toBe(
      expectedLegsFunction(),
    );
  });

  it('is looked into for every code but those that the functions of purchases post with their rows', async () => {
    const bodies = await books.owner.get<{ sources: string; trigger: string; refused: string }>(
      `select (select string_agg(prosrc, ' ') from pg_proc where proname in ('open_purchases', 'settle_purchases', 'settle_other_outcomes')) as sources,
         (select pg_get_triggerdef(oid) from pg_trigger where tgname = 'postings_follow_from_rows') as trigger,
         (select prosrc from pg_proc where proname = 'write_posting') as refused`,
    );
    const codesIn = (text: string) => [...new Set(text.match(/'purchase\.\w+'/g))].toSorted();
    expect(codesIn(bodies.trigger)).toEqual(codesIn(bodies.sources));
    expect(codesIn(bodies.refused)).toEqual(codesIn(bodies.sources));
  });
});
