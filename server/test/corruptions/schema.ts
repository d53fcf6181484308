/** Of what guards the books inside the database, and of who may do what. */
import type { Corruption } from './corruption.ts';
import { userNamed } from '../rich-app.ts';

const MADE = 'R4 Functions, triggers, constraints, indexes and rights';
const RIGHTS = 'R24 What everybody may do';

const emptied = (name: string, body: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;

export const ofSchema: readonly Corruption[] = [
  ['a check of sums without a body', MADE, emptied('refuse_unbalanced_postings', 'return null;')],
  ['a refusal of changes without a body', MADE, emptied('refuse_change', 'return new;')],
  [
    'a settlement that does nothing',
    MADE,
    `create or replace function settle_purchases(p_items json, p_in_flight bigint, p_late_vend bigint, p_first_check interval)
     returns json language sql as $$ select '[]'::json $$`,
  ],
  [
    'a function that works with the rights of its owner',
    MADE,
    'alter function lagos_midnight(timestamptz) security definer',
  ],
  [
    'a function that looks elsewhere first',
    MADE,
    'alter function spent_today(bigint) set search_path = pg_temp',
  ],
  ['no check of balances', MADE, 'alter table accounts drop constraint accounts_balance_check'],
  [
    'a check that nothing was held against',
    MADE,
    'alter table accounts drop constraint accounts_balance_check',
    'alter table accounts add constraint accounts_balance_check check (balance >= 0) not valid',
  ],
  ['postings that may happen twice', MADE, 'alter table postings drop constraint postings_happen_once'],
  ['refunds that may happen twice', MADE, 'drop index one_refund_each'],
  [
    'an index that lets some through',
    MADE,
    'drop index one_refund_each',
    `create unique index one_refund_each on transactions (related_id) where type = 'refund' and id < 0`,
  ],
  ['a trigger that is off', MADE, 'alter table seals disable trigger seals_are_append_only'],
  ['no trigger', MADE, 'drop trigger rights_are_recorded on users'],
  [
    'a trigger of somebody else',
    MADE,
    'create trigger quiet after insert on postings for each row execute function record_rights()',
  ],
  ['statements that are rewritten', MADE, 'create rule quiet as on delete to postings do instead nothing'],
  ['more rights for the program', MADE, 'grant delete on seals to jara_app'],
  ['more rights for the program on one column', MADE, 'grant update (digest) on seals to jara_app'],
  ['rights for everybody', MADE, 'grant select on users to public'],
  ['a program that may do everything', MADE, 'alter role jara_app superuser'],
  ['somebody made an admin', RIGHTS, `update users set is_admin = true where user_name = 'carol'`],
  ['somebody made an agent', RIGHTS, `update users set is_agent = true where user_name = 'carol'`],
  [
    'somebody made a coupon vendor',
    RIGHTS,
    `update users set is_coupon_vendor = true where user_name = 'carol'`,
  ],
  ['somebody who pays less', RIGHTS, `update users set user_type = 'partner' where user_name = 'carol'`],
  ['a special price', RIGHTS, `insert into special_prices values (${userNamed('carol')}, 'MTN-SME', 1)`],
  ['another special price', RIGHTS, 'update special_prices set price_kobo = 1'],
  ['a special price that is gone', RIGHTS, 'delete from special_prices'],
  ['a limit of staff', RIGHTS, `insert into staff_limits values (${userNamed('carol')}, 'issue', 0)`],
  ['another limit of staff', RIGHTS, 'update staff_limits set limit_kobo = 1'],
  ['a limit of staff that is gone', RIGHTS, 'delete from staff_limits'],
];
