/** Of what staff debited: efe's top-up in part, and efe's card payment, of which the wallet held a part. */
import type { Corruption } from './corruption.ts';
import { userNamed } from '../rich-app.ts';

const ROW = 'R21 Every posting moved what the row behind it says';
const WHOM = 'R21 Every posting was made by whom';
const SHOWN = 'R5 Every coupon, upgrade, bank transfer, debit';
const DEBIT = 'R26 Every debit by staff';

const clawback = `kind = 'clawback'`;
const chargeback = `kind = 'chargeback'`;
const legOf = (account: string, entry = 'entries') =>
  `${entry}.posting_id = (select id from postings where code = 'debit.chargeback')
   and ${entry}.account_id in (select id from accounts where kind = '${account}')`;
const transactionOf = (kind: string) => `id = (select id from debits where ${kind})`;

export const ofDebits: readonly Corruption[] = [
  ['a debit that is gone', ROW, `delete from debits where ${clawback}`],
  [
    'what a debit took',
    ROW,
    `update debits set paid_kobo = paid_kobo + 5, taken_kobo = taken_kobo + 5 where ${clawback}`,
  ],
  [
    'what was lost by a chargeback, in debit and posting',
    DEBIT,
    `update debits set lost_kobo = lost_kobo + fee_kobo, fee_kobo = 0 where ${chargeback}`,
    `update entries e set amount = e.amount + r.amount from entries r
     where ${legOf('revenue', 'r')} and ${legOf('loss', 'e')}`,
    `delete from entries where ${legOf('revenue')}`,
  ],
  [
    'a loss out of what the house earned',
    ROW,
    `update entries set account_id = (select id from accounts where kind = 'revenue' and name = 'airtime')
     where ${legOf('loss')}`,
  ],
  [
    'a chargeback at another gateway',
    ROW,
    `update payments set gateway = 'other' where transaction_id = (select source_id from debits where ${chargeback})`,
  ],
  [
    'a clawback of a card payment',
    DEBIT,
    `update payments set transaction_id = (select source_id from debits where ${clawback})
     where transaction_id = (select source_id from debits where ${chargeback})`,
  ],
  [
    'which money was debited',
    DEBIT,
    `update debits set source_id = (select min(id) from transactions where user_id = ${userNamed('ngozi')}) where ${clawback}`,
  ],
  [
    'more than came in, in debit and source',
    DEBIT,
    `update transactions set amount_kobo = 1, balance_before = balance_after - 1 where id = (select source_id from debits where ${clawback})`,
  ],
  ['who made a debit', WHOM, `update debits set actor_id = ${userNamed('boss_two')} where ${clawback}`],
  ['why somebody was debited', WHOM, `update debits set reason = 'x' where ${clawback}`],
  ['that a debit was confirmed', DEBIT, `update debits set request_id = null where ${clawback}`],
  [
    'the confirmation of a debit',
    DEBIT,
    `delete from staff_requests where call = 'debit' and state = 'confirmed'`,
  ],
  ['the record of a debit', DEBIT, `delete from staff_actions where action = 'debit'`],
  ['a debit that its owner does not see', SHOWN, `delete from transactions where ${transactionOf(clawback)}`],
  [
    'what its owner sees of a debit',
    SHOWN,
    `update transactions set amount_kobo = amount_kobo - 1, balance_before = balance_before - 1 where ${transactionOf(chargeback)}`,
  ],
];
