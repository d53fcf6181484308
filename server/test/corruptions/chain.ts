/** Of what was sealed, and what no other table contradicts. */
import { keyed, userNamed } from '../rich-app.ts';
import type { Corruption } from './corruption.ts';

const CHANGED = 'R23 Every row that was sealed says what it said then';

const sold = `id = ${keyed('airtime-delivered')}`;
const open = `id = ${keyed('airtime-open')}`;
const byToken = `id = (select max(id) from transactions where cardinality(tokens) > 0)`;

export const ofChain: readonly Corruption[] = [
  [
    'the face value of airtime',
    CHANGED,
    `update transactions set face_value_kobo = face_value_kobo * 10 where ${sold}`,
  ],
  [
    'that of airtime on its way',
    CHANGED,
    `update transactions set face_value_kobo = face_value_kobo * 10 where ${open}`,
  ],
  [
    'a volume',
    CHANGED,
    `update transactions set volume_mb = volume_mb * 100 where id = ${keyed('data-carol')}`,
  ],
  ['a recipient', CHANGED, `update transactions set recipient = '08030000000' where ${sold}`],
  ['that of what is on its way', CHANGED, `update transactions set recipient = '08030000000' where ${open}`],
  ['a plan', CHANGED, `update transactions set plan_id = plan_id + 1 where id = ${keyed('data-carol')}`],
  [
    'a supplier, wherever it stands',
    CHANGED,
    `update transactions set supplier = 'ALARO' where ${sold}`,
    `update purchase_attempts set supplier = 'ALARO' where transaction_id = ${keyed('airtime-delivered')}`,
  ],
  ['a reference', CHANGED, `update transactions set reference = 'JRX' where ${sold}`],
  [
    'when something was',
    CHANGED,
    `update transactions set created_at = created_at - interval '31 days' where ${sold}`,
  ],
  ['a token', CHANGED, `update transactions set tokens = '{11112222333344445555}' where ${byToken}`],
  ['a key that is gone', CHANGED, `delete from idempotency_keys where key = 'airtime-delivered'`],
  ['a key of staff that is gone', CHANGED, `delete from idempotency_keys where by_staff`],
  [
    'a key that stands for something else of its user',
    CHANGED,
    `update idempotency_keys set transaction_id = ${keyed('airtime-refused')} where key = 'airtime-delivered'`,
  ],
  ['what staff did', CHANGED, `delete from staff_actions where action = 'setSpecialPrice'`],
  [
    'who of the staff did it',
    CHANGED,
    `update staff_actions set actor_id = ${userNamed('bola')} where action = 'upgradeUser'`,
  ],
  ['how much they moved', CHANGED, `update staff_actions set moved_kobo = 1 where action = 'refund'`],
  ['why an account was stopped', CHANGED, `update standings set reason = 'x'`],
  ['an account that was stopped and is not on record', CHANGED, `delete from standings`],
  [
    'a login that is not on record',
    CHANGED,
    `delete from security_events where id = (select max(id) from security_events)`,
  ],
  ['from where somebody logged in', CHANGED, `update security_events set address_prefix = '10.0.0.0/24'`],
  ['who of the staff looked at somebody', CHANGED, `update staff_reads set reader_id = ${userNamed('bola')}`],
  ['why they did it', CHANGED, `update staff_actions set reason = 'x' where action = 'refund'`],
  ['who did a posting', CHANGED, `update postings set actor_id = 1 where code = 'purchase.open'`],
  ['when a posting was', CHANGED, `update postings set posted_at = posted_at - interval '1 second'`],
  [
    'a posting that is gone with its entries',
    CHANGED,
    `delete from entries where posting_id = 1`,
    `delete from postings where id = 1`,
  ],
  ['an entry', CHANGED, `update entries set amount = amount + 1 where posting_id = 2 and version is null`],
  [
    'a right that was recorded otherwise',
    CHANGED,
    `update users set is_admin = true where user_name = 'carol'`,
    `update recorded_rights set state = state || ', admin' where subject = 'user ' || ${userNamed('carol')}`,
  ],
  ['a seal that was changed', CHANGED, `update seals set digest = sha256('x') where id = 2`],
];
