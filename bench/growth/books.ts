/**
 * Consistent books of any size: sales of three years, as the product would have written them, each with its attempt, its postings and
 * entries, and the balances and versions of its wallet in a chain. One user has a tenth of them. Every 50th was refused and paid back.
 */
import { naira } from '@jara/contract/money.ts';
import type { Client } from 'pg';

export interface GrownBooks {
  sales: number;
  users: number;
  /** Who has a tenth of all sales. */
  largestUserId: string;
}

const AT_ONCE = 100_000;
const SPAN = '3 years';
/** What users begin with: a million naira, and the largest a hundred billion. */
const START_KOBO = { each: naira(1_000_000), largest: naira(100_000_000_000) };

/** With the rights of the owner, in a seeded database that nobody serves. Triggers that guard single statements do not run: books are proved afterwards. */
export async function growBooks(
  client: Client,
  { sales, users }: { sales: number; users: number },
  onProgress: (done: number) => void = () => undefined,
): Promise<GrownBooks> {
  await client.query('set session_replication_role = replica');
  await client.query('set statement_timeout = 0');
  await client.query(HOUSE_ACCOUNTS);
  const { rows } = await client.query<{ first: string; largest: string }>(MAKE_USERS, [
    users,
    START_KOBO.each,
    START_KOBO.largest,
  ]);
  const { first = '0', largest = '0' } = rows[0] ?? {};
  for (let done = 0; done < sales; done += AT_ONCE) {
    await client.query(MAKE_SALES, [
      Math.min(AT_ONCE, sales - done),
      done,
      sales,
      first,
      users,
      largest,
      SPAN,
    ]);
    onProgress(Math.min(sales, done + AT_ONCE));
  }
  await client.query(`select setval('transactions_id_seq', (select max(id) from transactions))`);
  await client.query(`select setval('postings_id_seq', (select max(id) from postings))`);
  await client.query('set session_replication_role = origin');
  for (let isMore = true; isMore;) {
    const round = await client.query<{ isMore: boolean }>('select roll_up_house_balances(50000) as "isMore"');
    isMore = round.rows[0]?.isMore === true;
  }
  await sumUp(client);
  await client.query('vacuum analyze');
  return { sales, users, largestUserId: largest };
}

/** As the job does it, which has gone by long ago in a shop of that age. */
async function sumUp(client: Client): Promise<void> {
  // The first round notes how far it is, the next ones go there.
  await client.query('select sum_up_transactions(1, 2000)');
  for (let isMore = true; isMore;) {
    const { rows } = await client.query<{ more: boolean }>('select sum_up_transactions(50000, 2000) as more');
    isMore = rows[0]?.more === true;
  }
  // No trigger set aside who was made here. Nobody posts meanwhile: all that there is can be added up.
  await client.query('select forget_user_sums()');
  await client.query(
    'update user_sums_mark set up_to_posting_id = last.id, next_posting_id = last.id from (select max(id) as id from postings) last',
  );
  for (let isMore = true; isMore;) {
    const { rows } = await client.query<{ more: boolean }>('select sum_up_users(50000) as more');
    isMore = rows[0]?.more === true;
  }
}

const HOUSE_ACCOUNTS = `
  insert into accounts (kind, name)
  values ('in_flight', ''), ('supplier', 'GLAD'), ('supplier', 'ALARO'), ('revenue', 'data'), ('revenue', 'airtime')
  on conflict do nothing`;

/** Demo users with money that the house gave them. The last of them is the largest. */
const MAKE_USERS = `
  with people as (
    insert into users (user_name, full_name, email, phone, password_hash, is_demo, created_at)
    select 'grown_' || n, 'Ada Grown ' || n, 'grown' || n || '@example.com', '0900' || lpad(n::text, 7, '0'), '-', true,
      now() - interval '${SPAN}'
    from generate_series(0, $1::int - 1) n returning id),
  wallets as (
    insert into accounts (kind, user_id, balance, version)
    select 'wallet', id, case when id = (select max(id) from people) then $3::bigint else $2::bigint end, 1 from people
    returning id, user_id, balance),
  rights as (insert into recorded_rights (subject, state) select 'user ' || id, 'smart earner' from people),
  earnings as (insert into accounts (kind, user_id, balance, version) select 'earnings', id, 0, 0 from people),
  given as (
    insert into postings (code, reference, posted_at)
    select 'issue.demo', user_id::text, now() - interval '${SPAN}' from wallets returning id, reference),
  legs as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select g.id, l.leg, l.account_id, l.amount, l.balance_before, l.balance_before + l.amount, l.version
    from given g join wallets w on w.user_id = g.reference::bigint
    cross join lateral (values
      (1, w.id, w.balance, 0::bigint, 1),
      (2, (select id from accounts where kind = 'issuance' and user_id is null), -w.balance, null, null))
      as l(leg, account_id, amount, balance_before, version))
  select min(id)::text as first, max(id)::text as largest from people`;

/** As many prefixes as a shop sees often, and below each all numbers alike: the place of a sale leads all over them. */
const RECIPIENT = `(array['0803', '0806', '0703', '0706', '0813', '0816', '0810', '0814', '0903', '0906', '0805', '0807', '0705', '0815', '0905',
        '0802', '0808', '0708', '0812', '0901', '0902', '0809'])[1 + floor(random() * 22)::int]
        || lpad((($2::bigint + n) * 7654321 % 10000000)::text, 7, '0')`;

