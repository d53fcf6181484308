/**
 * Where many deliveries are due at one supplier that has a list, a page of it answers many of them. What the list has otherwise than
 * delivered is asked about by itself first of all: a list books nothing back. Nor does it say that what was refused was delivered: that is
 * asked about by itself.
 */
import type { Context } from '../../app/context.ts';
import type { ListedOrder, OrderKind, Supplier } from '../../outside/suppliers/supplier.ts';
import type { Db } from '../../platform/db.ts';
import { mayAskOnce } from '../../platform/provider-paces.ts';
import { checkByList, DUE, LEAST_FOR_A_LIST, NOT_BY_LIST } from '../transactions/check-by-list.ts';
import { attemptsToAsk, CLAIM, orderOf, settleAnswer, type AttemptToAsk } from './requery.ts';

const MOST_AT_ONCE = 500;

/** Gives how many deliveries the list has answered. */
export async function checkReturnsByList(context: Context, supplier: Supplier): Promise<number> {
  const { listPage, name } = supplier;
  if (listPage === undefined) return 0;
  const kinds = await context.pool.rows<{ kind: OrderKind }>(
    `select t.type as kind from (
       select transaction_id from purchase_attempts
       where supplier = $1 and return_check_at <= now() and return_check_at > ${NOT_BY_LIST} and state <> 'refused'
       order by return_check_at limit $2) a
     join transactions t on t.id = a.transaction_id group by t.type having count(*) >= $3`,
    [name, MOST_AT_ONCE, LEAST_FOR_A_LIST],
  );
  let answered = 0;
  for (const { kind } of kinds) answered += await checkKind(context, { name, listPage }, kind);
  return answered;
}

async function checkKind(
  context: Context,
  { name, listPage }: { name: string; listPage: NonNullable<Supplier['listPage']> },
  kind: OrderKind,
): Promise<number> {
  const { pool, config } = context;
  const pace = { provider: name, perMinute: config.purchases.returnChecksPerMinute };
  const claimed = await claimOfKind(pool, name, kind);
  const due = new Map(claimed.map((row) => [orderOf(row).reference, row]));
  const { answered, ...left } = await checkByList<AttemptToAsk, ListedOrder>(due, {
    mayAsk: () => mayAskOnce(pool, pace),
    getPage: (page) => listPage(kind, page),
    referenceOf: ({ reference }) => reference,
    findPosition: (reference) => findPosition(pool, name, kind, reference),
    async settle(row, listed) {
      const answer = listed.about(orderOf(row));
      if (answer.outcome !== 'delivered') return false;
      await settleAnswer(context, row, answer);
      return true;
    },
  });
  for (const why of ['differing', 'rest', 'later'] as const) await makeDueAgain(pool, left[why], DUE[why]);
  return answered;
}

/** Newest first, as the list is. */
async function claimOfKind(db: Db, supplier: string, kind: OrderKind): Promise<AttemptToAsk[]> {
  const rows = await db.rows<AttemptToAsk>(
    `with due as (
       select p.transaction_id, p.attempt from purchase_attempts p join transactions t on t.id = p.transaction_id
       where p.supplier = $1 and p.return_check_at <= now() and p.return_check_at > ${NOT_BY_LIST} and p.state <> 'refused'
         and t.type = $2
       order by p.return_check_at limit $3 for update of p skip locked),
     a as (
       update purchase_attempts p set return_check_at = now() + ${CLAIM}
       from due where p.transaction_id = due.transaction_id and p.attempt = due.attempt returning p.*)
     select ${attemptsToAsk}`,
    [supplier, kind, MOST_AT_ONCE],
  );
  return rows.toSorted((one, other) => Number(other.transactionId - one.transactionId));
}

/** What was refused for certain is in few lists. */
async function findPosition(
  db: Db,
  supplier: string,
  kind: OrderKind,
  reference: string,
): Promise<number | null> {
  const found = await db.find<{ position: number }>(
    `select (
       select count(*)::int from purchase_attempts a join transactions t on t.id = a.transaction_id
       where a.transaction_id > o.id and a.supplier = $1 and t.type = $2 and a.state <> 'refused') as position
     from transactions o where o.reference = left($3, 18)`,
    [supplier, kind, reference],
  );
  return found?.position ?? null;
}

async function makeDueAgain(db: Db, rows: readonly AttemptToAsk[], at: string): Promise<void> {
  if (rows.length === 0) return;
  await db.run(
    `update purchase_attempts a set return_check_at = ${at} from unnest($1::bigint[], $2::int[]) as x(id, attempt)
     where a.transaction_id = x.id and a.attempt = x.attempt and a.return_check_at is not null`,
    [rows.map(({ transactionId }) => transactionId), rows.map(({ number }) => number)],
  );
}
