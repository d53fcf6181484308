/**
 * Rows of what else grows with a shop, so that each list has pages: what staff did and looked at, what happened to accounts, coupons, problems,
 * money in suspense, messages to servers, contacts. The largest user has a tenth of what users have. Without money behind them: the books do
 * not follow from these, so they are for reads alone.
 */
import type { Client } from 'pg';
import type { GrownBooks } from './books.ts';

/** With the rights of the owner, in books that `growBooks` wrote and nobody serves. */
export async function growRows(client: Client, { sales, users, largestUserId }: GrownBooks): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query('set statement_timeout = 0');
  // $1 is how many rows, $2 of how many users, $3 the largest of them, who is the last.
  for (const [sql, rows] of [
    [STAFF_ACTIONS, sales / 10],
    [STAFF_READS, sales / 10],
    [SECURITY_EVENTS, sales / 2],
    [STAFF_REQUESTS, sales / 1_000],
    [COUPONS, sales / 100],
    [DISPUTES, sales / 1_000],
    [SUSPENSE, sales / 100],
    [WEBHOOK_MESSAGES, sales / 10],
    [MAILS, users],
    [CONTACTS, Math.min(500, sales)],
    [BENEFICIARIES, 50],
    [REFERRED, Math.min(1_000, users / 10)],
  ] as const)
    await client.query(sql, [Math.ceil(rows), users, largestUserId]);
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}

/** Rises from three years ago to now. */
const at = `now() - interval '3 years' * (1 - n / $1::int::float8)`;
const someUser = `case when random() < 0.1 then $3::bigint else $3::bigint - floor(random() * $2::int)::bigint end`;
const admin = `(select id from users where user_name = 'admin')`;
/** The admin of the samples, or one of ten others. */
const staff = `case when random() < 0.2 then ${admin} else $3::bigint - floor(random() * least(10, $2::int))::bigint end`;
const oneOf = (...values: readonly string[]): string =>
  `(array['${values.join(`', '`)}'])[1 + floor(random() * ${values.length})::int]`;

const STAFF_ACTIONS = `
  insert into staff_actions (actor_id, action, subject, before, after, reason, ip, request_id, done_at)
  select ${staff}, call.name, case call.name when 'setCostPrice' then 'product MTN-SME' when 'updateServices' then 'service GLO data'
      when 'addUserNote' then 'user ' || ${someUser} when 'listTransactions' then 'transactions'
      else 'transaction ' || n end,
    '{"status": "success"}', '{"status": "refunded", "note": "They wrote again"}', 'They wrote', '127.0.0.1', 'grown-' || n, ${at}
  from generate_series(1, $1::int) n
  cross join lateral (select ${oneOf('refund', 'refund', 'refund', 'decideWaiting', 'addUserNote', 'setCostPrice', 'updateServices', 'listTransactions')} as name where n > 0) call`;

const STAFF_READS = `
  insert into staff_reads (reader_id, subject_id, call, hour, happened_at)
  select ${staff}, case when n % 3 <> 0 then ${someUser} end, ${oneOf('listTransactions', 'listUsers', 'getTransaction', 'findAnything')}, ${at}, ${at}
  from generate_series(1, $1::int) n
  on conflict do nothing`;

const SECURITY_EVENTS = `
  insert into security_events (user_id, what, factor, outcome, device, address_prefix, request_id, happened_at)
  select ${someUser}, ${oneOf('login', 'login', 'login', 'logout', 'step_up', 'pin_set', 'password_changed')}, 'password',
    case when random() < 0.95 then 'ok' when n % 5000 = 0 then 'locked' else 'wrong' end, 'Chrome on Android', '105.112.0.0/16', 'grown-' || n, ${at}
  from generate_series(1, $1::int) n`;

/** All have ended but the last twenty, which are asked for now. */
const STAFF_REQUESTS = `
  insert into staff_requests (maker_id, call, params, body, subject, user_ids, moved_kobo, reason, idempotency_key, is_named, request_hash, ip,
    request_id, state, asked_at, expires_at, ended_by, ended_at, ended_reason)
  select $3::bigint, 'transferFund', '{}', '{}', 'user ' || $3, array[$3::bigint], 100000, 'They wrote', 'grown-' || n, true, 'grown-' || n, '127.0.0.1',
    'grown-' || n, case when is_open then 'waiting' else 'rejected' end, ${at}, ${at} + interval '1 day',
    case when not is_open then ${admin} end, case when not is_open then ${at} end, case when not is_open then 'No' end
  from (select n, n > $1::int - 20 as is_open from generate_series(1, $1::int) n where $2::int > 0) r`;

