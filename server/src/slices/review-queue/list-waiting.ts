import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { ReviewQueueEntry } from '@jara/contract/calls/review-queue.ts';
import type { Context } from '../../app/context.ts';
import { askedStates, heldStates, listed, staffStates } from '../../ledger/states.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { IN_REVIEW } from '../purchases/decide-purchase.ts';
import { countDisputes } from '../disputes/dispute.ts';
import { countOpenItems } from '../recovery/opening.ts';
import { countOpenRequests } from '../staff-actions/list-staff-requests.ts';
import { countSuspense } from '../suspense/list-suspense.ts';
import { listFloatDrifts } from '../suppliers/accept-float.ts';
import { attemptReference, lacksToken, meterTypeOf } from '../purchases/request.ts';

/** Both queues are read by the indexes of what is open, however many purchases there are. */
export const listWaiting =
  ({ pool }: Context): Handler<'listWaiting'> =>
  async ({ principal, query }) => {
    const queue = readQueue(query.queue);
    const page = query.page ?? 1;
    const size = limits.pageSize;
    const [rows, staff, asked, suspense, recovery, disputes, requests, webhooks, floats] = await Promise.all([
      pool.rows<Row>(
        `select ${columns} from (${queues[queue]}) q join transactions t on t.id = q.transaction_id
         join users u on u.id = t.user_id order by t.id limit $1 offset $2`,
        [size, (page - 1) * size],
      ),
      sizeOf(pool, 'staff'),
      sizeOf(pool, 'asked'),
      countSuspense(pool),
      countOpenItems(pool),
      countDisputes(pool, 'open'),
      countOpenRequests(pool, principal),
      pool.get<{ count: bigint }>(
        `select count(*) from webhook_messages where state = 'failed' and created_at > now() - interval '30 days'`,
      ),
      listFloatDrifts(pool),
    ]);
    const shown = queue === 'staff' ? staff : asked;
    return {
      waiting: rows.map(present),
      floats,
      page,
      totalPages: Math.max(1, Math.ceil(Number(shown.count) / size)),
      heldBack: toNaira(kobo(shown.heldKobo)),
      counts: {
        staff: Number(staff.count),
        asked: Number(asked.count),
        suspense,
        recovery,
        disputes,
        staffRequests: requests,
        webhooksGivenUp: Number(webhooks.count),
      },
    };
  };

type Queue = 'staff' | 'asked';

function readQueue(input: string | undefined): Queue {
  const queue = input?.trim() || 'staff';
  return queue === 'staff' || queue === 'asked' ? queue : refuseField('queue', 'Choose staff or asked');
}

const attempt = `select false as is_other_name, a.transaction_id, a.attempt::int, a.supplier, a.supplier_id, a.message, a.checks, a.answered_at, a.next_check_at`;
const payout = `select w.is_other_name, w.transaction_id, null::int as attempt, w.provider as supplier, w.provider_reference as supplier_id, w.message,
  w.checks, w.answered_at, w.next_check_at`;

const queues: Record<Queue, string> = {
  staff: `${attempt}, case when a.disputed_at is null then 'no_outcome' else 'disputed' end as why from purchase_attempts a
      join transactions t on t.id = a.transaction_id where ${IN_REVIEW}
    union all ${payout}, 'no_outcome' as why from withdrawals w where w.state in (${listed(staffStates)})
    union all ${payout}, 'held' as why from withdrawals w where w.state in (${listed(heldStates)})`,
  asked: `${attempt}, 'asked' as why from purchase_attempts a
      where a.next_check_at is not null and a.state in (${listed(askedStates)}) and a.sent_at < now() - interval '5 minutes'
    union all ${payout}, 'asked' as why from withdrawals w
      where w.next_check_at is not null and w.state in (${listed(askedStates)}) and w.sent_at < now() - interval '5 minutes'`,
};

/** The transactions that staff have to decide. */
export const WAITS_FOR_STAFF = queues.staff;

const sizeOf = (db: Db, queue: Queue): Promise<{ count: bigint; heldKobo: bigint }> =>
  db.get(
    `select count(*), coalesce(sum(t.amount_kobo), 0)::bigint as "heldKobo"
     from (${queues[queue]}) q join transactions t on t.id = q.transaction_id`,
  );

const columns = `t.id, t.reference, t.type, u.user_name as "userName", t.network, t.product, t.description, t.recipient,
  t.amount_kobo as "amountKobo", t.tokens, t.created_at as "createdAt", q.attempt, q.why, q.supplier,
  q.supplier_id as "supplierId", q.message, q.is_other_name as "isOtherName", q.checks, q.answered_at as "answeredAt", q.next_check_at as "nextCheckAt"`;

interface Row {
  id: bigint;
  reference: string;
  type: string;
  userName: string;
  network: string | null;
  product: string | null;
  description: string;
  recipient: string | null;
  amountKobo: bigint;
  tokens: string[];
  createdAt: Date;
  /** Null of a payout, which is sent once and by the transaction's own reference. */
  attempt: number | null;
  why: string;
  supplier: string;
  supplierId: string | null;
  message: string | null;
  isOtherName: boolean;
  checks: number;
  answeredAt: Date | null;
  nextCheckAt: Date | null;
}

const present = (row: Row): ReviewQueueEntry => ({
  _id: String(row.id),
  reference: row.reference,
  trans_Type: row.type,
  trans_UserName: row.userName,
  network: row.network,
  description: row.description,
  recipient: row.recipient,
  amount: toNaira(kobo(row.amountKobo)),
  why: row.why,
  supplier: row.supplier,
  supplierReference: row.attempt === null ? row.reference : attemptReference(row.reference, row.attempt),
  supplierId: row.supplierId,
  supplierMessage: row.message,
  isOtherName: row.isOtherName,
  needsToken: row.type === 'electricity' && lacksToken(meterTypeOf(row.product), row.tokens),
  checks: row.checks,
  createdAt: row.createdAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  // The epoch stands for a hint of the supplier: it is asked now.
  nextCheckAt:
    row.nextCheckAt === null ? null : new Date(Math.max(row.nextCheckAt.getTime(), Date.now())).toISOString(),
});
