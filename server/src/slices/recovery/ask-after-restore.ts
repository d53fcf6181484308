/**
 * While the shop is closed after a restore: asks each supplier for its list since that moment, and notes every delivery that the books do
 * not have. What has no list is noted as a statement that staff compare. Purchases and payouts that were open at that moment are asked
 * about by the jobs that always do.
 */
import type { Context } from '../../app/context.ts';
import type { ListedOrder, Supplier } from '../../outside/suppliers/supplier.ts';
import type { Db } from '../../platform/db.ts';

/** The clock of a supplier may be behind; what is known is not noted, so that too much costs nothing. */
const MARGIN = `interval '1 hour'`;
/** While one process asks, no other one does. */
const CLAIM = `interval '1 minute'`;

interface Question {
  id: bigint;
  recoveryId: bigint;
  provider: string;
  since: Date;
}

/** One round. Gives whether the shop is closed. */
export async function askAfterRestore(context: Context): Promise<boolean> {
  const { pool, shop, suppliers, log } = context;
  if (!(await shop.look())) return false;
  await noteWhatToAsk(context);
  const due = await pool.rows<Question>(
    `update recovery_items i set noted_at = now() from recoveries r
     where r.id = i.recovery_id and r.opened_at is null and i.kind = 'question' and i.decided_at is null
       and (i.words is null or i.noted_at < now() - ${CLAIM})
     returning i.id, i.recovery_id as "recoveryId", i.provider, r.restored_to - ${MARGIN} as since`,
  );
  for (const question of due) {
    const supplier = suppliers.get(question.provider);
    if (supplier?.listSince === undefined) continue;
    const problem = await ask(pool, supplier.listSince, question);
    if (problem !== null) {
      log.warn({ provider: question.provider, problem }, 'a supplier does not give its list after a restore');
      await pool.run('update recovery_items set words = $2 where id = $1', [question.id, problem]);
    }
  }
  return true;
}

/** Each provider of this installation, once. */
async function noteWhatToAsk({ pool, suppliers, cards, payouts, reservedAccounts }: Context): Promise<void> {
  const items = [...suppliers.values()].map((supplier: Supplier) => ({
    kind: supplier.listSince === undefined ? 'statement' : 'question',
    provider: supplier.name,
    reference: 'deliveries',
  }));
  items.push(
    { kind: 'statement', provider: cards.name, reference: 'card payments' },
    { kind: 'statement', provider: payouts.name, reference: 'payouts' },
    { kind: 'statement', provider: reservedAccounts.name, reference: 'bank transfers' },
  );
  await pool.run(
    `insert into recovery_items (recovery_id, kind, provider, reference)
     select r.id, x.kind, x.provider, x.reference
     from recoveries r cross join json_to_recordset($1) as x(kind text, provider text, reference text)
     where r.opened_at is null on conflict do nothing`,
    [JSON.stringify(items)],
  );
}

/** Notes what the books do not have. Gives why it could not, or null. */
async function ask(
  db: Db,
  listSince: NonNullable<Supplier['listSince']>,
  { id, recoveryId, provider, since }: Question,
): Promise<string | null> {
  const answer = await listSince(since);
  if (answer.outcome === 'unknown') return answer.problem;
  await noteUnknown(db, recoveryId, provider, answer.orders);
  await db.run(
    `update recovery_items set decided_at = now(), words = $2, reason = 'asked by the program' where id = $1 and decided_at is null`,
    [id, `${answer.orders.length} orders since ${since.toISOString()}`],
  );
  return null;
}

/** An attempt is known by our reference: that of the purchase, and the number of the attempt behind it. */
async function noteUnknown(
  db: Db,
  recoveryId: bigint,
  provider: string,
  orders: readonly ListedOrder[],
): Promise<void> {
  const listed = orders.map((order) => ({
    reference: order.reference ?? `${provider} ${order.supplierId ?? '?'}`,
    recipient: order.recipient,
    amount: order.amountKobo === null ? null : String(order.amountKobo),
    at: order.at,
    words: order.words,
  }));
  await db.run(
    `insert into recovery_items (recovery_id, kind, provider, reference, recipient, amount_kobo, happened_at, words)
     select distinct on (x.reference) $1::bigint, 'delivery', $2, x.reference, x.recipient, x.amount, x.at, x.words
     from json_to_recordset($3) as x(reference text, recipient text, amount bigint, at timestamptz, words text)
     where not exists (
       select from transactions t join purchase_attempts a on a.transaction_id = t.id
       where t.reference = left(x.reference, 18) and a.attempt::text = substr(x.reference, 19) and a.supplier = $2)
     on conflict do nothing`,
    [recoveryId, provider, JSON.stringify(listed)],
  );
}
