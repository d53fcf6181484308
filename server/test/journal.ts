/** Holds the sandbox's journal against the books: what suppliers delivered is what the books say was delivered, one by one. */
import { expect } from 'vitest';
import type { DeliveryView } from '../../sandbox/src/control/views.ts';
import type { Pool } from '../src/platform/db.ts';

interface AttemptRow {
  supplier: string;
  reference: string;
  state: string;
  status: string;
  type: string;
  recipient: string;
  faceValueKobo: bigint;
  supplierPlanId: string | null;
  /** The supplier took it back although a token was told: staff decide, and until then nothing moves. */
  isDisputed: boolean;
  tokens: string[];
}

const attemptsSql = `select a.supplier, t.reference || a.attempt as reference, a.state, t.status, t.type, t.recipient,
    t.face_value_kobo as "faceValueKobo", s.supplier_plan_id as "supplierPlanId", a.disputed_at is not null as "isDisputed", t.tokens
  from purchase_attempts a join transactions t on t.id = a.transaction_id
  left join supplier_plans s on s.plan_id = t.plan_id and s.supplier = a.supplier`;

/**
 * What a delivery's attempt may be in the books, by whether the supplier took the delivery back. One that was taken back before we
 * heard of it was refused, as far as we know.
 */
const endsOf = {
  final: ['delivered', 'delivered_late'],
  reversed: ['reversed', 'reversed_late', 'recovered', 'refused'],
};
const isDelivery = new Set(['delivered', 'delivered_late', 'reversed', 'reversed_late', 'recovered']);

/** A line for each difference; none when books and journal tell the same story. */
export async function journalBreaks(pool: Pool, deliveries: readonly DeliveryView[]): Promise<string[]> {
  const breaks: string[] = [];
  const attempts = await pool.rows<AttemptRow>(attemptsSql);
  const byReference = new Map(
    attempts.map((attempt) => [`${attempt.supplier} ${attempt.reference}`, attempt]),
  );
  const delivered = new Map<string, DeliveryView>();
  for (const delivery of deliveries) {
    const name = `${delivery.supplier} ${ourReference(delivery)}`;
    if (delivered.has(name)) breaks.push(`${name} was delivered twice`);
    delivered.set(name, delivery);
    const attempt = byReference.get(name);
    if (attempt === undefined) breaks.push(`${name} was delivered, but never sent`);
    else breaks.push(...differences(name, delivery, attempt));
  }
  for (const [name, { state }] of byReference) {
    if (isDelivery.has(state) && !delivered.has(name))
      breaks.push(`${name} is ${state} in the books, but not in the journal`);
  }
  return [...breaks, ...(await purchaseBreaks(pool))];
}

/** VTpass knows an order by twelve digits of time and our reference. */
const ourReference = ({ supplier, reference }: DeliveryView): string =>
  supplier === 'VTPASS' ? reference.slice(12) : reference;

function differences(name: string, delivery: DeliveryView, attempt: AttemptRow): string[] {
  const isFinal = delivery.reversedAt === undefined;
  const breaks: string[] = [];
  const isKnown = endsOf[isFinal ? 'final' : 'reversed'].includes(attempt.state);
  // Once staff have given the money back, that the supplier took it back as well is a recovery.
  const waitsForStaff = attempt.isDisputed && attempt.status !== 'refunded';
  if (!isKnown && !(waitsForStaff && !isFinal)) {
    const fate = isFinal ? 'delivered' : 'delivered and taken back';
    breaks.push(`${name} was ${fate}, but is ${attempt.state} in the books of a ${attempt.status} purchase`);
  }
  if (delivery.kind !== attempt.type || delivery.recipient !== attempt.recipient)
    breaks.push(
      `${name} was ${delivery.kind} for ${delivery.recipient}, not ${attempt.type} for ${attempt.recipient}`,
    );
  if (attempt.type !== 'data' && BigInt(Math.round(delivery.amount * 100)) !== attempt.faceValueKobo)
    breaks.push(`${name} was ${delivery.amount} naira, not ${attempt.faceValueKobo} kobo`);
  if (attempt.type === 'data' && String(delivery.planId) !== attempt.supplierPlanId)
    breaks.push(`${name} was plan ${delivery.planId}, not ${attempt.supplierPlanId}`);
  if (attempt.state === 'delivered' && String(delivery.tokens ?? []) !== String(attempt.tokens))
    breaks.push(`${name} has the tokens ${String(delivery.tokens)}, the line ${String(attempt.tokens)}`);
  return breaks;
}

/**
 * Purchases whose state is not that of their attempts. What staff refunded stays delivered at the supplier, until the books have
 * `purchase.recover` for it. Of refunds that had never cost anything, nothing is recovered.
 */
async function purchaseBreaks(pool: Pool): Promise<string[]> {
  const rows = await pool.rows<{ what: string }>(
    `select t.reference || ' is ' || t.status || ' with attempts ' || string_agg(a.state, ', ' order by a.attempt) as what
     from transactions t join purchase_attempts a on a.transaction_id = t.id
     cross join lateral (select
       exists (select from postings p where p.code = 'purchase.refund' and p.reference = t.id::text) as by_staff,
       exists (select from postings p where p.code = 'purchase.recover' and p.reference = t.id::text)
         or exists (select from refunds_without_loss f where f.transaction_id = t.id) as is_recovered) refund
     group by t.id, by_staff, is_recovered
     having count(*) filter (where a.state = 'delivered' or a.reversal = 'recovered') <> (t.status = 'success' or by_staff)::int
       or count(*) filter (where a.reversal = 'recovered') <> (by_staff and is_recovered)::int
       or count(*) filter (where a.reversal = 'reversed') <> (t.status = 'refunded' and not by_staff)::int`,
  );
  return rows.map(({ what }) => what);
}

export async function expectJournalToAgree(
  pool: Pool,
  journal: { deliveries: readonly DeliveryView[] },
): Promise<void> {
  expect(await journalBreaks(pool, journal.deliveries)).toEqual([]);
}