/**
 * In this order: how many sales, how many were made before, how many there will be, the first user, how many users, the largest, over which
 * time. A sale that was refused takes a second number for its refund, and two versions of its wallet.
 */
const MAKE_SALES = `
  with drawn as materialized (
    select n, $2::bigint + n as place, (($2::bigint + n) % 50) = 0 as is_refused,
      case when random() < 0.1 then $6::bigint else $4::bigint + floor(random() * $5::int)::bigint end as user_id,
      (array['MTN', 'GLO', 'AIRTEL', '9MOBILE'])[1 + floor(random() * 4)::int] as network,
      ${RECIPIENT} as recipient, random() < 0.5 as is_data, 100 * (1 + floor(random() * 20)::bigint) as naira,
      now() - $7::interval + $7::interval * (($2::bigint + n)::float8 / ($3::bigint + 1)) as at
    from generate_series(1, $1::int) n),
  priced as materialized (
    select d.*, case when is_data then 'data' else 'airtime' end as type, naira * 100 as face, naira * 99 as price, naira * 97 as cost,
      case when network in ('MTN', 'GLO') then 'GLAD' else 'ALARO' end as supplier,
      (select coalesce(max(id), 0) from transactions) + n
        + coalesce(sum(is_refused::int) over (order by n rows between unbounded preceding and 1 preceding), 0) as id,
      (select max(id) from postings) + 2 * n - 1 as posting_id
    from drawn d),
  sold as materialized (
    select p.*, w.id as wallet,
      w.balance + coalesce(sum(case when is_refused then 0 else -price end) over before, 0)::bigint as balance_before,
      w.version + coalesce(sum(case when is_refused then 2 else 1 end) over before, 0)::bigint as version_before
    from priced p join accounts w on w.user_id = p.user_id and w.kind = 'wallet'
    window before as (partition by p.user_id order by n rows between unbounded preceding and 1 preceding)),
  sales as (
    insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, plan_id, amount_kobo, price_kobo,
      face_value_kobo, cost_kobo, volume_mb, balance_before, balance_after, supplier, supplier_id, supplier_message, created_at, settled_at)
    select id, user_id, 'JG' || lpad(id::text, 14, '0'), type, case when is_refused then 'failed' else 'success' end, network,
      network || case when is_data then '-SME' else '-VTU' end, case when is_data then '1GB' else network || ' VTU' end,
      recipient, case when is_data then 1 end, price, price, face, cost, case when is_data then 1000 end,
      balance_before, balance_before - price, supplier, 'S' || id,
      case when is_refused then 'Not delivered' else 'Delivered' end, at, at + interval '3 seconds'
    from sold),
  refunds as (
    insert into transactions (id, user_id, reference, type, status, network, product, description, recipient, amount_kobo, price_kobo,
      balance_before, balance_after, supplier_message, related_id, created_at, settled_at)
    select id + 1, user_id, 'JR' || lpad(id::text, 14, '0'), 'refund', 'success', network,
      network || case when is_data then '-SME' else '-VTU' end, case when is_data then '1GB' else network || ' VTU' end,
      recipient, price, price, balance_before - price, balance_before, 'Not delivered', id,
      at + interval '3 seconds', at + interval '3 seconds'
    from sold where is_refused),
  attempts as (
    insert into purchase_attempts (transaction_id, attempt, supplier, state, supplier_id, message, sent_at, answered_at,
      return_check_at)
    select id, 1, supplier, case when is_refused then 'refused' else 'delivered' end, 'S' || id,
      case when is_refused then 'Not delivered' else 'Delivered' end, at, at + interval '3 seconds',
      case when not is_refused and at > now() - interval '2 days' then return_check_next('purchase', at + interval '3 seconds', true) end
    from sold),
  posted as (
    insert into postings (id, code, reference, posted_at)
    select posting_id, 'purchase.open', id::text, at from sold
    union all
    select posting_id + 1, case when is_refused then 'purchase.return' else 'purchase.deliver' end, id::text, at + interval '3 seconds' from sold),
  legs as (
    insert into entries (posting_id, leg, account_id, amount, balance_before, balance_after, version)
    select s.posting_id + l.later, l.leg, l.account_id, l.amount, l.balance_before, l.balance_before + l.amount, l.version
    from sold s cross join lateral (values
      (0, 1, s.wallet, -s.price, s.balance_before, s.version_before + 1),
      (0, 2, (select id from accounts where kind = 'in_flight' and user_id is null), s.price, null, null),
      (1, 1, (select id from accounts where kind = 'in_flight' and user_id is null), -s.price, null, null),
      (1, 2, (select id from accounts where kind = 'supplier' and name = s.supplier and user_id is null), case when not s.is_refused then s.cost end, null, null),
      (1, 3, (select id from accounts where kind = 'revenue' and name = s.type and user_id is null), case when not s.is_refused then s.price - s.cost end, null, null),
      (1, 5, s.wallet, case when s.is_refused then s.price end, s.balance_before - s.price, s.version_before + 2))
      as l(later, leg, account_id, amount, balance_before, version)
    where l.amount is not null)
  update accounts a set balance = last.balance, version = last.version
  from (
    select wallet, min(balance_before) filter (where turn = 1) - sum(case when is_refused then 0 else price end)::bigint as balance,
      max(version_before + case when is_refused then 2 else 1 end) as version
    from (select *, row_number() over (partition by wallet order by n) as turn from sold) s group by wallet) last
  where a.id = last.wallet`;
