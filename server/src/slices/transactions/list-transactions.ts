import type { CallQuery, CallReply } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Download, type Handler, type HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { transactionsAsCsv } from './export-transactions.ts';
import { presentTransaction } from './transaction.ts';
import { readFilter } from './list-filters.ts';
import { readTotals, readTransactions, type Page, type Totals } from './sums.ts';

type RecordExport = (
  db: Db,
  actor: Principal,
  request: HttpFacts,
  action: { action: 'listTransactions'; subject: string; after: Record<string, unknown> },
) => Promise<unknown>;

/** `record` keeps that somebody of the staff took the transactions of others away as a file. */
export const listTransactions =
  ({ pool, reads }: Context, record: RecordExport): Handler<'listTransactions'> =>
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
        transactionsAsCsv(reads, filter, { staff }),
        'text/csv; charset=utf-8; header=present',
        'transactions.csv',
      );
    }
    const { page, size, skip, before } = readPage(query);
    // Of one's own there are few.
    const db = staff ? reads : pool;
    const reading = readTotals(db, filter);
    // Whoever asks for a page beyond the last one is told so without a walk to where it would be.
    const isFar = skip > 0 && skip >= countOf(await reading);
    const [groups, found] = await Promise.all([
      reading,
      // One more tells whether a page follows.
      isFar ? [] : readTransactions(db, filter, { size: size + 1, skip, before }),
    ]);
    const count = countOf(groups);
    const transactions = found.slice(0, size);
    return {
      transactions: transactions.map((transaction) => presentTransaction(transaction, { staff })),
      ...(page === undefined ? {} : { page }),
      next: found.length > size ? String(transactions.at(-1)?.id) : null,
      totalPages: Math.max(1, Math.ceil(count / size)),
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

/** By its number, or by where the one before it ended: a page is not both. */
function readPage(query: CallQuery<'listTransactions'>): Page & { page: number | undefined } {
  const { before = null, limit: size = limits.pageSize } = query;
  if (before !== null && query.page !== undefined) refuseField('before', 'Give either page or before');
  const page = before === null ? (query.page ?? 1) : undefined;
  return { page, size, skip: ((page ?? 1) - 1) * size, before };
}

function staffTotals(groups: readonly Totals[]): Pick<CallReply<'listTransactions'>, 'totalProfit' | 'stat'> {
  return {
    totalProfit: naira(sumOf(groups, (group) => group.profitKobo)),
    stat: groups.flatMap(({ network, sales, volumeMb, profitKobo }) =>
      network === null || (sales === 0n && profitKobo === 0n)
        ? []
        : [{ network, total_volume_sold: toGigabytes(volumeMb), profit: naira(profitKobo) }],
    ),
  };
}

const countOf = (groups: readonly Totals[]): number =>
  Number(sumOf(groups, ({ transactions }) => transactions));
const sumOf = (groups: readonly Totals[], pick: (group: Totals) => bigint): bigint =>
  groups.reduce((total, group) => total + pick(group), 0n);
const naira = (amountKobo: bigint): number => toNaira(kobo(amountKobo));
const toGigabytes = (volumeMb: bigint): number => Number(volumeMb) / 1_000;
