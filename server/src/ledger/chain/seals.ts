/**
 * The chain of the books: beside the way of the money, every few seconds, each row that is final is taken into a hash that holds all
 * hashes before it. Whoever changes or removes such a row has to change every seal after it, and so the head, which is logged and printed:
 * a head that somebody wrote down elsewhere proves all that was sealed before it.
 *
 * A seal names its rows one by one, since ids are given before the commit: what a slow commit adds later is taken into the next seal.
 */
import type { Db, Pool } from '../../platform/db.ts';
import { idIn } from '../reference-sql.ts';
import type { Table } from '../rule.ts';

export interface SealedRows {
  /** Which rows, with `which` of them as a condition, as a select of `id`, `written_at` and `facts`. */
  rows: (which: string) => string;
  id: string;
  writtenAt: string;
  /** The table whose ids they are gone through by. */
  of: Table;
  /** Sealed in the commit of a seal of another kind, `beside`: which of them go with it, as a condition. */
  with?: Readonly<Record<string, string>>;
  /** The ids have no index; those of one seal were written at about the same time, which has one. */
  byTime?: true;
  /** Rows go by themselves when they are older. */
  days?: number;
}

/** SQL that is true of an id in the seal beside; its bounds by themselves let an index find it. */
const isBeside = (id: string): string =>
  `${id} >= (select lower(ids) from beside) and ${id} < (select upper(ids) from beside) and ${id} <@ (select ids from beside)`;

/** The rows of `idempotency_keys` of which `kind` is true, as `SealedRows` has rows. */
const keysOf =
  (kind: string): SealedRows['rows'] =>
  (which) =>
    `select p.transaction_id as id, p.created_at as written_at, row(p.user_id, p.key, p.request_hash)::text as facts
     from idempotency_keys p where ${kind} and ${which}`;

