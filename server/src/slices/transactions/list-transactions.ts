import type { CallQuery, CallReply } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { profitSql } from '../../ledger/profit.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Download, type Handler, type HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { transactionsAsCsv } from './export-transactions.ts';
import { transactionColumns, presentTransaction, type TransactionRecord } from './transaction.ts';
import { readFilter, type Filter } from './list-filters.ts';

type RecordExport = (
  db: Db,
  actor: Principal,
  request: HttpFacts,
  action: { action: 'listTransactions'; subject: string; after: Record<string, unknown> },
) => Promise<unknown>;

/** `record` keeps that somebody of the staff took the transactions of others away as a file. */
export const listTransactions =
  ({ pool }: Context, record: RecordExport): Handler<'listTransactions'> =>
  async ({ principal, query, request }) => {
    const filter = readFilter(query, principal, Date.now());
    const staff = isStaff(principal);
    const format = query.format?.trim().toLowerCase() || 'json';
    if (format !== 'json' && format !== 'csv') refuseField('format', 'Unknown format: choose json or csv');
    if (format === 'csv') {
      // Before the first byte: whoever breaks off the download has read some of it.
      const { action, subject } = { action: 'listTransactions', subject: 'transactions' } as const;
      if (staff) await record(pool, principal, request, { action, subject, after: filtersOf(query) });
      return new Download(
        transactionsAsCsv(pool, filter, { staff }),
        'text/csv; charset=utf-8; header=present',
        'transactions.csv',
      );
    }
    const page = query.page ?? 1;
    const [transactions, groups] = await Promise.all([
      readPage(pool, filter, page),
      readGroups(pool, filter),
    ]);
    const count = Number(sumOf(groups, (group) => group.transactions));
    return {
      transactions: transactions.map((transaction) => presentTransaction(transaction, { staff })),
      page,
      totalPages: Math.max(1, Math.ceil(count / limits.pageSize)),
      noOfTransaction: count,
      totalSales: toGigabytes(sumOf(groups, (group) => group.volumeMb)),
      totalDebit: naira(sumOf(groups, (group) => group.debitKobo)),
      totalCredit: naira(sumOf(groups, (group) => group.creditKobo)),
      ...(staff ? staffTotals(groups) : {}),
    };
  };

/** What was asked for, without whose number it was. */
function filtersOf({
  type,
  status,
  from,
  to,
  userName,
  phoneNumber,
  clientReference,
}: CallQuery<'listTransactions'>): Record<string, unknown> {
  const given = { type, status, from, to };
  return {
    format: 'csv',
    ...given,
    isOfOneUser: Boolean(userName),
    isOfOneNumber: Boolean(phoneNumber),
    isOfOneReference: Boolean(clientReference),
  };
}

/** The ids of a page are found first, so that the transactions before it are skipped in an index without reading them. */
async function readPage(db: Db, { where, params }: Filter, page: number): Promise<TransactionRecord[]> {
  const skip = (page - 1) * limits.pageSize;
  return db.rows<TransactionRecord>(
    `select ${transactionColumns}
     from (select t.id from transactions t where ${where} order by t.id desc limit ${limits.pageSize} offset $${params.length + 1}) p
     join transactions t on t.id = p.id join users u on u.id = t.user_id
     order by t.id desc`,
    [...params, skip],
  );
}

interface Group {
  network: string | null;
  transactions: bigint;
  sales: bigint;
  volumeMb: bigint;
  debitKobo: bigint;
  creditKobo: bigint;
  profitKobo: bigint;
}

/**
 * All totals in one pass over what the filter finds, by network. A transaction has moved money when it has balances: pending and failed card
 * payments do not count.
 */
async function readGroups(db: Db, { where, params }: Filter): Promise<Group[]> {
  return db.rows<Group>(
    `select network, count(*) as transactions, count(*) filter (where sold) as sales,
       coalesce(sum(volume_mb) filter (where sold and type = 'data'), 0)::bigint as "volumeMb",
       coalesce(sum(amount_kobo) filter (where balance_after < balance_before), 0)::bigint as "debitKobo",
       coalesce(sum(amount_kobo) filter (where balance_after > balance_before), 0)::bigint as "creditKobo",
       coalesce(sum(profit_kobo), 0)::bigint as "profitKobo"
     from (select t.*, t.status = 'success' and t.cost_kobo is not null as sold, ${profitSql} as profit_kobo from transactions t where ${where}) t
     group by network order by network`,
    params,
  );
}

function staffTotals(groups: readonly Group[]): Pick<CallReply<'listTransactions'>, 'totalProfit' | 'stat'> {
  return {
    totalProfit: naira(sumOf(groups, (group) => group.profitKobo)),
    stat: groups.flatMap(({ network, sales, volumeMb, profitKobo }) =>
      network === null || (sales === 0n && profitKobo === 0n)
        ? []
        : [{ network, total_volume_sold: toGigabytes(volumeMb), profit: naira(profitKobo) }],
    ),
  };
}

const sumOf = (groups: readonly Group[], pick: (group: Group) => bigint): bigint =>
  groups.reduce((total, group) => total + pick(group), 0n);
const naira = (amountKobo: bigint): number => toNaira(kobo(amountKobo));
const toGigabytes = (volumeMb: bigint): number => Number(volumeMb) / 1_000;
