import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { silent } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { findBreaks } from './audit.ts';
import { createFakeBank } from '../slices/withdrawals/testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' } });
let owner: Pool;

/** A withdrawal in each state, named by it in `message`; a transfer, and money from an admin. */
beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
  const [ada, bola] = [await app.make.user({ wallet: naira(10_000) }), await app.make.user()];
  await createFakeBank(app).withdrawIntoEachState(ada, owner);
  await app.as(ada).call('transferFund', { userName: bola.userName, amount: 20 });
  const admin = await app.make.user({ isAdmin: true });
  await app.as(admin).call('transferFund', { userName: bola.userName, amount: 30 });
  // Of the one that was paid late.
  app.takeErrors();
});
afterAll(() => owner.close());

/** No trigger fires for it. */
const brokenBy = (sql: string) => brokenAfter(owner, sql.split('; '));

const transactionOf = (state: string) =>
  `(select transaction_id from withdrawals where message = '${state}')`;
const postingOf = (code: string, state: string) =>
  `code = '${code}' and reference = ${transactionOf(state)}::text`;
const entryOf = (code: string, state: string, kind: string) =>
  `posting_id = (select id from postings where ${postingOf(code, state)})
   and account_id in (select id from accounts where kind = '${kind}')`;
const sent = `type = 'transfer' and balance_after < balance_before`;

describe('the audit of what goes out', () => {
  it('finds nothing in healthy books', async () => {
    expect(await brokenBy('select')).toEqual([]);
  });

  it('finds nothing where something is posted after it began and before it saw the books', async () => {
    const [ada, bola] = [await app.make.user({ wallet: naira(10) }), await app.make.user()];
    await app.context.pool.commit(async (db) => {
      await db.run('set transaction isolation level repeatable read, read only');
      await app.as(ada).call('transferFund', { userName: bola.userName, amount: 10 });
      expect((await findBreaks(db)).filter(({ breaks }) => breaks.length > 0)).toEqual([]);
    });
  });

  it.each([
    [
      'R5 The balances',
      'a withdrawal with another balance',
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where id = ${transactionOf('delivered')}`,
    ],
    [
      'R5 The balances',
      'a refund of a withdrawal with another balance',
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where related_id = ${transactionOf('reversed')}`,
    ],
    [
      'R5 The balances',
      "a sender's line with another balance",
      `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where ${sent}`,
    ],
    [
      'R5 Every transfer',
      'a transfer that the sender does not see',
      `delete from transactions where ${sent}`,
    ],
    [
      'R5 Every transfer',
      'money from an admin that nobody sees',
      `delete from transactions where type = 'transfer' and amount_kobo = 3000`,
    ],
    [
      'R5 Every transfer',
      'a transaction of a transfer that never was',
      `insert into transactions (user_id, reference, type, status, description, amount_kobo, balance_before, balance_after) select user_id, 'MADEUP', 'transfer', 'success', 'x', 100, 0, 100 from withdrawals limit 1`,
    ],
    [
      'R5 Every transfer',
      'a transfer that failed',
      `update transactions set status = 'failed' where ${sent}`,
    ],
    [
      'R6 What is in flight',
      'an open withdrawal whose money is not in flight',
      `update transactions set amount_kobo = 60000, balance_after = balance_before - 60000 where id = ${transactionOf('unknown')}`,
    ],
    [
      'R12 Every withdrawal was taken',
      'a payout without a posting',
      `update withdrawals set state = 'delivered' where message = 'unknown'; update transactions set status = 'success' where id = ${transactionOf('unknown')}`,
    ],
    [
      'R12 Every withdrawal was taken',
      'a transaction that says something else',
      `update transactions set status = 'failed' where id = ${transactionOf('delivered')}`,
    ],
    [
      'R12 Every withdrawal was taken',
      'a payout and a return of one withdrawal',
      `insert into postings (code, reference) values ('withdraw.return', ${transactionOf('delivered')}::text)`,
    ],
    [
      'R12 Every withdrawal was taken',
      'a withdrawal that nobody paid for',
      `delete from entries where posting_id = (select id from postings where ${postingOf('withdraw.open', 'refused')}); delete from postings where ${postingOf('withdraw.open', 'refused')}`,
    ],
    [
      'R12 Every withdrawal was taken',
      'a transaction without a payout',
      `delete from withdrawals where message = 'delivered'`,
    ],
    [
      'R12 Every withdrawal was taken',
      "a withdrawal of somebody else's",
      `update withdrawals set user_id = 999999 where message = 'delivered'`,
    ],
    [
      'R12 Every withdrawal moved',
      'a fee that went to the bank',
      `delete from entries where ${entryOf('withdraw.pay', 'delivered', 'revenue')}; update entries set amount = 50000 where ${entryOf('withdraw.pay', 'delivered', 'bank')}`,
    ],
    [
      'R12 Every withdrawal moved',
      'a fee that was kept when the money came back',
      `delete from entries where ${entryOf('withdraw.reverse', 'reversed', 'revenue')}; update entries set amount = -50000 where ${entryOf('withdraw.reverse', 'reversed', 'bank')}`,
    ],
    [
      'R12 Every withdrawal moved',
      'another loss than was paid late',
      `update withdrawals set fee_kobo = 4000 where message = 'delivered_late'`,
    ],
    [
      'R12 Every withdrawal that came back',
      'a return without a refund transaction',
      `delete from transactions where related_id = ${transactionOf('refused')}`,
    ],
    [
      'R12 Every withdrawal that came back',
      'a refund transaction of a success',
      `update transactions set related_id = ${transactionOf('delivered')} where related_id = ${transactionOf('refused')}`,
    ],
    [
      'R12 Every withdrawal that came back',
      'a refund transaction of less',
      `update transactions set amount_kobo = 45000, balance_after = balance_after - 5000 where related_id = ${transactionOf('reversed')}`,
    ],
  ])('%s: %s', async (statement, _what, sql) => {
    expect((await brokenBy(sql)).filter((found) => found.startsWith(statement))).toHaveLength(1);
  });
});
