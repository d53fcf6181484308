/** What the shop owes its users, and whom it has to notify. */
import type { AnswerBody, Client } from './client.ts';
import type { Db } from '../src/platform/db.ts';
import type { Cast } from './people.ts';

interface Owed {
  accounts: bigint;
  inFlight: bigint;
  coupons: bigint;
  suspense: bigint;
}

const names = ['accounts', 'inFlight', 'coupons', 'suspense'] as const;

/** Once nothing moves any more: what the dashboard says is owed to users is what stands in each wallet, open sale, coupon and payment. */
export async function solvencyBreaks(db: Db, client: Client, { admins }: Cast): Promise<string[]> {
  const { status, body } = await client.send({ call: 'getSolvency', person: admins[0] });
  const { owed } = body as AnswerBody & { owed?: Record<keyof Owed, number> }; // of this call
  if (owed === undefined) return [`getSolvency was answered ${status} ${body.code}`];
  const owes = await db.get<Owed>(
    `select
       (select sum(balance) from accounts where kind in ('wallet', 'earnings'))::bigint as accounts,
       coalesce((select sum(amount_kobo) from transactions where status = 'pending'
         and type in ('airtime', 'data', 'electricity', 'withdraw')), 0)::bigint as "inFlight",
       coalesce((select sum(amount_kobo) from coupons where redeemed_at is null and voided_at is null), 0)::bigint as coupons,
       coalesce((select sum(e.amount) from postings p join entries e on e.posting_id = p.id
           join accounts a on a.id = e.account_id and a.kind = 'suspense' where p.code = 'funding.suspense'
           and not exists (select from suspense_decisions d where d.posting_id = p.id)), 0)::bigint as suspense`,
  );
  return names.flatMap((name) =>
    BigInt(Math.round(owed[name] * 100)) === owes[name]
      ? []
      : [`the dashboard says that ${owed[name]} naira are owed as ${name}, not ${owes[name]} kobo`],
  );
}

export interface Unwritten {
  /** How many messages had to be there. */
  looked: number;
  breaks: string[];
}

/**
 * Each outcome of a transaction stands once among the messages to its owner's server, where one is registered: both are one commit. What is
 * refunded had been a success before, and nothing else had two outcomes.
 */
export async function unwrittenMessages(db: Db): Promise<Unwritten> {
  const rows = await db.rows<{ reference: string; outcome: string; times: number }>(
    // Counted once for all: none of them is found by its transaction, and a long run has tens of thousands.
    `with written as (select transaction_id, type, count(*)::int as times from webhook_messages group by 1, 2)
     select t.reference, o.outcome, coalesce(w.times, 0) as times
     from transactions t join webhook_endpoints e on e.user_id = t.user_id and e.created_at < t.created_at
     cross join lateral unnest(case when t.status = 'refunded' then array['success', 'refunded'] else array[t.status] end) as o (outcome)
     left join written w on w.transaction_id = t.id and w.type = 'transaction.' || o.outcome
     where t.status <> 'pending'`,
  );
  const breaks = rows.flatMap(({ reference, outcome, times }) =>
    times === 1 ? [] : [`${reference} was ${outcome}, of which ${times} messages were written`],
  );
  return { looked: rows.length, breaks };
}