/** What is final of each kind of row, as soon as it is there. A column that is added here breaks every seal: add a kind. */
export const sealedRows: Readonly<Record<string, SealedRows>> = {
  postings: {
    of: 'postings',
    id: 'p.id',
    writtenAt: 'p.posted_at',
    rows: (
      which,
    ) => `select p.id, p.posted_at as written_at, row(p.code, p.reference, p.actor_id, p.reason, p.posted_at, (
        select string_agg(row(e.leg, e.account_id, e.amount, e.balance_before, e.balance_after, e.version)::text, ';' order by e.leg)
        from entries e where e.posting_id = p.id))::text as facts
      from postings p where ${which}`,
  },
  // Of what comes in by card, sums and fees are known only when it is paid: the rules compare those with the payment.
  transactions: {
    of: 'transactions',
    id: 'p.id',
    writtenAt: 'p.created_at',
    rows: (
      which,
    ) => `select p.id, p.created_at as written_at, row(p.user_id, p.reference, p.type, p.network, p.product, p.description,
        p.recipient, p.plan_id, p.price_kobo, p.cost_kobo, p.volume_mb, p.related_id, p.created_at,
        case when p.price_kobo is not null then p.face_value_kobo end)::text as facts
      from transactions p where ${which}`,
  },
  // By their postings: from then on neither the supplier changes nor the token that the buyer got.
  deliveries: {
    of: 'postings',
    id: 'p.id',
    writtenAt: 'p.posted_at',
    with: {
      postings: isBeside('p.id'),
    },
    rows: (
      which,
    ) => `select p.id, p.posted_at as written_at, row(t.id, t.supplier, t.tokens[1])::text as facts
      from postings p left join transactions t on t.id = ${idIn('p.reference')} where p.code = 'purchase.deliver' and ${which}`,
  },
  staff_actions: {
    of: 'staff_actions',
    id: 'p.id',
    writtenAt: 'p.done_at',
    rows: (which) =>
      `select p.id, p.done_at as written_at, row(p.actor_id, p.action, p.subject, p.before, p.after, p.reason, p.ip, p.request_id,
         p.done_at)::text as facts from staff_actions p where ${which}`,
  },
  // What counts towards the limits of one of the staff.
  staff_sums: {
    of: 'staff_actions',
    id: 'p.id',
    writtenAt: 'p.done_at',
    with: {
      staff_actions: isBeside('p.id'),
    },
    rows: (which) =>
      `select p.id, p.done_at as written_at, row(p.moved_kobo)::text as facts from staff_actions p where p.moved_kobo is not null and ${which}`,
  },
  standings: {
    of: 'standings',
    id: 'p.id',
    writtenAt: 'p.changed_at',
    rows: (which) =>
      `select p.id, p.changed_at as written_at, row(p.user_id, p.standing, p.reason, p.words, p.actor_id, p.changed_at)::text as facts
       from standings p where ${which}`,
  },
  // Both go by themselves, after thirty days at the earliest.
  security_events: {
    of: 'security_events',
    id: 'p.id',
    writtenAt: 'p.happened_at',
    days: 29,
    rows: (which) =>
      `select p.id, p.happened_at as written_at, row(p.user_id, p.actor_id, p.what, p.factor, p.outcome, p.detail, p.device, p.address_prefix,
         p.request_id, p.happened_at)::text as facts from security_events p where ${which}`,
  },
  staff_reads: {
    of: 'staff_reads',
    id: 'p.id',
    writtenAt: 'p.happened_at',
    days: 29,
    rows: (which) =>
      `select p.id, p.happened_at as written_at, row(p.reader_id, p.subject_id, p.call, p.filter, p.request_id, p.happened_at)::text as facts
       from staff_reads p where ${which}`,
  },
  archive_files: {
    of: 'archive_files',
    id: 'p.id',
    writtenAt: 'p.written_at',
    rows: (which) =>
      `select p.id, p.written_at as written_at, row(p.kind, p.name, p.row_count, p.bytes, p.sha256, p.first_id, p.written_at)::text as facts
       from archive_files p where ${which}`,
  },
  recorded_rights: {
    of: 'recorded_rights',
    id: 'p.id',
    writtenAt: 'p.recorded_at',
    rows: (which) =>
      `select p.id, p.recorded_at as written_at, row(p.subject, p.state, p.recorded_at)::text as facts
       from recorded_rights p where ${which}`,
  },
  // By what they stand for: a transaction, or a coupon of the house, which has none. The key of a card payment may go on to another one.
  idempotency_keys: {
    of: 'idempotency_keys',
    id: 'p.transaction_id',
    writtenAt: 'p.created_at',
    with: {
      transactions: `p.created_at between (select rows_since from beside) and (select rows_until from beside)
        and p.transaction_id <@ (select ids from beside)`,
      postings: `(p.created_at, p.transaction_id) in (
        select c.posted_at, ${idIn('c.reference')} from postings c
        where ${isBeside('c.id')}
          and c.code = 'coupon.issue' and not exists (select from transactions t where t.id = ${idIn('c.reference')}))`,
    },
    byTime: true,
    days: 29,
    rows: keysOf(
      'not p.by_staff and not exists (select from payments y where y.transaction_id = p.transaction_id)',
    ),
  },
  // By what staff did.
  staff_keys: {
    of: 'idempotency_keys',
    id: 'p.transaction_id',
    writtenAt: 'p.created_at',
    with: {
      staff_actions: `(p.created_at, p.transaction_id) in (
        select c.done_at, c.id from staff_actions c
        where ${isBeside('c.id')})`,
    },
    byTime: true,
    days: 29,
    rows: keysOf('p.by_staff'),
  },
};

/**
 * Below this id nothing is to come. Ids are given before the commit, and no commit lasts nearly as long as fifteen minutes: what the newest
 * seal did not see got its id later than that before it. Not by the time of now: between the newest seal and now nobody may have looked.
 */
export const settledSql = (kind: string): string => `select coalesce((
    select upper(ids) from seals
    where kind = ${kind} and sealed_at < (select sealed_at from seals where kind = ${kind} order by id desc limit 1) - interval '15 minutes'
    order by upper(ids) desc limit 1), 0) as id`;
const ROWS_OF_A_SEAL = 5_000;
const MAX_BIGINT = '9223372036854775807';
// Any number that nothing else uses: of several processes one seals.
const SEALING_LOCK = 7_241_995;

