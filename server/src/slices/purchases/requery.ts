/**
 * Asks suppliers what became of purchases that are still open, on schedule and by our own reference, whatever process sent them and
 * however it ended. Each answer goes through the same settlement as the first one.
 */
import type { MeterCompany, Network } from '@jara/contract/constants.ts';
import { kobo } from '@jara/contract/money.ts';
import type { ServiceType } from '../catalogue/catalogue.ts';
import type { Context } from '../../app/context.ts';
import type { RequeryAnswer, SentOrder } from '../../outside/suppliers/supplier.ts';
import { crashPoint } from '../../ledger/crash-points.ts';
import type { Db } from '../../platform/db.ts';
import { attemptReference, meterTypeOf } from './request.ts';
import type { Settled } from './settle.ts';
import { nextAttempt, settlementOf, type SentAttempt, type SentPurchase } from './settlement-of.ts';
import type { AskedNow } from '../transactions/asked-now.ts';

export interface AttemptToAsk extends SentAttempt {
  transactionId: bigint;
  userId: bigint;
  type: ServiceType;
  network: string;
  product: string | null;
  reference: string;
  recipient: string;
  planId: number | null;
  faceValueKobo: bigint;
  supplierId: string | null;
  buyerPhone: string;
  /** It was made before a moment to which the database was restored: it may have been sent on since. */
  mayBeSentOn: boolean;
}

const columns = `t.id as "transactionId", t.user_id as "userId", t.type, t.network, t.product, t.reference, t.recipient,
  (select u.phone from users u where u.id = t.user_id) as "buyerPhone", t.plan_id as "planId", t.face_value_kobo as "faceValueKobo", a.attempt::int as number, a.supplier, a.supplier_id as "supplierId", a.sent_at as "sentAt",
  a.reversal is not null as "isReversed", clock_timestamp() as "askedAt",
  (select array_agg(x.supplier) from purchase_attempts x where x.transaction_id = t.id) as "triedSuppliers",
  not exists (select from recoveries v where v.restored_to >= t.created_at) as "mayBeSentOn"`;
/** Of the attempts `a`. */
export const attemptsToAsk = `${columns} from a join transactions t on t.id = a.transaction_id`;

/** While one process asks, no other one does; if it dies, the next one asks after this. */
export const CLAIM = `interval '60 seconds'`;

/** Not those that this process is sending: whoever waits for the supplier gets the very same answer. */
async function claimDue(db: Db, ongoing: readonly bigint[], most: number): Promise<AttemptToAsk[]> {
  return db.rows<AttemptToAsk>(
    `with due as (
       select transaction_id, attempt from purchase_attempts
       where next_check_at <= now() and transaction_id <> all($1::bigint[])
       order by next_check_at limit $2 for update skip locked),
     a as (
       update purchase_attempts p set next_check_at = now() + ${CLAIM}
       from due where p.transaction_id = due.transaction_id and p.attempt = due.attempt returning p.*)
     select ${attemptsToAsk}`,
    [ongoing, most],
  );
}

const AT_A_TIME = 50;

/**
 * One round: asks about what is due, open or hinted at. A supplier that takes a delivered sale back, or delivers after a refusal, is
 * found here. Gives how many it asked about, so that the caller goes on while there is a backlog.
 */
export async function requeryDue(context: Context): Promise<number> {
  const due = await claimDue(context.pool, context.purchases.sending.ongoing.ids(), AT_A_TIME);
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

/** What was sold, read back. A contact that was named for this purchase is not on record: the buyer's own number takes its place. */
function purchaseOf(row: AttemptToAsk): SentPurchase {
  const { transactionId, reference, recipient, planId } = row;
  const facts = { transactionId, reference, recipient, planId, faceValueKobo: kobo(row.faceValueKobo) };
  if (row.type === 'electricity') {
    const meter = { type: meterTypeOf(row.product), contactPhone: row.buyerPhone };
    return { ...facts, type: row.type, network: row.network as MeterCompany, meter }; // as the transaction was written
  }
  return { ...facts, type: row.type, network: row.network as Network }; // as the transaction was written
}

/** Asks about one attempt now, also when it has ended, and waits for the answer. Gives undefined for an attempt that is not there. */
export async function requeryNow(
  context: Context,
  reference: string,
  attempt: number,
): Promise<AskedNow | undefined> {
  const row = await context.pool.find<AttemptToAsk>(
    `select ${columns} from transactions t join purchase_attempts a on a.transaction_id = t.id
     where t.reference = $1 and a.attempt = $2`,
    [reference, attempt],
  );
  if (row === undefined) return undefined;
  if (context.purchases.sending.ongoing.find(row.transactionId) !== undefined) return 'on_its_way';
  const said = await ask(context, row);
  if (said === null) return 'not_connected';
  return { provider: row.supplier, isAnswered: said === 'delivered' || said === 'refused' };
}

/** Asks, and settles what the supplier says. Gives its word, or null when it is not connected. */
export async function ask(context: Context, row: AttemptToAsk): Promise<RequeryAnswer['outcome'] | null> {
  const { log, suppliers } = context;
  const supplier = suppliers.get(row.supplier);
  if (supplier === undefined) {
    log.error(
      { supplier: row.supplier, reference: row.reference },
      'a purchase was sent to a supplier that is not connected',
    );
    return null;
  }
  crashPoint('purchase.requery.before_call');
  const answer = await supplier.requery(orderOf(row));
  crashPoint('purchase.requery.after_call');
  await settleAnswer(context, row, answer);
  return answer.outcome;
}

export const orderOf = (row: AttemptToAsk): SentOrder => ({
  kind: row.type,
  reference: attemptReference(row.reference, row.number),
  recipient: row.recipient,
  supplierId: row.supplierId,
  sentAt: row.sentAt,
});

/** Settles what a supplier says of an attempt. */
export async function settleAnswer(
  context: Context,
  row: AttemptToAsk,
  answer: RequeryAnswer,
): Promise<void> {
  const { purchases, events } = context;
  const purchase = purchaseOf(row);
  const settlement = settlementOf(purchases.settling, purchase, row, answer);
  const settled = await purchases.settling.settleQueue.add(settlement);
  alertStaff(context, row, settled);
  const next = nextAttempt(row, settlement, settled);
  // The attempt is on record as sent, and is asked about; the reference that it has may have been used.
  if (next !== null && row.mayBeSentOn) purchases.sending.resume(row.userId, purchase, next);
  if (settled.applied !== 'nothing') {
    events.publish(row.userId, { type: 'transaction', _id: String(row.transactionId) });
  }
}

/** What people have to look at. */
function alertStaff({ log }: Context, row: AttemptToAsk, { applied, nextCheckAt }: Settled): void {
  const of = { reference: row.reference, supplier: row.supplier };
  if (applied === 'unsettled' && nextCheckAt === null) {
    log.error(of, 'a purchase has no outcome after the last check: staff must ask the supplier');
  }
  if (applied === 'delivered_late') {
    log.error(of, 'a supplier delivered after the money was returned: booked as a loss');
  }
  if (applied === 'reversed_late') {
    log.warn(of, 'a supplier took a late delivery back: the loss is turned round');
  }
  if (applied === 'recovered') {
    log.warn(of, 'a supplier took back what staff had refunded: the loss is turned round');
  }
  if (applied === 'disputed') {
    log.error(
      of,
      'a supplier takes back what it had delivered with a token: staff must decide, nothing was returned',
    );
  }
  if (applied === 'more_tokens') {
    log.error(of, 'a supplier gave another token for a purchase that had one: both are kept, staff must ask');
  }
}
