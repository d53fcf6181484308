/** The posting table as queries: what the books should hold, from the rows behind them. */
import { postingTable, type LegOfCode, type PostingOfCode, type Sql } from './posting-table.ts';
import { ids, inSlice, type Table } from './rule.ts';

const columnOf = (sql: Sql | undefined, type: string): Sql => `(${sql ?? 'null'})::${type}`;

const kindOf = ({ kind }: LegOfCode): Sql => (typeof kind === 'string' ? `'${kind}'` : kind.sql);

const legSql = (leg: LegOfCode): Sql =>
  [
    columnOf(kindOf(leg), 'text'),
    columnOf(leg.name ?? `''`, 'text'),
    columnOf(leg.owner, 'bigint'),
    columnOf(leg.amount, 'bigint'),
    columnOf(leg.shownBy, 'bigint'),
  ].join(', ');

/**
 * Which of the rows behind postings, and of which codes: those named in `touched`, and with `fresh` each beside its posting `p` of them; or
 * those in the slice of a table.
 */
export type Which = { codes: readonly string[]; touched: true; fresh?: true } | { slicesOf: Table | null };

/** The table whose rows justify a posting, which stands first, and its id among them; null where they are few. */
export function rowsBehind({ from }: PostingOfCode): { of: Table; id: Sql } | null {
  const [, name = '', alias = ''] = /^(\w+) (\w+)/.exec(from) ?? [];
  const of = Object.keys(ids).find((table): table is Table => table === name);
  return of === undefined ? null : { of, id: `${alias}.${ids[of]}` };
}

/** By its key: a join with `fresh` compares each with each where the planner does not know how many rows there are. */
const besidePosting = (code: string, { from, reference }: PostingOfCode): Sql =>
  `${from} cross join lateral (
     select p.id from postings p where p.code = '${code}' and p.reference = ${reference} and ${inSlice('p.id')} limit 1) p`;

/** With the condition that chooses among the rows of each. */
function chosen(which: Which): [code: string, posting: PostingOfCode, isChosen: Sql][] {
  const all = Object.entries(postingTable);
  if ('touched' in which)
    return all
      .filter(([code]) => which.codes.includes(code))
      .map(([code, posting]) => [
        code,
        which.fresh ? { ...posting, from: besidePosting(code, posting) } : posting,
        posting.isTouched,
      ]);
  return all.flatMap(([code, posting]) => {
    const rows = rowsBehind(posting);
    return (rows?.of ?? null) === which.slicesOf
      ? [[code, posting, rows === null ? 'true' : inSlice(rows.id)]]
      : [];
  });
}

/** What names a posting that there should be: by the row behind it, or by the posting itself where that is beside it. */
const namesOf = (which: Which, code: string, reference: Sql): Sql =>
  'fresh' in which ? 'p.id as posting_id' : `'${code}'::text as code, ${reference} as reference`;

/**
 * SQL that selects each leg that there should be: (code, reference, kind, name, owner_id, amount, shown_by), with posting_id instead of code
 * and reference for `fresh`. `touched` has a column for each form of a reference: (reference, id, provider, name).
 */
export const expectedLegsSql = (which: Which): Sql =>
  chosen(which)
    .map(
      ([code, { from, where = 'true', reference, legs }, isChosen]) =>
        `select ${namesOf(which, code, reference)}, l.* from ${from}
         cross join lateral (values ${legs.map((leg) => `(${legSql(leg)})`).join(', ')})
           as l(kind, name, owner_id, amount, shown_by)
         where ${where} and l.amount <> 0 and ${isChosen}`,
    )
    .join('\nunion all\n');

/**
 * SQL that selects each posting that there should be, without its legs: (code, reference, since, actor_id, reason, is_moving), named as its
 * legs are. One whose legs would all be nought is not posted.
 */
export const expectedPostingsSql = (which: Which): Sql =>
  chosen(which)
    .map(
      ([code, { from, where = 'true', reference, legs, since, actor, reason }, isChosen]) =>
        `select ${namesOf(which, code, reference)}, ${since} as since, ${columnOf(actor, 'bigint')} as actor_id,
           ${columnOf(reason, 'text')} as reason, ${legs.map(({ amount }) => `(${amount}) <> 0`).join(' or ')} as is_moving
         from ${from} where ${where} and ${isChosen}`,
    )
    .join('\nunion all\n');
