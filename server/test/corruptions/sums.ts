/** What sums, states and counts tell. */
import { houseNamed, keyed, userNamed, walletOf } from '../rich-app.ts';
import type { Corruption } from './corruption.ts';

const sold = keyed('airtime-delivered');
const postingOf = (code: string) => `(select min(id) from postings where code = '${code}')`;
const lineOf = (type: string, more = 'true') =>
  `(select max(id) from transactions where type = '${type}' and ${more})`;
const withdrawal = (state: string) =>
  `(select max(transaction_id) from withdrawals where state = '${state}')`;

const TWO = 'R1 Every posting has two';
const BELONGS = 'R1 Every entry belongs';
const BALANCE = 'R2 Every balance';
const GUARDED = 'R4 The program';
const VERSIONS = 'R5 The versions';
const SHOWN = 'R5 Every movement of a wallet shows';
const PURCHASE = 'R6 Every purchase was paid';
const ATTEMPT = 'R6 Every open purchase';
const PAYMENT = 'R10 Every payment';
const PAID = 'R10 Every credited payment';
const TRANSFER = 'R10 Every bank transfer';
const COUPON = 'R11 Every coupon was paid';
const PAYOUT = 'R12 Every withdrawal was taken';
const REWARD = 'R15 Every referral';
const ROW = 'R21 Every posting moved what the row behind it says';