const COUPONS = `
  insert into coupons (id, code_hash, code_ending, owner_id, maker_id, paid_from, amount_kobo, created_at, voided_at, voided_by, void_reason)
  select (select coalesce(max(id), 0) from coupons) + n, sha256(('grown ' || n)::bytea), 'AB12', ${someUser}, ${staff}, 'issuance', 50000, ${at}, case when is_over then ${at} + interval '1 day' end,
    case when is_over then ${admin} end, case when is_over then 'Not needed' end
  from (select n, n % 10 <> 0 as is_over from generate_series(1, $1::int) n) c`;

const DISPUTES = `
  with sold as (
    select t.id, t.user_id, t.created_at, row_number() over (order by t.id) as n
    from (select * from transactions where type <> 'refund' order by id desc limit $1) t where $2::int > 0 and $3::bigint > 0),
  opened as (
    insert into disputes (transaction_id, user_id, kind, state, opened_at, closed_at)
    select id, user_id, 'not_delivered', state, created_at, case when state = 'closed' then created_at + interval '1 day' end
    from (select *, case when n % 20 = 0 then 'open' when n % 20 = 1 then 'answered' else 'closed' end as state from sold) s
    returning id, opened_at)
  insert into dispute_messages (dispute_id, words, written_at) select id, 'It did not come', opened_at from opened`;

/** All are decided but the last twenty. */
const SUSPENSE = `
  with transfers as (
    insert into bank_transfers (provider, provider_reference, bank, account_number, paid_kobo, state, reason, received_at, decided_at)
    select 'paymentpoint', 'grown ' || n, 'palmpay', '6600000000', 500000, 'suspense', 'the account is not known', ${at},
      case when n <= $1::int - 20 then ${at} + interval '1 hour' end
    from generate_series(1, $1::int) n where $2::int > 0 returning provider_reference, reason, received_at, decided_at),
  posted as (
    insert into postings (code, reference, reason, posted_at)
    select 'funding.suspense', 'paymentpoint:' || provider_reference, reason, received_at from transfers returning id, reference)
  insert into suspense_decisions (posting_id, outcome, paid_kobo, actor_id, reason, decided_at)
  select p.id, 'return', 500000, ${admin}, 'It is theirs', t.decided_at
  from posted p join transfers t on p.reference = 'paymentpoint:' || t.provider_reference where t.decided_at is not null and $3::bigint > 0`;

const WEBHOOK_MESSAGES = `
  with messages as (
    insert into webhook_messages (user_id, transaction_id, type, state, tries, body, created_at, delivered_at)
    select ${someUser}, n, 'transaction.updated', case when n % 100 = 0 then 'failed' else 'delivered' end, 1, '{"id": 1}', ${at},
      case when n % 100 <> 0 then ${at} end
    from generate_series(1, $1::int) n returning id, created_at, state)
  insert into webhook_tries (message_id, try, at, status, took_ms)
  select id, 1, created_at, case when state = 'failed' then 500 else 200 end, 120 from messages`;

/** One to everybody, of which half has gone out and the rest leaves in a year. */
const MAILS = `
  with campaign as (
    insert into mail_campaigns (author_id, request_hash, subject, message, link_url, link_text, is_to_all, recipients, created_at, is_counted)
    values (${admin}, 'grown', 'New prices', 'Data is cheaper', 'https://example.com', 'See them', true, $1::int, now() - interval '1 day', true)
    returning id),
  counted as (
    insert into mail_campaign_counts (campaign_id, slot, sent, skipped, failed) select id, 0, $1::int / 2, 0, 0 from campaign)
  insert into mails (user_id, campaign_id, kind, to_address, state, tries, next_try_at, done_at)
  select $3::bigint - n + 1, id, 'campaign', 'grown' || n || '@example.com', case when n % 2 = 0 then 'sent' else 'queued' end, 1 - n % 2,
    case when n % 2 = 1 then now() + interval '1 year' end, case when n % 2 = 0 then now() end
  from campaign, generate_series(1, $1::int) n where n <= $2::int`;

const CONTACTS = `
  insert into contacts (user_id, name, phone, network)
  select $3::bigint, 'Contact ' || n, '0803' || lpad(n::text, 7, '0'), 'MTN' from generate_series(1, $1::int) n where $2::int > 0`;

const BENEFICIARIES = `
  insert into beneficiaries (user_id, bank_code, account_number, bank_name, account_name, enquired_at)
  select $3::bigint, '058', lpad(n::text, 10, '0'), 'GTBank', 'ADA GROWN', now() from generate_series(1, $1::int) n where $2::int > 0`;

const REFERRED = `
  update users set referred_by = $3::bigint where id < $3::bigint and id >= $3::bigint - $1::int and $2::int > 0`;
