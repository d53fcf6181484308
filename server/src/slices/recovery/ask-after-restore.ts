/**
 * While the shop is closed after a restore: asks suppliers and the bank for their lists since that moment, and notes everything that the
 * books do not have. What has no list is noted as a statement that staff compare. Purchases, payouts and card payments that were open at
 * that moment are asked about by the jobs that always do.
 */
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { askAboutPayout } from '../withdrawals/requery.ts';
import { compareOrders, comparePayouts, type Compared, type Found } from './read-lists.ts';

/** The clock of a supplier may be behind; what is known is not noted, so that too much costs nothing. */
const MARGIN = `interval '1 hour'`;
/** While one process asks, no other one does; a list takes at most five minutes (read-pages.ts). */
const ASKING = 'it is being asked';
const CLAIM = `interval '6 minutes'`;
const RETRY_INTERVAL = `interval '1 minute'`;
/** After so long without a list staff compare a statement: the shop does not stay closed for a provider that is down. */
const PATIENCE = `interval '30 minutes'`;
/** Hooks of payments that are not on record, in one round. */
const MOST_HOOKS = 5;

interface Question {
  id: bigint;
  recoveryId: bigint;
  provider: string;
  reference: string;
  since: Date;
}

/** One round. Gives whether the shop is closed. */
export async function askAfterRestore(context: Context): Promise<boolean> {
  const { pool, shop, log } = context;
  if (!(await shop.look())) return false;
  await noteWhatToAsk(context);
  const due = await pool.rows<Question>(
    `update recovery_items i set noted_at = now(), words = $1 from recoveries r
     where r.id = i.recovery_id and r.opened_at is null and i.kind = 'question' and i.decided_at is null
       and (i.words is null or i.noted_at < now() - case i.words when $1 then ${CLAIM} else ${RETRY_INTERVAL} end)
     returning i.id, i.recovery_id as "recoveryId", i.provider, i.reference, r.restored_to - ${MARGIN} as since`,
    [ASKING],
  );
  await Promise.all([
    ...due.map(async (question) => {
      const problem = await ask(context, question);
      if (problem === null) return;
      log.warn({ provider: question.provider, problem }, 'a provider does not give its list after a restore');
      await noteProblem(pool, question, problem);
    }),
    notePaymentsByHook(context),
  ]);
  return true;
}

/** Each provider of this installation, once: what was asked and turned into a statement is not asked anew. */
async function noteWhatToAsk({ pool, suppliers, cards, payouts, reservedAccounts }: Context): Promise<void> {
  const kindFor = (list: unknown) => (list === undefined ? 'statement' : 'question');
  const items = [
    ...[...suppliers.values()].map(({ name, listPage }) => ({
      kind: kindFor(listPage),
      provider: name,
      reference: 'deliveries',
    })),
    { kind: kindFor(payouts.listPayouts), provider: payouts.name, reference: 'payouts' },
    { kind: 'statement', provider: cards.name, reference: 'card payments' },
    { kind: 'statement', provider: reservedAccounts.name, reference: 'bank transfers' },
  ];
  await pool.run(
    `insert into recovery_items (recovery_id, kind, provider, reference)
     select r.id, x.kind, x.provider, x.reference
     from recoveries r cross join json_to_recordset($1) as x(kind text, provider text, reference text)
     where r.opened_at is null and not exists (
       select from recovery_items i where i.recovery_id = r.id and i.kind <> 'delivery' and i.provider = x.provider and i.reference = x.reference)
     on conflict do nothing`,
    [JSON.stringify(items)],
  );
}

/** Notes what the books do not have. Gives why it could not, or null. */
async function ask(context: Context, question: Question): Promise<string | null> {
  const { pool } = context;
  const compared = await compare(context, question);
  if (compared.outcome === 'unknown') return compared.problem;
  for (const transactionId of compared.differing) await askAboutPayout(context, transactionId);
  await note(pool, question, compared.unknown);
  await pool.run(
    `update recovery_items set decided_at = now(), words = $2, reason = 'asked by the program' where id = $1 and decided_at is null`,
    [question.id, `${compared.count} in the list since ${question.since.toISOString()}`],
  );
  return null;
}

function compare(context: Context, { provider, reference, since }: Question): Promise<Compared> {
  const { pool, suppliers, payouts } = context;
  const listPage = suppliers.get(provider)?.listPage;
  if (reference === 'deliveries' && listPage !== undefined)
    return compareOrders(pool, { name: provider, listPage }, since);
  const { name, listPayouts } = payouts;
  if (reference === 'payouts' && name === provider && listPayouts !== undefined)
    return comparePayouts(pool, { name, listPayouts }, since);
  return Promise.resolve({ outcome: 'unknown', problem: 'it is not connected any more' });
}

const noteProblem = (db: Db, { id }: Question, problem: string): Promise<number> =>
  db.run(
    `update recovery_items i set words = $2, noted_at = now(),
       kind = case when r.entered_at < now() - ${PATIENCE} then 'statement' else i.kind end
     from recoveries r where i.id = $1 and r.id = i.recovery_id and i.decided_at is null`,
    [id, problem],
  );

async function note(
  db: Db,
  { recoveryId, provider }: Pick<Question, 'recoveryId' | 'provider'>,
  found: readonly Found[],
): Promise<void> {
  const listed = found.map(({ reference, recipient, amountKobo, at, words }) => ({
    reference,
    recipient,
    amount: amountKobo === null ? null : String(amountKobo),
    at,
    words,
  }));
  await db.run(
    `insert into recovery_items (recovery_id, kind, provider, reference, recipient, amount_kobo, happened_at, words)
     select distinct on (x.reference) $1::bigint, 'delivery', $2, x.reference, x.recipient, x.amount, x.at, x.words
     from json_to_recordset($3) as x(reference text, recipient text, amount bigint, at timestamptz, words text)
     on conflict do nothing`,
    [recoveryId, provider, JSON.stringify(listed)],
  );
}

/**
 * A payer's payment that was opened after the moment is on nobody's record, and the gateway has no list. What is left of it is its signed
 * hook, which the gateway repeats until somebody answers: the gateway is asked about it, and it is noted.
 */
async function notePaymentsByHook({ pool, cards }: Context): Promise<void> {
  const hooks = await pool.rows<{ recoveryId: bigint; reference: string; at: Date }>(
    `select r.id as "recoveryId", h.reference, min(h.received_at) as at from recoveries r join hook_events h on h.received_at >= r.entered_at
     where r.opened_at is null and h.provider = $1
       and not exists (select from payments p where p.reference = h.reference)
       and not exists (select from recovery_items i where i.recovery_id = r.id and i.kind = 'delivery' and i.provider = $1 and i.reference = h.reference)
     group by r.id, h.reference order by min(h.id) limit $2`,
    [cards.name, MOST_HOOKS],
  );
  for (const { recoveryId, reference, at } of hooks) {
    const said = await cards.verify(reference);
    if (said.outcome === 'unknown') continue;
    const [amountKobo, currency] = said.outcome === 'paid' ? [said.amountKobo, said.currency] : [null, ''];
    const words = `card payment: ${said.outcome} ${currency}`.trim();
    await note(pool, { recoveryId, provider: cards.name }, [
      { reference, recipient: null, amountKobo, at, words },
    ]);
  }
}
