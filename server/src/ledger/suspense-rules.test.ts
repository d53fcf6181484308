import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../test/app.ts';
import { silent } from '../../test/pool.ts';
import { startScriptedGateway } from '../../test/outside/scripted-gateway.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { suspendTransfer } from '../../test/suspense.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { settlePayment } from '../slices/funding/settle-payment.ts';

const gateway = await startScriptedGateway();
const app = useTestApp({ env: { SQUAD_BASE_URL: gateway.url } });
let owner: Pool;

/** Of bank transfers one credited, one sent back and one undecided; and a payment in dollars that was credited. */
beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
  const [admin, ada] = [
    await app.make.user({ isAdmin: true, userName: 'boss' }),
    await app.make.user({ userName: 'ada' }),
  ];
  const decide = async (id: string, more: object) =>
    expect((await app.as(admin).call('decideSuspense', { id, reason: 'They wrote', ...more })).status).toBe(
      200,
    );
  const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 500 })).reply;
  gateway.say(reference, { status: 'Success', currency: 'usd', amountKobo: 5_000 });
  await settlePayment(app.context, reference);
  await decide(await suspendTransfer(app), { outcome: 'credit', userName: 'ada' });
  await decide(await suspendTransfer(app, { naira: 700 }), { outcome: 'return' });
  await suspendTransfer(app, { naira: 300 });
  const card = (await app.as(admin).call('listSuspense')).reply.suspense.find(
    ({ source }) => source === 'card_payment',
  );
  await decide(card?._id ?? '', { outcome: 'credit', userName: 'ada', amount: 80_000 });
});
afterAll(async () => {
  await owner.close();
  await gateway.close();
});

const brokenBy = (sql: string): Promise<string[]> => brokenAfter(owner, [sql]);

const balance = 'R10 What stands in suspense';
const posting = 'R21 Every posting moved what the row behind it says';
const whose = 'R21 Every posting was made by whom';
const marked = 'R10 Nothing that came in is marked';
const source = 'R10 Every decision is about something';
const moved = 'R5 Every movement of a wallet';
const shown = 'R22 Every credit from suspense';
const record = 'R10 Every decision about suspense has its record';
const legOf = (code: string, kind: string) =>
  `posting_id in (select id from postings where code = '${code}') and account_id in (select id from accounts where kind = '${kind}')`;
const dollars = `paid_kobo = 5000`;
const another = `(select id from users where user_name = 'boss')`;

describe('the audit of suspense', () => {
  it('finds nothing in healthy books', async () => {
    expect(await brokenBy('select')).toEqual([]);
  });

  it.each([
    [balance, 'a decision that is gone', `delete from suspense_decisions where outcome = 'return'`],
    [
      balance,
      'another sum in suspense',
      `update entries set amount = 1 where ${legOf('funding.suspense', 'suspense')}`,
    ],
    [balance, 'a transfer that is gone', `delete from bank_transfers where paid_kobo = 30000`],
    [
      balance,
      'what went out of suspense without a decision',
      `with p as (insert into postings (code, reference) values ('gift', 'x') returning id)
       insert into entries (posting_id, leg, account_id, amount) select p.id, 1, a.id, -30000 from p, accounts a where a.kind = 'suspense'`,
    ],
    [
      marked,
      'a transfer that nobody decided and that looks decided',
      `update bank_transfers set decided_at = now() where paid_kobo = 30000`,
    ],
    [marked, 'a payment whose decision is gone', `delete from suspense_decisions where ${dollars}`],
    [
      source,
      'a decision from nothing',
      `insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason) values (0, 'return', 5, ${another}, 'x')`,
    ],
    [
      posting,
      'a decision without its posting',
      `insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason)
       select p.id, 'return', 30000, ${another}, 'x' from postings p where p.code = 'funding.suspense'
       and not exists (select from suspense_decisions d where d.posting_id = p.id)`,
    ],
    [posting, 'a posting without its decision', `delete from suspense_decisions where outcome = 'credit'`],
    [
      posting,
      'a posting of the other outcome',
      `update postings set code = 'suspense.return' where code = 'suspense.credit' and reference like 'squad:%'`,
    ],
    [source, 'another sum than was paid', `update suspense_decisions set paid_kobo = 1 where ${dollars}`],
    [
      posting,
      'another sum than was settled',
      `update suspense_decisions set amount_kobo = 1000000 where ${dollars}`,
    ],
    [posting, 'another fee', `update suspense_decisions set fee_kobo = 7 where ${dollars}`],
    [
      whose,
      'another admin than posted it',
      `update suspense_decisions set actor_id = (select id from users where user_name = 'ada') where outcome = 'return'`,
    ],
    [
      posting,
      'a credit to another wallet',
      `update entries set account_id = (select id from accounts where kind = 'wallet' and user_id = ${another})
       where ${legOf('suspense.credit', 'wallet')}`,
    ],
    [
      posting,
      'a return to another bank',
      `update entries set account_id = (select id from accounts where kind = 'gateway') where ${legOf('suspense.return', 'reserved')}`,
    ],
    [
      posting,
      'what should be a fee, elsewhere',
      `update entries set account_id = (select id from accounts where kind = 'reserved') where ${legOf('suspense.credit', 'revenue')}`,
    ],
    [
      moved,
      'a transaction that is gone',
      `delete from transactions where id = (select transaction_id from suspense_decisions where ${dollars})`,
    ],
    [
      shown,
      'a transaction of somebody else',
      `update transactions set user_id = ${another} where id = (select transaction_id from suspense_decisions where ${dollars})`,
    ],
    [
      shown,
      'a transaction of another sum',
      `update transactions set amount_kobo = 1, balance_after = balance_before + 1
       where id = (select transaction_id from suspense_decisions where ${dollars})`,
    ],
    [
      shown,
      'a transaction that is not done',
      `update transactions set status = 'failed' where id = (select transaction_id from suspense_decisions where ${dollars})`,
    ],
    [
      record,
      'a decision of which nobody is recorded',
      `delete from staff_actions where action = 'decideSuspense'`,
    ],
    [
      record,
      'a record of somebody else',
      `update staff_actions set actor_id = (select id from users where user_name = 'ada') where action = 'decideSuspense'`,
    ],
    [
      record,
      'a record of no decision',
      `update staff_actions set subject = 'posting 0' where action = 'decideSuspense'`,
    ],
  ])('%s: %s', async (rule, _what, sql) => {
    expect((await brokenBy(sql)).some((broken) => broken.startsWith(rule))).toBe(true);
  });
});
