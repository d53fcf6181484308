/** Of what stands behind transactions and postings. */
import type { Corruption } from './corruption.ts';
import { keyed, userNamed } from '../rich-app.ts';

const ROW = 'R21 Every posting moved what the row behind it says';
const ASKED = 'R7 What is on its way';
const AFTER_REFUSED = 'R8 The attempts of a purchase';
const KEY = 'R17 Every idempotency key';
const WHOM = 'R21 Every posting was made by whom';
const OWNER = 'R11 Every coupon belongs';
const PAID = 'R11 Every coupon was paid';
const ofVendor = `voided_at is not null and paid_from = 'wallet'`;

export const ofOthers: readonly Corruption[] = [
  [
    'the supplier of an attempt that delivered',
    'R22 Every purchase moved its price',
    `update purchase_attempts set supplier = 'ALARO' where transaction_id = ${keyed('airtime-delivered')}`,
  ],
  [
    'the supplier of a delivery, in both places',
    ROW,
    `update purchase_attempts set supplier = 'ALARO' where transaction_id = ${keyed('airtime-delivered')}`,
    `update transactions set supplier = 'ALARO' where id = ${keyed('airtime-delivered')}`,
  ],
  [
    'the supplier of what was delivered late',
    ROW,
    `update purchase_attempts set supplier = 'VTPASS' where state = 'delivered_late'`,
  ],
  [
    'another attempt after one that delivered',
    AFTER_REFUSED,
    `insert into purchase_attempts (transaction_id, attempt, supplier, state, sent_at, answered_at)
     select transaction_id, 2, supplier, 'refused', sent_at, answered_at from purchase_attempts where transaction_id = ${keyed('airtime-delivered')}`,
  ],
  [
    'the number of an attempt',
    AFTER_REFUSED,
    `update purchase_attempts set attempt = 2 where transaction_id = ${keyed('airtime-delivered')}`,
  ],
  [
    'an open attempt that nobody asks about',
    ASKED,
    'alter table purchase_attempts drop constraint purchase_attempts_are_asked_about',
    `update purchase_attempts set next_check_at = null where state in ('sent', 'unknown')`,
  ],
  [
    'an open withdrawal that nobody asks about',
    ASKED,
    'alter table withdrawals drop constraint withdrawals_are_asked_about',
    `update withdrawals set next_check_at = null where state = 'unknown'`,
  ],
  [
    'the account of a withdrawal that was paid',
    'R22 Every withdrawal names',
    `update withdrawals set account_number = '0000000000' where state = 'delivered'`,
  ],
  [
    'the reference of a withdrawal',
    'R22 Every withdrawal names',
    `update withdrawals set reference = 'x' where state = 'delivered'`,
  ],
  ['a payment that is gone', ROW, `delete from payments where state = 'credited'`],
  [
    'what a bank transfer paid',
    'R22 Every withdrawal names',
    `update bank_transfers set paid_kobo = paid_kobo + 1 where state = 'credited'`,
  ],
  [
    'the owner of a coupon',
    OWNER,
    `update coupons set owner_id = ${userNamed('bola')} where redeemed_at is null`,
  ],
  [
    'the maker of a coupon',
    OWNER,
    `update coupons set maker_id = ${userNamed('bola')} where redeemed_at is null`,
  ],
  [
    "an idempotency key that stands for somebody else's purchase",
    KEY,
    `update idempotency_keys set transaction_id = ${keyed('data-carol')} where key = 'airtime-delivered'`,
  ],
  [
    'an idempotency key that stands for nothing',
    KEY,
    `update idempotency_keys set transaction_id = 999999 where key = 'airtime-delivered'`,
  ],
  [
    'a key of staff that stands for what somebody else did',
    KEY,
    `update idempotency_keys k set transaction_id = (select max(id) from staff_actions s where s.actor_id <> k.user_id) where by_staff`,
  ],
  ['the record of a refund', WHOM, `delete from staff_actions where action = 'refund'`],
  ['the record of money that was given', ROW, `delete from staff_actions where action = 'transferFund'`],
  [
    'the last day of a coupon',
    OWNER,
    `update coupons set expires_at = created_at + interval '9 days' where redeemed_at is null`,
  ],
  [
    'a voided coupon that looks expired',
    WHOM,
    `update coupons set voided_by = null, void_reason = null, expires_at = voided_at where ${ofVendor}`,
  ],
  ['who voided a coupon', WHOM, `update coupons set voided_by = ${userNamed('bola')} where ${ofVendor}`],
  ['why a coupon was voided', WHOM, `update coupons set void_reason = 'x' where ${ofVendor}`],
  ['the record of a coupon that was voided', OWNER, `delete from staff_actions where action = 'voidCoupon'`],
  [
    'a voided coupon that looks open',
    PAID,
    `update coupons set voided_at = null, voided_by = null, void_reason = null, void_transaction_id = null where ${ofVendor}`,
  ],
  [
    'a voided coupon that its maker does not see',
    'R5 Every coupon',
    `delete from transactions where id = (select void_transaction_id from coupons where ${ofVendor})`,
  ],
  ['the record of a coupon', OWNER, `delete from staff_actions where action = 'generateCoupon'`],
  [
    'who gave money',
    WHOM,
    `update staff_actions set actor_id = ${userNamed('bola')} where action = 'transferFund'`,
  ],
  [
    'who refunded a purchase',
    WHOM,
    `update staff_actions set actor_id = ${userNamed('bola')} where action = 'refund'`,
  ],
];
