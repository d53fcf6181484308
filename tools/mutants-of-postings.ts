/** Of the functions that write the books: what they refuse, whoever asks. */
import type { Mutant } from './mutant.ts';

const functions = 'server/database/functions';
const slices = 'server/src/slices';
const newDevicesTest = `${slices}/spending-controls/new-device-purchases.test.ts`;
const standingTest = 'server/src/slices/standings/set-standing.test.ts';
const rolesTest = 'server/src/slices/accounts/set-roles.test.ts';
const staffMoney = 'server/src/slices/staff-actions/staff-money.ts';
const staffMoneyTest = 'server/src/slices/staff-actions/staff-money.test.ts';
const rightsTest = 'server/src/ledger/program-rights.test.ts';
const postTest = 'server/src/ledger/post.property.test.ts';

export const mutantsOfPostings: readonly Mutant[] = [
  {
    rule: 'what purchases post is posted by their functions alone',
    file: `${functions}/write_posting.sql`,
    text: "if p_code in ('purchase.open', 'purchase.deliver',",
    mutated: "if p_code in ('purchase.deliver',",
    tests: [rightsTest],
  },
  {
    rule: 'all that a wallet holds may leave it',
    file: `${functions}/write_posting.sql`,
    text: 'elsif account.balance < -account.amount',
    mutated: 'elsif account.balance <= -account.amount',
    tests: [postTest, 'server/src/slices/transfers/transfer-fund.test.ts'],
  },
  {
    rule: 'staff debit all that a wallet holds',
    file: `${functions}/write_posting.sql`,
    text: '      if account.balance < -account.amount',
    mutated: '      if account.balance <= -account.amount',
    tests: ['server/src/slices/debits/debit.test.ts'],
  },
  {
    rule: 'nothing leaves the wallet of somebody who is restricted',
    file: `${functions}/write_posting.sql`,
    text: "if account.standing <> 'active' then",
    mutated: 'if false then',
    tests: [standingTest],
  },
  {
    rule: 'nothing is sent to somebody who is suspended',
    file: `${functions}/write_posting.sql`,
    text: "elsif p_code = 'transfer' and account.standing in ('suspended', 'closed') then",
    mutated: 'elsif false then',
    tests: [standingTest],
  },
  {
    rule: 'nothing is bought by somebody who is restricted',
    file: `${functions}/open_purchases.sql`,
    text: "elsif known.standing <> 'active' then",
    mutated: 'elsif false then',
    tests: [standingTest],
  },
  {
    rule: 'a standing is explained by the commit that sets it',
    file: `${functions}/triggers/refuse_unexplained_standing.sql`,
    text: "if current_user <> 'jara_app' then return null; end if;",
    mutated: 'return null;',
    tests: [standingTest],
  },
  {
    rule: 'an account is closed without money in it',
    file: `${functions}/triggers/refuse_unexplained_standing.sql`,
    text: "if new.standing = 'closed' and (",
    mutated: 'if false and (',
    tests: [standingTest],
  },
  {
    rule: 'nobody on record appoints themselves',
    file: `${functions}/triggers/refuse_unexplained_right.sql`,
    text: 'and u.id <> new.id and u.is_admin',
    mutated: 'and u.is_admin',
    tests: [rolesTest],
  },
  {
    rule: 'nobody on record raises their own type',
    file: `${functions}/triggers/refuse_unexplained_right.sql`,
    text: `
          and actor_id is distinct from new.id) then`,
    mutated: ') then',
    tests: [staffMoneyTest],
  },
  {
    rule: 'nobody on record gives themselves a special price',
    file: `${functions}/triggers/refuse_unexplained_right.sql`,
    text: `
        and actor_id is distinct from changed_user) then`,
    mutated: ') then',
    tests: [staffMoneyTest],
  },
  {
    rule: 'what staff give does not go to their own wallet',
    file: `${functions}/triggers/refuse_unjustified_posting.sql`,
    text: 'and a.user_id = new.actor_id) then',
    mutated: 'and false) then',
    tests: [staffMoneyTest],
  },
  {
    rule: 'many calls of one of the staff at once do not pass the maximum of the day',
    file: 'server/src/slices/staff-actions/refuse-former-staff.ts',
    text: 'order by id for no key update',
    mutated: 'order by id',
    tests: [staffMoneyTest],
  },
  {
    rule: 'what one of the staff moved yesterday is not of today',
    file: staffMoney,
    text: ' and done_at >= lagos_midnight(now())',
    mutated: '',
    tests: [staffMoneyTest],
  },
  {
    rule: 'only an admin appoints',
    file: `${functions}/triggers/refuse_unexplained_right.sql`,
    text: 'and u.id <> new.id and u.is_admin',
    mutated: 'and u.id <> new.id',
    tests: [rolesTest],
  },
  {
    rule: 'of two admins who dismiss each other one stays',
    file: `${functions}/triggers/refuse_unexplained_right.sql`,
    text: 'perform refuse_without_admin();',
    mutated: 'null;',
    tests: [rolesTest],
  },
  {
    rule: 'somebody stays an admin',
    file: `${functions}/triggers/refuse_unexplained_standing.sql`,
    text: 'perform refuse_without_admin();',
    mutated: 'null;',
    tests: ['server/src/slices/standings/last-admin.test.ts'],
  },
  {
    rule: 'nothing leaves a frozen wallet',
    file: `${functions}/write_posting.sql`,
    text: 'elsif account.frozen_at is not null then',
    mutated: 'elsif false then',
    tests: ['server/src/slices/spending-controls/spending-controls.test.ts'],
  },
  {
    rule: 'the exact rest of a spending limit may leave the wallet',
    file: `${functions}/write_posting.sql`,
    text: 'if v_left < -account.amount then',
    mutated: 'if v_left <= -account.amount then',
    tests: ['server/src/slices/spending-controls/spending-controls.test.ts'],
  },
  {
    rule: 'of many postings at once each finds what the one before it left',
    file: `${functions}/write_posting.sql`,
    text: 'user_id is not null order by id for update;',
    mutated: 'user_id is not null order by id;',
    tests: [postTest],
  },
  {
    rule: 'a posting follows from a row, with its accounts and amounts',
    file: `${functions}/triggers/refuse_unjustified_posting.sql`,
    text: 'having sum(amount) <> 0) then',
    mutated: 'having false) then',
    tests: [rightsTest],
  },
  {
    rule: 'a transaction shows what its own commit moved',
    file: `${functions}/is_movement.sql`,
    text: `
      and p.posted_at = now()`,
    mutated: '',
    tests: [rightsTest],
  },
  {
    rule: 'a transaction shows the balances that the wallet had',
    file: `${functions}/is_movement.sql`,
    text: 'and e.balance_before = p_before and e.balance_after = p_after',
    mutated: '',
    tests: [rightsTest],
  },
  {
    rule: 'a transaction is recorded with what was moved',
    file: `${functions}/record_transaction.sql`,
    text: 'or p_balance_after is not null and not is_movement(p_user_id, p_balance_before, p_balance_after) then',
    mutated: 'then',
    tests: [rightsTest],
  },
  {
    rule: 'a refund is shown of what failed or was refunded',
    file: `${functions}/refund_transaction.sql`,
    text: ` and t.status in ('failed', 'refunded')`,
    mutated: '',
    tests: [rightsTest],
  },
  {
    rule: 'a card payment is credited once',
    file: `${functions}/credit_transaction.sql`,
    text: `t.status in ('pending', 'failed') and t.balance_after is null`,
    mutated: 'true',
    tests: [rightsTest],
  },
  {
    rule: 'a payment has one end',
    file: `${functions}/triggers/refuse_other_end.sql`,
    text: `if old.state in ('credited', 'suspense') then v_code := null; end if;`,
    mutated: '',
    tests: [rightsTest],
  },
  {
    rule: 'a withdrawal ends with its posting',
    file: `${functions}/triggers/refuse_other_end.sql`,
    text: `if old.state in ('held', 'sent', 'unknown', 'manual') and v_code is null then return new; end if;`,
    mutated: 'return new;',
    tests: [rightsTest],
  },
  {
    rule: 'a withdrawal that may have been sent is not held',
    file: `${functions}/triggers/refuse_other_end.sql`,
    text: `if new.state = 'held' then`,
    mutated: 'if false then',
    tests: [`${slices}/withdrawals/held.test.ts`],
  },
  {
    rule: 'what is open is asked about in time',
    file: `${functions}/triggers/refuse_late_question.sql`,
    text: `new.next_check_at > now() + interval '25 hours'`,
    mutated: 'false',
    tests: ['server/src/ledger/asked-in-time.test.ts'],
  },
  {
    rule: 'questions after a delivery go on until the last',
    file: `${functions}/triggers/refuse_missed_return.sql`,
    text: 'if asked_until <= now() then return null; end if;',
    mutated: 'return null;',
    tests: ['server/src/ledger/asked-in-time.test.ts'],
  },
  {
    rule: 'they begin anew with a refund by staff',
    file: `${functions}/triggers/refuse_missed_return.sql`,
    text: `case new.state when 'delivered' then refunded_at end`,
    mutated: 'null',
    tests: ['server/src/ledger/asked-in-time.test.ts'],
  },
  {
    rule: 'purchases count against the cap of new devices',
    file: `${functions}/open_purchases.sql`,
    text: 'elsif item.device_cap is not null and v_device_left < item.price then',
    mutated: 'elsif false then',
    tests: [newDevicesTest],
  },
  {
    rule: 'the exact rest of the cap of new devices buys',
    file: `${functions}/open_purchases.sql`,
    text: 'v_device_left < item.price then',
    mutated: 'v_device_left <= item.price then',
    tests: [newDevicesTest],
  },
  {
    rule: 'a snapshot of a house account goes by no number that somebody still holds',
    file: 'server/database/functions/roll_up_house_balances.sql',
    text: `virtualxid = any (v_holders || holders_of_sequence('postings_id_seq'))`,
    mutated: 'false',
    tests: ['server/src/ledger/house-balances.test.ts'],
  },
];