export const digestSql = (previous: string, kind: string, ids: string, facts: string): string =>
  `sha256(coalesce(${previous}, ''::bytea) || convert_to(${kind} || ' ' || ${ids} || E'\n' || ${facts}, 'UTF8'))`;

export interface Head {
  id: bigint;
  /** In hex. */
  digest: string;
}

/** The newest seal; undefined before the first. */
export const headOfChain = (db: Db): Promise<Head | undefined> =>
  db.find<Head>(`select id, encode(digest, 'hex') as digest from seals order by id desc limit 1`);

/** Seals what is final and was not sealed yet, at most some thousand rows of each kind. Gives true when more is waiting. */
export async function sealRows(pool: Pool): Promise<boolean> {
  let isMore = false;
  for (const [kind, { with: beside }] of Object.entries(sealedRows)) {
    if (beside !== undefined) continue;
    const count = await pool.commit(async (db) => {
      // By their ids, also while the planner has not yet heard how large the tables are.
      const lock = await db.get<{ free: boolean }>(
        `select pg_try_advisory_xact_lock($1) as free, set_config('enable_seqscan', 'off', true)`,
        [SEALING_LOCK],
      );
      return lock.free ? sealNew(db, kind) : 0;
    });
    isMore ||= count === ROWS_OF_A_SEAL;
  }
  return isMore;
}

/**
 * What no seal has of this kind, and what goes with it. Only the gaps between the ids that are sealed are looked at, so that a seal costs
 * what its own rows cost, however many were sealed shortly before.
 */
async function sealNew(db: Db, kind: string): Promise<number> {
  const { rows, id } = sealedRowsOf(kind);
  const made = await addSeal(
    db,
    kind,
    `settled as materialized (${settledSql('$1')}),
     gap as materialized (
       select lower(g) as first, coalesce(upper(g), ${MAX_BIGINT}) as past from unnest(
         int8multirange(int8range((select id from settled), null)) - coalesce((
           select range_agg(r) from seals s cross join lateral unnest(s.ids) r
           where s.kind = $1 and upper(s.ids) > (select id from settled)), '{}')) g),
     fresh as materialized (
       select x.* from gap cross join lateral (
         ${rows(`${id} >= gap.first and ${id} < gap.past`)} order by ${id} limit ${ROWS_OF_A_SEAL}) x
       order by x.id limit ${ROWS_OF_A_SEAL})`,
  );
  if (made === undefined) return 0;
  for (const [other, { with: beside }] of Object.entries(sealedRows)) {
    const which = beside?.[kind];
    if (which !== undefined) await sealBeside(db, other, which, made.id);
  }
  return Number(made.count);
}

async function sealBeside(db: Db, kind: string, which: string, sealId: bigint): Promise<void> {
  const { rows } = sealedRowsOf(kind);
  const fresh = `beside as materialized (select * from seals where id = $2), fresh as materialized (${rows(which)})`;
  await addSeal(db, kind, fresh, [sealId]);
}

/** `fresh` is what it is made of: id, written_at and facts. */
async function addSeal(
  db: Db,
  kind: string,
  fresh: string,
  params: readonly unknown[] = [],
): Promise<{ id: bigint; count: bigint } | undefined> {
  return db.find(
    `with ${fresh},
     sealed as (
       select count(*), range_agg(int8range(id, id + 1)) as ids, min(written_at) as since, max(written_at) as until,
         string_agg(id || ' ' || facts, E'\n' order by id, facts) as facts
       from fresh having count(*) > 0),
     last as (select id, digest from seals order by id desc limit 1)
     insert into seals (id, kind, ids, rows_since, rows_until, digest)
     select coalesce((select id from last), 0) + 1, $1, s.ids, s.since, s.until,
       ${digestSql('(select digest from last)', '$1', 's.ids::text', 's.facts')}
     from sealed s returning id, (select count from sealed) as count`,
    [kind, ...params],
  );
}

function sealedRowsOf(kind: string): SealedRows {
  const found = sealedRows[kind];
  if (found === undefined) throw new Error(`nothing of the kind ${kind} is sealed`);
  return found;
}
