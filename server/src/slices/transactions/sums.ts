/**
 * What many transactions add up to, and one page of them, in a moment however many there are: by the sums that a job keeps, and one by one
 * what they do not have yet (`server/database/functions/sums/`). Both are exact at every moment.
 */
import type { Day } from '@jara/contract/lagos-time.ts';
import type { Db } from '../../platform/db.ts';
import type { Filter, SummedFilter } from './list-filters.ts';
import { transactionColumns, type TransactionRecord } from './transaction.ts';

export interface Totals {
  /** Null of transactions without one. */
  network: string | null;
  transactions: bigint;
  /** What was delivered and is no refund since: how many, how much data, and what was paid for it. */
  sales: bigint;
  volumeMb: bigint;
  revenueKobo: bigint;
  /** What left wallets, and what came into them. */
  debitKobo: bigint;
  creditKobo: bigint;
  profitKobo: bigint;
}

const totals = `nullif(network, '') as network, transactions, sales, volume_mb as "volumeMb", revenue_kobo as "revenueKobo",
  debit_kobo as "debitKobo", credit_kobo as "creditKobo", profit_kobo as "profitKobo"`;

/** A name that nobody has is nobody, and not everybody. */
const ASKED = `case when $2::text is null then $1::bigint else coalesce((select id from users where user_name = $2), -1) end, $3, $4, $5, $6`;

const paramsOf = ({ userId, userName, type, status, from, to }: SummedFilter): unknown[] =>
  [userId, userName, type, status, from, to].map((value) => value ?? null);

/** By network, of all that the filter finds. */
export const readTotals = (db: Db, { summed, where, params }: Filter): Promise<Totals[]> =>
  summed === undefined
    ? db.rows<Totals>(
        `select nullif(network_or_empty, '') as network, count(*) as transactions, sum(sales)::bigint as sales, sum(volume_mb)::bigint as "volumeMb",
           sum(revenue_kobo)::bigint as "revenueKobo", sum(debit_kobo)::bigint as "debitKobo", sum(credit_kobo)::bigint as "creditKobo",
           sum(profit_kobo)::bigint as "profitKobo"
         from (select f.* from transactions t cross join lateral transaction_facts(t) f where ${where}) f
         group by network_or_empty order by network_or_empty`,
        params,
      )
    : db.rows<Totals>(
        `select ${totals} from transaction_totals(${ASKED}, false) order by network`,
        paramsOf(summed),
      );

/** How many there are of everybody. */
export async function countTransactions(db: Db): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(
    'select coalesce(sum(transactions), 0)::bigint as count from transaction_totals(null, null, null, null, null, false)',
  );
  return Number(count);
}

/** Of everybody, by day from one on, and by network. */
export const readDays = (db: Db, from: Day): Promise<(Totals & { day: string })[]> =>
  db.rows<Totals & { day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, ${totals} from transaction_totals(null, null, null, $1, null, true)`,
    [from],
  );

/** One page: of so many, after those that are skipped, below this id; null is from the newest on. */
export interface Page {
  size: number;
  skip: number;
  before: string | null;
}

/** SQL that selects the ids of a page, and its parameters. */
export function pageSql(
  { summed, where, params }: Filter,
  { size, skip, before }: Page,
): { sql: string; params: unknown[] } {
  if (summed !== undefined)
    return {
      sql: `select id from page_of_transactions(${ASKED}, $7, $8, $9) as id`,
      params: [...paramsOf(summed), skip, size, before],
    };
  const nth = (offset: number): string => `$${params.length + offset}`;
  return {
    sql: `select t.id from transactions t where ${where} and t.id < coalesce(${nth(3)}, 9223372036854775807)
      order by t.id desc offset ${nth(1)} limit ${nth(2)}`,
    params: [...params, skip, size, before],
  };
}

/** The ids of a page are found first, so that the transactions before it are skipped without reading them. */
export async function readTransactions(db: Db, filter: Filter, page: Page): Promise<TransactionRecord[]> {
  const { sql, params } = pageSql(filter, page);
  return db.rows<TransactionRecord>(
    `select ${transactionColumns} from (${sql}) p join transactions t on t.id = p.id join users u on u.id = t.user_id order by t.id desc`,
    params,
  );
}
