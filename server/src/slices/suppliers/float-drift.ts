/**
 * What a supplier states of our money there, held against our books of it. The two begin at different sums, so their changes are compared:
 * what is stated plus what the books have spent stays the same, but for what is in flight, what we pay in, and what nobody booked.
 */
import type { Kobo } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { snapshotsUpTo } from '../../ledger/balances.ts';
import { isLost } from '../../ledger/profit.ts';
import { idIn } from '../../ledger/reference-sql.ts';
import { listed, openStates, staffStates } from '../../ledger/states.ts';

export interface FloatDrift {
  supplier: string;
  /** What is stated is so much more (less, where it is negative) than the books explain. */
  driftKobo: bigint;
  since: Date;
  floatKobo: bigint;
  /** What staff refunded of its sales, and it has not given back. */
  refundedKobo: bigint;
  readAt: Date;
  /** Who asked to accept just this, while a second admin has not said yes or no. */
  askedBy: string | null;
}

/** The supplier's own books may be behind its deliveries for so long. */
const RECENT = `interval '1 minute'`;

/** $2 is up to where the snapshots were a moment ago. */
const KNOWN = `
  with account as (select id from accounts where kind = 'supplier' and name = $1 and user_id is null),
    moved as (
      select coalesce(sum(e.amount), 0)::bigint as kobo,
        coalesce(sum(abs(e.amount)) filter (
          where p.posted_at > (select asked_at from supplier_floats where supplier = $1) - ${RECENT}), 0)::bigint as recent
      from account a left join house_balances h on h.account_id = a.id
      join entries e on e.account_id = a.id and e.posting_id > coalesce(h.up_to_posting_id, 0) and e.posting_id > $2::bigint
      join postings p on p.id = e.posting_id)
  select f.base_kobo as "baseKobo", f.base_slack_kobo as "slackKobo", f.drift_since as since,
    (select kobo from moved) + coalesce((select h.balance from account a join house_balances h on h.account_id = a.id), 0) as "spentKobo",
    (select recent from moved) as "recentKobo",
    coalesce((
      select sum(t.cost_kobo) from purchase_attempts a join transactions t on t.id = a.transaction_id
      where a.supplier = $1 and a.state in (${listed(openStates)})
        and (a.next_check_at is not null or a.state in (${listed(staffStates)}))), 0)::bigint as "openKobo"
  from supplier_floats f where f.supplier = $1 for update of f`;

interface Known {
  baseKobo: bigint | null;
  slackKobo: bigint;
  since: Date | null;
  /** By the books, since ever. */
  spentKobo: bigint;
  /** Booked around the question: the supplier may have counted it or not. */
  recentKobo: bigint;
  /** Sent and without an outcome: the supplier may have taken it. */
  openKobo: bigint;
}

/**
 * Compares a reading, in the commit that keeps it. The first one is what later ones are measured by. Gives the drift, null where there is
 * none, and whether it is news.
 */
export async function compareFloat(
  db: Db,
  supplier: string,
  { floatKobo, toleranceKobo }: { floatKobo: Kobo; toleranceKobo: Kobo },
): Promise<{ driftKobo: bigint | null; isNews: boolean }> {
  const known = await db.get<Known>(KNOWN, [supplier, await snapshotsUpTo(db)]);
  const sum = floatKobo + known.spentKobo;
  const unsure = known.openKobo + known.recentKobo;
  if (known.baseKobo === null) {
    await db.run(
      `update supplier_floats set base_kobo = $2, base_slack_kobo = $3, base_at = now() where supplier = $1`,
      [supplier, sum, unsure],
    );
    return { driftKobo: null, isNews: false };
  }
  const offKobo = sum - known.baseKobo;
  const most = known.recentKobo + known.slackKobo + toleranceKobo;
  const least = -(unsure + known.slackKobo + toleranceKobo);
  const driftKobo = offKobo > most || offKobo < least ? offKobo : null;
  await db.run(
    `update supplier_floats set drift_kobo = $2::bigint,
       drift_since = case when $2::bigint is not null then coalesce(drift_since, now()) end
     where supplier = $1`,
    [supplier, driftKobo],
  );
  return { driftKobo, isNews: driftKobo !== null && known.since === null };
}

/** For staff, the oldest first. */
export async function readFloatDrifts(db: Db): Promise<FloatDrift[]> {
  return db.rows<FloatDrift>(
    `select supplier, drift_kobo as "driftKobo", drift_since as since, float_kobo as "floatKobo", read_at as "readAt", (
       select coalesce(sum(t.cost_kobo), 0)::bigint from postings p join transactions t on t.id = ${idIn('p.reference')}
       where p.code = 'purchase.refund' and t.supplier = f.supplier and ${isLost}) as "refundedKobo", (
       select u.user_name from staff_requests r join users u on u.id = r.maker_id
       where r.state = 'waiting' and r.expires_at > now() and r.call = 'acceptFloat' and r.subject = 'supplier ' || f.supplier
         and r.moved_kobo = abs(f.drift_kobo) and (r.body ->> 'amount' like '-%') = (f.drift_kobo < 0) order by r.id limit 1) as "askedBy"
     from supplier_floats f where drift_kobo is not null order by drift_since, supplier`,
  );
}

/** Takes a difference as explained, a payment to the supplier for one. Gives whether it is, to the kobo, the present one. */
export async function acceptDrift(db: Db, supplier: string, driftKobo: bigint): Promise<boolean> {
  const accepted = await db.run(
    `update supplier_floats set base_kobo = base_kobo + drift_kobo, drift_kobo = null, drift_since = null
     where supplier = $1 and drift_kobo = $2`,
    [supplier, driftKobo],
  );
  return accepted === 1;
}
