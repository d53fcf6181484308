/**
 * After the faults: everything is whole again, and whatever suppliers, gateways and banks have decided has to become final in bounded
 * time. What is asked about in an hour, or in ten minutes, is asked about now: the phase sets the next questions forward, not the answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalView } from '../../sandbox/src/control/views.ts';
import type { Installation } from './installation.ts';
import { compareJournal } from './journal-oracle.ts';
import type { Db } from '../src/platform/db.ts';
import { IN_REVIEW } from '../src/slices/purchases/decide-purchase.ts';

/** What no supplier and no bank will ever decide. */
export const UNDECIDED = '0009';
/** What suppliers and banks take back after a while. */
export const REVERSED = '0011';
const CONVERGENCE_MS = 300_000;

export interface Settled {
  journal: JournalView;
  /** What somebody has decided, and is open all the same. */
  open: string[];
  seconds: number;
}

/** `decide` has staff decide all that they know something about. */
export async function untilSettled(
  installation: Pick<Installation, 'owner' | 'control'>,
  decide: () => Promise<void>,
): Promise<Settled> {
  const { owner } = installation;
  const startedMs = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000);
  for (let round = 0; ; round += 1) {
    const isOver = performance.now() - startedMs > CONVERGENCE_MS;
    if (round % 3 === 0) {
      await letTimePass(owner);
      await decide();
    }
    const open = await openWork(owner);
    if (open.length > 0 && !isOver) {
      await delay(1_000);
      continue;
    }
    const journal = (await installation.control('journal')) as JournalView; // its own view
    const { differences } = await compareJournal(owner, journal);
    if ((differences.length === 0 && !isGoingToReturn(journal)) || isOver)
      return { journal, open, seconds: seconds() };
    await delay(1_000);
  }
}

const isGoingToReturn = ({ deliveries, payouts }: JournalView): boolean =>
  deliveries.some(({ recipient, reversedAt }) => recipient.endsWith(REVERSED) && reversedAt === undefined) ||
  payouts.some(
    ({ accountNumber, reversedAt }) => accountNumber.endsWith(REVERSED) && reversedAt === undefined,
  );

async function letTimePass(db: Db): Promise<void> {
  await db.run(
    `update purchase_attempts a set next_check_at = now() from transactions t
     where t.id = a.transaction_id and a.next_check_at > now() + interval '1 second' and t.recipient not like '%' || $1`,
    [UNDECIDED],
  );
  await db.run(
    `update purchase_attempts a set return_check_at = now() from transactions t
     where t.id = a.transaction_id and a.return_check_at > now() + interval '1 second' and t.recipient like '%' || $1`,
    [REVERSED],
  );
  await db.run(
    `update withdrawals set next_check_at = now() where next_check_at > now() + interval '1 second' and account_number not like '%' || $1`,
    [UNDECIDED],
  );
  await db.run(
    `update withdrawals set return_check_at = now() where return_check_at > now() + interval '1 second' and account_number like '%' || $1`,
    [REVERSED],
  );
  await db.run(`update payments set next_check_at = now() where next_check_at > now() + interval '1 second'`);
}

async function openWork(db: Db): Promise<string[]> {
  const rows = await db.rows<{ what: string }>(
    `select t.reference || ' for ' || t.recipient || ': ' || string_agg(a.supplier || ' ' || a.state || ' asked ' || a.checks || ' times', ', ' order by a.attempt) as what
     from transactions t join purchase_attempts a on a.transaction_id = t.id
     where t.status = 'pending' and t.recipient not like '%' || $1 group by t.id
     union all
     select 'withdrawal ' || reference || ' to ' || account_number || ' is ' || state from withdrawals
     where state in ('sent', 'unknown', 'manual') and account_number not like '%' || $1
     union all
     select t.reference || ' waits for staff' from purchase_attempts a join transactions t on t.id = a.transaction_id
     where ${IN_REVIEW} and t.recipient like '%${REVERSED}'
     union all
     select 'hook ' || id || ' of ' || provider from hook_events where handled_at is null and provider = 'paymentpoint'`,
    [UNDECIDED],
  );
  return rows.map(({ what }) => what);
}
