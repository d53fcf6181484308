/**
 * Asks suppliers what became of purchases that are still open, on schedule and by our own reference, whatever process sent them and
 * however it ended. Each answer goes through the same settlement as the first one.
 */
import { kobo } from '@jara/contract/money.ts';
import type { Context } from '../context.ts';
import type { Db } from '../platform/db.ts';
import { nextAttempt, settlementOf, type SentAttempt, type SentPurchase } from './dispatch.ts';
import { attemptReference } from './order.ts';

interface Row extends SentPurchase, SentAttempt {
  userId: bigint;
  supplierId: string | null;
}

const columns = `t.id as "transactionId", t.user_id as "userId", t.type, t.network, t.reference, t.recipient, t.plan_id as "planId",
  t.face_value_kobo as "faceValueKobo", a.attempt::int as number, a.supplier, a.supplier_id as "supplierId", a.sent_at as "sentAt",
  a.first_not_found_at as "firstNotFoundAt",
  (select array_agg(x.supplier) from purchase_attempts x where x.transaction_id = t.id) as "triedSuppliers"`;

/** While one process asks, no other one does; if it dies, the next one asks after this. */
const CLAIM = `interval '60 seconds'`;

/** Not those that this process is sending: whoever waits for the supplier gets the very same answer. */
async function claimDue(db: Db, live: readonly bigint[], most: number): Promise<Row[]> {
  return db.rows<Row>(
    `with due as (
       select transaction_id, attempt from purchase_attempts
       where next_check_at <= now() and transaction_id <> all($1::bigint[])
       order by next_check_at limit $2 for update skip locked),
     a as (
       update purchase_attempts p set next_check_at = now() + ${CLAIM}
       from due where p.transaction_id = due.transaction_id and p.attempt = due.attempt returning p.*)
     select ${columns} from a join transactions t on t.id = a.transaction_id`,
    [live, most],
  );
}

const AT_A_TIME = 50;

/**
 * One round: asks about what is due, open or hinted at. A supplier that takes a delivered sale back, or delivers after a refusal, is
 * found here. Gives how many it asked about, so that the caller goes on while there is a backlog.
 */
export async function requeryDue(context: Context): Promise<number> {
  const due = await claimDue(context.pool, context.purchases.liveIds(), AT_A_TIME);
  await Promise.all(due.map((row) => ask(context, row)));
  return due.length;
}

/**
 * Puts one attempt first in the next round, also when it has ended. Kept in the database, so that no hint is lost while the supplier
 * is being asked, or with this process. Gives whether there is such an attempt at this supplier.
 */
export async function askSoon(
  db: Db,
  hinted: { supplier: string; reference: string; attempt: number },
): Promise<boolean> {
  const marked = await db.run(
    `update purchase_attempts a set next_check_at = to_timestamp(0) from transactions t
     where t.reference = $1 and a.transaction_id = t.id and a.attempt = $2 and a.supplier = $3`,
    [hinted.reference, hinted.attempt, hinted.supplier],
  );
  return marked > 0;
}

async function ask(context: Context, row: Row): Promise<void> {
  const { log, purchases, suppliers, events } = context;
  const supplier = suppliers.get(row.supplier);
  if (supplier === undefined) {
    log.error(
      { supplier: row.supplier, reference: row.reference },
      'an open purchase was sent to a supplier that is not connected',
    );
    return;
  }
  const purchase: SentPurchase = { ...row, faceValueKobo: kobo(row.faceValueKobo) };
  const answer = await supplier.requery({
    kind: row.type,
    reference: attemptReference(row.reference, row.number),
    recipient: row.recipient,
    supplierId: row.supplierId,
    sentAt: row.sentAt,
  });
  const settlement = settlementOf(purchases.dispatching, purchase, row, answer, new Date());
  const settled = await purchases.dispatching.settleLane.add(settlement);
  if (
    settlement.result.outcome === 'waiting' &&
    settlement.result.nextCheckAt === null &&
    settled.applied === 'waiting'
  ) {
    log.error(
      { reference: row.reference, supplier: row.supplier },
      'a purchase has no outcome after the last check: staff must ask the supplier',
    );
  }
  if (settled.applied === 'delivered_late') {
    log.error(
      { reference: row.reference, supplier: row.supplier },
      'a supplier delivered after the money was returned: booked as a loss',
    );
  }
  const next = nextAttempt(row, settlement, settled);
  if (next !== null) purchases.resume(row.userId, purchase, next);
  if (settled.applied !== 'nothing') {
    events.tell(row.userId, { type: 'transaction', _id: String(row.transactionId) });
  }
}
