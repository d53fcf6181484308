/** Of postings, entries and accounts. */
import type { Corruption } from './corruption.ts';
import { forge, houseNamed, keyed, userNamed, walletOf } from '../rich-app.ts';

const sold = keyed('airtime-delivered');
const deliveryOf = `(select id from postings where code = 'purchase.deliver' and reference = ${sold}::text)`;
const legOf = (kind: string) =>
  `posting_id = ${deliveryOf} and account_id in (select id from accounts where kind = '${kind}')`;
const lastTopUp = `(select max(p.id) from postings p join entries e on e.posting_id = p.id where p.code = 'issue.test_top_up' and e.account_id = ${walletOf('ngozi')})`;
const issuance = houseNamed('issuance');

const ROW = 'R21 Every posting moved what the row behind it says';
const WHOM = 'R21 Every posting was made by whom';
const CODE = 'R21 Every posting has a code';

export const ofPostings: readonly Corruption[] = [
  [
    'the last top-up taken out of a wallet, and its transaction left',
    ROW,
    `update accounts set balance = balance - 50000, version = version - 1 where id = ${walletOf('ngozi')}`,
    `delete from entries where posting_id = ${lastTopUp}`,
    `delete from postings where code = 'issue.test_top_up' and not exists (select from entries e where e.posting_id = id)`,
  ],
  [
    'a top-up without a transaction',
    ROW,
    ...forge({ code: 'issue.test_top_up', reference: '999999', from: issuance, user: 'ngozi', kobo: 5000 }),
  ],
  [
    'opening money of somebody who is no demo user',
    ROW,
    ...forge({ code: 'issue.demo', reference: '999999', from: issuance, user: 'ngozi', kobo: 5000 }),
  ],
  [
    'opening money in the name of a demo user in the wallet of another',
    ROW,
    `delete from entries where posting_id in (select id from postings where code = 'issue.demo' and reference = ${userNamed('carol')}::text)`,
    `update postings set reference = 'x' where code = 'issue.demo' and reference = ${userNamed('carol')}::text`,
    ...forge({
      code: 'issue.demo',
      reference: `' || ${userNamed('carol')} || '`,
      from: issuance,
      user: 'ngozi',
      kobo: 5000,
    }),
  ],
  [
    'money by card without payment and transaction',
    ROW,
    ...forge({
      code: 'funding.card',
      reference: 'squad:JR0',
      from: houseNamed('gateway', 'squad'),
      user: 'ngozi',
      kobo: 100_000_000,
    }),
  ],
  [
    'money made by a code that nobody knows',
    CODE,
    ...forge({ code: 'gift', reference: '1', from: issuance, user: 'ngozi', kobo: 5000 }),
  ],
  [
    "money from one user's wallet to another's by a code that nobody knows",
    CODE,
    ...forge({ code: 'gift', reference: '1', from: walletOf('bola'), user: 'ngozi', kobo: 5000 }),
  ],
  [
    'money from an admin, with its transaction, that no record of staff names',
    ROW,
    ...forge({ code: 'issue.transfer', reference: '999999', from: issuance, user: 'ngozi', kobo: 5000 }),
    `insert into transactions (id, user_id, reference, type, status, description, amount_kobo, balance_before, balance_after)
     select 999999, user_id, 'JRFORGED', 'transfer', 'success', 'From support', 5000, balance - 5000, balance from accounts where id = ${walletOf('ngozi')}`,
  ],
  [
    'more cost and less margin',
    ROW,
    `update entries set amount = amount + 10 where ${legOf('supplier')}`,
    `update entries set amount = amount - 10 where ${legOf('revenue')}`,
  ],
  [
    'a cost at another supplier',
    ROW,
    `update entries set account_id = ${houseNamed('supplier', 'ALARO')} where ${legOf('supplier')}`,
  ],
  [
    'a margin of another kind of sale',
    ROW,
    `update entries set account_id = ${houseNamed('revenue', 'data')} where ${legOf('revenue')}`,
  ],
  [
    'two wallets changed for each other',
    ROW,
    `update accounts set user_id = -1 where id = ${walletOf('carol')}`,
    `update accounts set user_id = ${userNamed('carol')} where id = ${walletOf('dayo')}`,
    `update accounts set user_id = ${userNamed('dayo')} where user_id = -1`,
  ],
  [
    'a house account by another name',
    ROW,
    `update accounts set name = 'GLADX' where kind = 'supplier' and name = 'GLAD'`,
  ],
  ['the reference of a top-up', ROW, `update postings set reference = '999999' where id = ${lastTopUp}`],
  [
    'the time of a posting',
    WHOM,
    `update postings set posted_at = posted_at - interval '40 days' where id = ${lastTopUp}`,
  ],
  [
    'a posting in the future',
    WHOM,
    `update postings set posted_at = now() + interval '1 hour' where id = ${lastTopUp}`,
  ],
  [
    'who refunded a purchase',
    WHOM,
    `update postings set actor_id = actor_id + 1 where code = 'purchase.refund'`,
  ],
  [
    'who moved what a user moves',
    WHOM,
    `update postings set actor_id = actor_id + 1 where code = 'transfer'`,
  ],
  [
    'a name put under the word of a supplier',
    WHOM,
    `update postings set actor_id = 1, reason = 'x' where code = 'purchase.recover'`,
  ],
  [
    'a refund from before its loss that is none',
    ROW,
    `insert into refunds_without_loss select reference::bigint from postings where code = 'purchase.refund'`,
  ],
  ['why a purchase was refunded', WHOM, `update postings set reason = null where code = 'purchase.refund'`],
  ['why money was given', WHOM, `update postings set reason = null where code = 'issue.transfer'`],
  [
    'why money is in suspense',
    WHOM,
    `update postings set reason = null where code = 'funding.suspense' and reference like 'paymentpoint%'`,
  ],
  [
    'in which currency a card paid',
    WHOM,
    `update postings set reason = null where code = 'funding.suspense' and reference like 'squad%'`,
  ],
  [
    'a snapshot of a house account that is ahead of the books',
    'R2 No snapshot',
    `insert into house_balances select a.id, 999999999, sum(e.amount) from accounts a join entries e on e.account_id = a.id where a.user_id is null group by 1`,
  ],
];
