/**
 * Audits what was posted since the last time, whatever the size of the books: from a watermark that all processes share, one of them at a
 * time. The whole one (`audit`) finds more, since it also looks at what has no posting, and at what was changed later.
 */
import type { Db, Pool } from '../platform/db.ts';
import { legsAreOff, touchedByPostings } from './posting-rules.ts';
import { isBroken, type RuleResult } from './rule.ts';

/** Any number that nothing else uses. */
const NEW_POSTINGS_LOCK = 7_241_996;
export const POSTINGS_AT_ONCE = 5_000;

export interface AuditedPostings {
  /** How many; none also when another process is at it. */
  count: number;
  broken: RuleResult[];
}

/** In a commit of its own. */
export const auditNewPostings = (pool: Pool): Promise<AuditedPostings> => pool.commit(auditNext);

/** Takes the next postings that are older than a minute: ids are given before the commit, and no commit lasts that long. */
export async function auditNext(db: Db): Promise<AuditedPostings> {
  const lock = await db.get<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
    NEW_POSTINGS_LOCK,
  ]);
  if (!lock.free) return { count: 0, broken: [] };
  const { from } = await db.get<{ from: bigint }>(
    `select coalesce(max(up_to_posting_id), 0) as "from" from books_audits where kind = 'new postings'`,
  );
  const { to } = await db.get<{ to: bigint }>(
    `select coalesce(max(id), $1) as "to" from (
       select id from postings where id > $1 and posted_at < now() - interval '1 minute' order by id limit $2) p`,
    [from, POSTINGS_AT_ONCE],
  );
  // Of all that come before it: ids are given in another order than times, so one of them may be younger.
  const { count, codes } = await db.get<{ count: bigint; codes: string[] | null }>(
    'select count(*), array_agg(distinct code) as codes from postings where id > $1 and id <= $2',
    [from, to],
  );
  if (codes === null) return { count: 0, broken: [] };
  const broken = (await auditBetween(db, from, to, codes)).filter(isBroken);
  await db.run(
    `insert into books_audits (kind, up_to_posting_id, broken_rules) values ('new postings', $1, $2)
     on conflict (kind) do update set up_to_posting_id = excluded.up_to_posting_id, audited_at = now(),
       broken_rules = books_audits.broken_rules + excluded.broken_rules`,
    [to, broken.length],
  );
  return { count: Number(count), broken };
}

/** In one statement: what it looks at is read once for all rules. */
async function auditBetween(
  db: Db,
  from: bigint,
  to: bigint,
  codes: readonly string[],
): Promise<RuleResult[]> {
  const rules = rulesOf(codes);
  const found = await db.rows<{ rule: string; x: string; count: bigint }>(
    `with ${touchedByPostings} ${rules
      .map(
        ({ rule, breaks }) =>
          `(select '${rule}' as rule, x, count(*) over () as count from (${breaks}) as b(x) limit 10)`,
      )
      .join(' union all ')}`,
    [from, to],
  );
  return rules.map(({ rule, statement }) => {
    const own = found.filter((one) => one.rule === rule);
    return { rule, statement, breaks: own.map(({ x }) => x), count: Number(own[0]?.count ?? 0n) };
  });
}

/** Of the postings in `fresh`, what they name in `touched`, their entries in `moved`. */
const rulesOf = (codes: readonly string[]): { rule: string; statement: string; breaks: string }[] => [
  {
    rule: 'R1',
    statement: 'Every new posting has two entries or more, and they sum to zero',
    breaks: `select 'posting ' || p.id || ' ' || p.code || ' sums to ' || coalesce(e.sum, 0)
      from fresh p left join (select posting_id, sum(amount), count(*) from moved group by posting_id) e on e.posting_id = p.id
      where e.sum is distinct from 0 or e.count < 2`,
  },
  {
    rule: 'R5',
    statement: 'Every new entry of a user account starts where the one before it ended',
    breaks: `select 'account ' || e.account_id || ' version ' || e.version from moved e
      left join entries before on before.account_id = e.account_id and before.version = e.version - 1
      where e.version is not null and (e.balance_after <> e.balance_before + e.amount or e.balance_after < 0
        or e.balance_before <> case e.version when 1 then 0 else coalesce(before.balance_after, -1) end)`,
  },
  {
    rule: 'R21',
    statement: 'Every new posting moved what the row behind it says',
    breaks: legsAreOff(codes),
  },
];
