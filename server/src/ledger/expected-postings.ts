/** The posting table as queries: what the books should hold, from the rows behind them. */
import { postingTable, type LegOfCode, type Sql } from './posting-table.ts';

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
 * SQL that selects each leg that there should be: (code, reference, kind, name, owner_id, amount, shown_by). Of all rows; or of these codes
 * and of the rows alone that are named in `touched`, with a column for each form of a reference: (reference, id, provider, name).
 */
export const expectedLegsSql = (touched?: { codes: readonly string[] }): Sql =>
  Object.entries(postingTable)
    .filter(([code]) => touched === undefined || touched.codes.includes(code))
    .map(
      ([code, { from, where = 'true', reference, isTouched, legs }]) =>
        `select '${code}'::text as code, ${reference} as reference, l.* from ${from}
         cross join lateral (values ${legs.map((leg) => `(${legSql(leg)})`).join(', ')})
           as l(kind, name, owner_id, amount, shown_by)
         where ${where} and l.amount <> 0 and ${touched === undefined ? 'true' : isTouched}`,
    )
    .join('\nunion all\n');

/** SQL that selects each posting that there should be, without its legs: (code, reference, since, actor_id, reason). */
export const expectedPostingsSql: Sql = Object.entries(postingTable)
  .map(
    ([code, { from, where = 'true', reference, since, actor, reason }]) =>
      `select '${code}'::text as code, ${reference} as reference, ${since} as since, ${columnOf(actor, 'bigint')} as actor_id,
         ${columnOf(reason, 'text')} as reason
       from ${from} where ${where}`,
  )
  .join('\nunion all\n');