export const ofSums: readonly Corruption[] = [
  [
    'the amount of an entry',
    TWO,
    `update entries set amount = amount + 1 where posting_id = ${postingOf('purchase.deliver')} and leg = 1`,
  ],
  [
    'an entry that is gone',
    TWO,
    `delete from entries where posting_id = ${postingOf('purchase.deliver')} and leg = 1`,
  ],
  [
    'a posting that is gone with its entries',
    PURCHASE,
    `delete from entries where posting_id = (select id from postings where code = 'purchase.open' and reference = ${sold}::text)`,
    `delete from postings where code = 'purchase.open' and reference = ${sold}::text`,
  ],
  ['a posting of nothing', TWO, `insert into postings (code, reference) values ('issue.demo', 'nothing')`],
  [
    'entries without a posting',
    BELONGS,
    `insert into entries (posting_id, leg, account_id, amount)
     values (999999, 1, ${houseNamed('issuance')}, -1), (999999, 2, ${houseNamed('bank')}, 1)`,
  ],
  [
    'a balance that was raised',
    BALANCE,
    `update accounts set balance = balance + 1 where id = ${walletOf('ngozi')}`,
  ],
  [
    'an account ahead of its entries',
    VERSIONS,
    `update accounts set version = version + 1 where id = ${walletOf('ngozi')}`,
  ],
  [
    'the owners of two busy wallets changed for each other',
    SHOWN,
    `update accounts set user_id = -1 where id = ${walletOf('ada')}`,
    `update accounts set user_id = ${userNamed('ada')} where id = ${walletOf('bola')}`,
    `update accounts set user_id = ${userNamed('bola')} where user_id = -1`,
  ],
  [
    'the balances of two wallets changed for each other',
    BALANCE,
    `update accounts a set balance = b.balance from accounts b
     where a.id in (${walletOf('ada')}, ${walletOf('bola')}) and b.id in (${walletOf('ada')}, ${walletOf('bola')}) and a.id <> b.id`,
  ],
  [
    'the code of the posting of a purchase',
    PURCHASE,
    `update postings set code = 'purchase.return' where id = ${postingOf('purchase.deliver')}`,
  ],
  [
    'the reference of the posting of a purchase',
    PURCHASE,
    `update postings set reference = '999999' where id = ${postingOf('purchase.deliver')}`,
  ],
  [
    'the code of the posting of a transfer',
    'R5 Every transfer',
    `update postings set code = 'earning.withdraw', reference = '999999' where id = ${postingOf('transfer')}`,
  ],
  [
    'the reference of the posting of a transfer',
    'R5 Every transfer',
    `update postings set reference = '999999' where id = ${postingOf('transfer')}`,
  ],
  [
    'a purchase that says it failed',
    PURCHASE,
    `update transactions set status = 'failed' where id = ${sold}`,
  ],
  [
    'an open purchase that says it succeeded',
    PURCHASE,
    `update transactions set status = 'success' where id = ${keyed('airtime-open')}`,
  ],
  [
    'a failed purchase that says it succeeded',
    PURCHASE,
    `update transactions set status = 'success' where id = ${keyed('airtime-refused')}`,
  ],
  [
    'the owner of a transfer',
    'R5 Every transfer',
    `update transactions set user_id = ${userNamed('dayo')} where id = ${lineOf('transfer')}`,
  ],
  [
    'the owner of the transaction of a withdrawal',
    PAYOUT,
    `update transactions set user_id = ${userNamed('dayo')} where id = ${withdrawal('delivered')}`,
  ],
  [
    'the owner of a withdrawal',
    PAYOUT,
    `update withdrawals set user_id = ${userNamed('dayo')} where state = 'delivered'`,
  ],
  [
    'a purchase that is gone',
    'R6 Every posting of a purchase',
    `delete from transactions where id = ${sold}`,
  ],
  [
    'a refund that is gone',
    'R6 Every return',
    `delete from transactions where id = ${lineOf('refund', 'price_kobo is not null')}`,
  ],
  [
    'a transfer that is gone',
    'R5 Every transfer',
    `delete from transactions where id = ${lineOf('transfer')}`,
  ],
  [
    'the transaction of a withdrawal that is gone',
    PAYOUT,
    `delete from transactions where id = ${withdrawal('delivered')}`,
  ],
  ['a withdrawal that is gone', PAYOUT, `delete from withdrawals where state = 'delivered'`],
  [
    'the transaction of a reward that is gone',
    REWARD,
    `delete from transactions where id = ${lineOf('referrer')}`,
  ],
  ['a withdrawal of earnings that is gone', ROW, `delete from transactions where id = ${lineOf('earning')}`],
  [
    'the transaction of a redeemed coupon that is gone',
    'R5 Every coupon',
    `delete from transactions where id = (select max(redeem_transaction_id) from coupons)`,
  ],
  [
    'the balances on a purchase',
    'R5 The balances',
    `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where id = ${sold}`,
  ],
  [
    'the balances on a refund',
    'R5 The balances',
    `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where id = ${lineOf('refund')}`,
  ],
  [
    'the balances on a transfer',
    'R5 The balances',
    `update transactions set balance_before = balance_before + 1, balance_after = balance_after + 1 where id = ${lineOf('transfer')}`,
  ],
  [
    'a token that is gone',
    'R6 Prepaid electricity',
    `update transactions set tokens = '{}' where type = 'electricity' and tokens <> '{}'`,
  ],
  [
    'the state of an attempt',
    ATTEMPT,
    `update purchase_attempts set state = 'refused' where transaction_id = ${sold}`,
  ],
  ['an attempt that is gone', ATTEMPT, `delete from purchase_attempts where transaction_id = ${sold}`],
  [
    'the fee of a withdrawal',
    'R12 Every withdrawal moved',
    `update withdrawals set fee_kobo = fee_kobo + 1 where state = 'delivered'`,
  ],
  [
    'the amount of a withdrawal',
    'R12 Every withdrawal moved',
    `update withdrawals set amount_kobo = amount_kobo + 1 where state = 'delivered'`,
  ],
  ['the state of a withdrawal', PAYOUT, `update withdrawals set state = 'refused' where state = 'delivered'`],
  [
    'a credited payment that says it failed',
    PAYMENT,
    `update payments set state = 'failed' where state = 'credited'`,
  ],
  [
    'a failed payment that says it was credited',
    PAYMENT,
    `update payments set state = 'credited', paid_kobo = amount_kobo where state = 'failed'`,
  ],
  [
    'what a credited payment says was paid',
    PAID,
    `update payments set paid_kobo = paid_kobo + 1 where state = 'credited'`,
  ],
  [
    'the user of a payment',
    PAID,
    `update payments set user_id = ${userNamed('dayo')} where state = 'credited'`,
  ],
  [
    'the amount of a coupon',
    COUPON,
    `update coupons set amount_kobo = amount_kobo + 1 where redeemed_at is null`,
  ],
  [
    'the owner of a redeemed coupon',
    COUPON,
    `update coupons set owner_id = ${userNamed('bola')} where redeemed_at is not null`,
  ],
  [
    'a redeemed coupon that looks new',
    COUPON,
    `update coupons set redeemed_at = null, redeem_transaction_id = null where redeemed_at is not null`,
  ],
  ['a coupon that is gone', COUPON, `delete from coupons where redeemed_at is not null`],
  [
    'the amount of a bank transfer',
    TRANSFER,
    `update bank_transfers set paid_kobo = paid_kobo + 1 where state = 'credited'`,
  ],
  [
    'the state of a bank transfer',
    TRANSFER,
    `update bank_transfers set state = 'suspense', reason = 'x', transaction_id = null where state = 'credited'`,
  ],
  [
    'the user of a bank transfer',
    TRANSFER,
    `update bank_transfers set user_id = ${userNamed('dayo')} where state = 'credited'`,
  ],
  ['a bank transfer that is gone', TRANSFER, `delete from bank_transfers where state = 'credited'`],
  ['the amount of a reward', REWARD, 'update referral_rewards set amount_kobo = amount_kobo + 1'],
  ['the referrer of a reward', REWARD, `update referral_rewards set referrer_id = ${userNamed('dayo')}`],
  ['a reward that is gone', REWARD, 'delete from referral_rewards'],
  [
    'a snapshot of a house account that was changed',
    'R2 Every snapshot',
    `insert into house_balances select id, (select max(id) from postings), 1 from accounts where kind = 'issuance'
     on conflict (account_id) do update set balance = 1, up_to_posting_id = excluded.up_to_posting_id`,
  ],
  ['no guard of the entries', GUARDED, 'drop trigger entries_are_append_only on entries'],
  [
    'a guard of the postings that is off',
    GUARDED,
    'alter table postings disable trigger postings_are_append_only',
  ],
  ['no check of sums', GUARDED, 'drop trigger postings_balance on entries'],
  ['the right to change entries', GUARDED, 'grant update on entries to jara_app'],
  ['the right to remove postings', GUARDED, 'grant delete on postings to jara_app'],
  ['the right to empty the entries', GUARDED, 'grant truncate on entries to jara_app'],
];
