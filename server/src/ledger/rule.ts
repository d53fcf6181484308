/**
 * What a rule of the books is: queries that find what breaks it. Books of any size are gone through in slices, each by a statement of its
 * own, and rows change between two of them. So a query compares what has to agree within one statement, which sees one state: whatever
 * belongs to the rows of the slice is looked up by its key, however far away it lies. A sum over everything is told row by row in the
 * same way: what each row should have contributed, and that nothing else did.
 *
 * Each query must stay linear in the rows of its slice also where the planner knows nothing of the books: right after a burst of sales, or
 * for one user with nearly all transactions. `lateral` with `limit 1` or `offset 0` keeps a lookup a lookup.
 */

/** SQL. */
type Sql = string;

/** The tables that the rules go through, each in the order of an id that has an index; keys, of which one user may have many, of a pair. */
export const ids = {
  accounts: 'id',
  archive_files: 'id',
  bank_transfers: 'id',
  coupons: 'id',
  debits: 'id',
  entries: 'posting_id',
  idempotency_keys: 'user_id, key',
  payments: 'transaction_id',
  postings: 'id',
  purchase_attempts: 'transaction_id',
  recorded_rights: 'id',
  referral_rewards: 'referee_id',
  seals: 'id',
  security_events: 'id',
  special_prices: 'user_id',
  staff_actions: 'id',
  staff_limits: 'user_id',
  staff_reads: 'id',
  staff_requests: 'id',
  standings: 'id',
  suspense_decisions: 'posting_id',
  transaction_sums: 'day_number',
  transactions: 'id',
  user_sums: 'n',
  users: 'id',
  withdrawals: 'transaction_id',
} as const;

export type Table = keyof typeof ids;

/** How many rows of a table go into a slice in place of one of others: each covers up to some thousand others. */
export const shares: Partial<Record<Table, number>> = {
  seals: 0.01,
  transaction_sums: 0.01,
  user_sums: 0.01,
};

/** Of one user or account: what has more rows than these is added up by no single statement. */
export const ADDED_AT_ONCE = 5_000;

/** SQL that is true where an id lies in the slice. */
export const inSlice = (id: Sql): Sql => `${id} > $1::bigint and ${id} <= $2::bigint`;

/** A bound of a slice of pairs: a number, a space and a text. Without a space it is the lowest or the highest of all. */
const pairOf = (bound: Sql): Sql => {
  const text = `${bound}::text`;
  return `(split_part(${text}, ' ', 1)::bigint, substr(${text}, strpos(${text}, ' ') + 1))`;
};
const isPair = (id: Sql): boolean => id.includes(',');
export const isAfter = (id: Sql, bound: Sql): Sql =>
  isPair(id) ? `(${id}) > ${pairOf(bound)}` : `${id} > ${bound}`;
const pairInSlice = (pair: Sql): Sql => `${isAfter(pair, '$1')} and (${pair}) <= ${pairOf('$2')}`;
/** The same of a table by this alias, whatever its ids are. */
export const isInSlice = (table: Table, alias: string): Sql => {
  const id = ids[table]
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');
  return isPair(id) ? pairInSlice(id) : inSlice(id);
};
/** Of the rows of a slice the upper bound, as text. */
export const lastOf = (id: Sql): Sql =>
  isPair(id)
    ? `(array_agg(concat_ws(' ', ${id}) order by ${id.replace(',', ' desc,')} desc))[1]`
    : `max(${id})::text`;

export interface Part {
  /** Whose ids are sliced; null for what is little in any books, which is one slice. */
  over: Table | null;
  /**
   * Selects one text column, a row for each break. It may depend on the codes of the postings that there may be: in a slice of postings, or
   * else in the books.
   */
  breaks: Sql | ((codes: readonly string[]) => Sql);
  /** Of a sum that no slice shows by itself, what is carried from one to the next, as JSON; `breaks` looks at the last as $1. */
  carry?: {
    first: Sql;
    /** Selects what follows on the slice and on $3. */
    next: Sql;
  };
  /** Settings of the planner. */
  planner?: Readonly<Record<string, string>>;
}

export interface Rule {
  rule: string;
  statement: string;
  parts: readonly Part[];
}

export interface RuleResult {
  rule: string;
  statement: string;
  /** What breaks the rule, the first ten; empty when it holds. */
  breaks: string[];
  /** How many there are. */
  count: number;
}

export const isBroken = ({ count }: RuleResult): boolean => count > 0;
