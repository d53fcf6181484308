/** Of what users see of their money. */
import type { Corruption } from './corruption.ts';
import { keyed, userNamed } from '../rich-app.ts';

const sold = keyed('airtime-delivered');
const topUp = `id = (select max(id) from transactions where description = 'Test top-up')`;
const byCard = `id = (select max(transaction_id) from payments where state = 'credited')`;
const refund = `id = (select max(id) from transactions where type = 'refund' and price_kobo is not null)`;
const data = (name: string) => keyed(`data-${name}`);

const ROW = 'R21 Every posting moved what the row behind it says';
const SHOWN = 'R5 Every movement of a wallet shows';
const SUM = 'R5 What the transactions of a user moved';
const STATUS = 'R22 Every transaction that moved money at once';
const REFUND = 'R22 Every refund repeats';
const PURCHASE = 'R22 Every purchase moved its price';

const ownerOf = (where: string) => `update transactions set user_id = ${userNamed('dayo')} where ${where}`;

export const ofTransactions: readonly Corruption[] = [
  ['the owner of a purchase', ROW, ownerOf(`id = ${sold}`)],
  ['the owner of a top-up', ROW, ownerOf(topUp)],
  ['the owner of money by card', STATUS, ownerOf(byCard)],
  ['the owner of a refund', REFUND, ownerOf(refund)],
  [
    'two purchases changed for each other',
    ROW,
    `update transactions set user_id = case id when ${data('carol')} then ${userNamed('dayo')} else ${userNamed('carol')} end
     where id in (${data('carol')}, ${data('dayo')})`,
  ],
  ['a top-up that says it failed', STATUS, `update transactions set status = 'failed' where ${topUp}`],
  ['a refund that says it failed', STATUS, `update transactions set status = 'failed' where ${refund}`],
  ['money by card that says it failed', STATUS, `update transactions set status = 'failed' where ${byCard}`],
  [
    'the price of a purchase',
    ROW,
    `update transactions set price_kobo = price_kobo - 100 where id = ${sold}`,
  ],
  ['the price on a refund', REFUND, `update transactions set price_kobo = price_kobo + 1 where ${refund}`],
  ['the cost of a purchase', ROW, `update transactions set cost_kobo = 1 where id = ${sold}`],
  ['the fee of money by card', ROW, `update transactions set fee_kobo = fee_kobo + 1 where ${byCard}`],
  [
    'what was paid by card',
    STATUS,
    `update transactions set face_value_kobo = face_value_kobo + 1 where ${byCard}`,
  ],
  ['the supplier of a purchase', PURCHASE, `update transactions set supplier = 'ALARO' where id = ${sold}`],
  ['airtime out of data', ROW, `update transactions set type = 'airtime' where id = ${data('carol')}`],
  [
    'a purchase by another kind that is free of margin',
    PURCHASE,
    `update transactions set type = 'data', cost_kobo = price_kobo where id = ${sold}`,
  ],
  ['a top-up that is gone', ROW, `delete from transactions where ${topUp}`],
  [
    'money by card that is gone, with its payment',
    ROW,
    `delete from transactions where ${byCard}`,
    `delete from payments where state = 'credited' and not exists (select from transactions t where t.id = transaction_id)`,
  ],
  ['money by card that is gone, and its payment left', ROW, `delete from transactions where ${byCard}`],
  [
    'a top-up from nothing',
    ROW,
    `insert into transactions (user_id, reference, type, status, description, amount_kobo, balance_before, balance_after)
     values (${userNamed('ngozi')}, 'JRNOTHING', 'wallet', 'success', 'Test top-up', 500, 0, 500)`,
  ],
  [
    'a refund from nothing',
    SHOWN,
    `insert into transactions (user_id, reference, type, status, description, amount_kobo, balance_before, balance_after)
     values (${userNamed('ngozi')}, 'JRNOTHING', 'refund', 'success', 'Refund', 500, 0, 500)`,
  ],
  [
    'a refund from nothing that moved nothing',
    REFUND,
    `insert into transactions (user_id, reference, type, status, description, amount_kobo)
     values (${userNamed('ngozi')}, 'JRNOTHING', 'refund', 'success', 'Refund', 500)`,
  ],
  [
    'a reward from nothing',
    'R15 Every transaction of a reward',
    `insert into transactions (user_id, reference, type, status, description, amount_kobo)
     values (${userNamed('ngozi')}, 'JRNOTHING', 'referrer', 'success', 'x became a reseller', 500)`,
  ],
  [
    'the balances of a top-up',
    SHOWN,
    `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where ${topUp}`,
  ],
  [
    'the amount of a top-up with its balances',
    SUM,
    `update transactions set amount_kobo = amount_kobo + 1, balance_after = balance_after + 1 where ${topUp}`,
  ],
  [
    'a transfer that names nobody',
    'R5 Every transfer',
    `update transactions set related_id = null where type = 'transfer' and related_id is not null`,
  ],
];
