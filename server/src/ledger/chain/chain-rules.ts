/** The rules of the chain of seals, which `npm run books -- --verify-chain` and the audit of each night go through as well. */
import type { Db, Pool } from '../../platform/db.ts';
import { inSlice, isInSlice, type Part, type Rule, type RuleResult } from '../rule.ts';
import { digestSql, sealedRows, settledSql, type Head, type SealedRows } from './seals.ts';
import { auditInSlices, findBreaksOf, type AuditOptions } from '../slices.ts';

const kinds = Object.entries(sealedRows);

export const chainRules: readonly Rule[] = [
  {
    rule: 'R23',
    statement: 'Every row that was sealed says what it said then',
    parts: kinds.map(([kind, sealed]) => isAsSealed(kind, sealed)),
  },
  {
    rule: 'R23',
    statement: 'No seal is gone',
    parts: [
      {
        over: 'seals',
        breaks: `select 'no seal stands before ' || s.id from seals s
          where ${inSlice('s.id')} and s.id > 1 and not exists (select from seals b where b.id = s.id - 1)`,
      },
    ],
  },
  {
    rule: 'R23',
    statement: 'No row came among those that were sealed long ago',
    parts: kinds.map(([kind, sealed]) => isSealed(kind, sealed)),
  },
];

/** Goes through the whole chain. `known` is a head that was written down earlier: it has to be one of the seals. */
export async function verifyChain(pool: Pool, known?: Head, options?: AuditOptions): Promise<RuleResult[]> {
  return withKnown(pool, known, await auditInSlices(pool, chainRules, options));
}

/** The same in the caller's transaction. */
export async function findChainBreaks(db: Db, known?: Head): Promise<RuleResult[]> {
  return withKnown(db, known, await findBreaksOf(db, chainRules));
}

async function withKnown(
  db: Db,
  known: Head | undefined,
  results: readonly RuleResult[],
): Promise<RuleResult[]> {
  if (known === undefined) return [...results];
  const found = await db.find(`select from seals where id = $1 and digest = decode($2, 'hex')`, [
    known.id,
    known.digest,
  ]);
  if (found !== undefined) return [...results];
  const stranger = `seal ${known.id} is not ${known.digest}`;
  return results.map((result) =>
    result.statement === 'No seal is gone'
      ? { ...result, breaks: [...result.breaks, stranger], count: result.count + 1 }
      : result,
  );
}

function isAsSealed(kind: string, { rows, id, writtenAt, byTime, days }: SealedRows): Part {
  // Row by row through the index; where there is none, all of that time at once, in a join that does not compare each with each.
  const facts =
    byTime === true
      ? `left join (${rows(
          `${writtenAt} between (select min(rows_since) from part) and (select max(rows_until) from part)`,
        )}) f on f.id = m.id`
      : `left join lateral (${rows(`${id} = m.id`)} offset 0) f on true`;
  return {
    over: 'seals',
    ...(byTime === true ? { planner: { enable_nestloop: 'off' } } : {}),
    breaks: `with part as materialized (
        select s.*, p.digest as previous from seals s left join seals p on p.id = s.id - 1
        where s.kind = '${kind}' and ${inSlice('s.id')}
        ${days === undefined ? '' : `and s.rows_since > now() - interval '${days} days'`}),
      member as materialized (
        select part.id as seal, generate_series(lower(r), upper(r) - 1) as id from part cross join lateral unnest(part.ids) r),
      sums as (
        select m.seal, array_agg(m.id) filter (where f.id is null) as gone,
          string_agg(f.id || ' ' || f.facts, E'\\n' order by f.id, f.facts) as facts
        from member m ${facts} group by m.seal)
      select 'seal ' || part.id || ' of ${kind}' || coalesce(', gone: ' || array_to_string(sums.gone[1:10], ', '), '')
      from part join sums on sums.seal = part.id
      where part.digest is distinct from ${digestSql('part.previous', 'part.kind', 'part.ids::text', 'sums.facts')}`,
  };
}

/** Finds rows below what is settled that no seal has: written later, with an id of long ago. */
function isSealed(kind: string, { rows, id, of, byTime }: SealedRows): Part {
  const settled = `(${settledSql(`'${kind}'`)})`;
  if (byTime === true)
    return {
      over: of,
      breaks: `select '${kind} ' || x.id from (${rows(isInSlice(of, 'p'))}) x
        where x.id < ${settled} and not exists (select from seals s where s.kind = '${kind}' and s.ids @> x.id)`,
    };
  const slice = `int8multirange(int8range($1::bigint, $2::bigint, '(]'))`;
  return {
    over: of,
    breaks: `with sealed as materialized (
        select generate_series(lower(r), upper(r) - 1) as id
        from seals s cross join lateral unnest(s.ids * ${slice}) r where s.kind = '${kind}' and s.ids && ${slice})
      select '${kind} ' || x.id from (${rows(`${inSlice(id)} and ${id} < ${settled}`)}) x
      left join sealed on sealed.id = x.id where sealed.id is null`,
  };
}
