/** A message to a user's server as it stands in the database, and as the wire names it. */
import type { WebhookMessage } from '@jara/contract/calls/webhooks.ts';
import type { Db } from '../../platform/db.ts';

interface Row {
  id: bigint;
  type: string;
  transactionId: bigint | null;
  state: string;
  createdAt: Date;
  nextTryAt: Date | null;
  body: string | null;
  tries: {
    at: string;
    status: number | null;
    problem: string | null;
    answer: string | null;
    tookMs: number;
  }[];
}

const columns = `m.id, m.type, m.transaction_id as "transactionId", m.state, m.created_at as "createdAt", m.next_try_at as "nextTryAt", m.body,
  coalesce((
    select json_agg(json_build_object('at', y.at, 'status', y.status, 'problem', y.problem, 'answer', y.answer, 'tookMs', y.took_ms)
      order by y.try)
    from webhook_tries y where y.message_id = m.id), '[]') as tries`;

const present = ({ id, transactionId, createdAt, nextTryAt, tries, ...rest }: Row): WebhookMessage => ({
  ...rest,
  _id: String(id),
  transactionId: transactionId === null ? null : String(transactionId),
  createdAt: createdAt.toISOString(),
  nextTryAt: nextTryAt?.toISOString() ?? null,
  tries: tries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
});

export async function findMessage(db: Db, userId: bigint, id: bigint): Promise<WebhookMessage | undefined> {
  const row = await db.find<Row>(
    `select ${columns} from webhook_messages m where m.id = $1 and m.user_id = $2`,
    [id, userId],
  );
  return row === undefined ? undefined : present(row);
}

export async function newestMessages(
  db: Db,
  userId: bigint,
  page: { size: number; skip: number },
): Promise<WebhookMessage[]> {
  const rows = await db.rows<Row>(
    `select ${columns} from webhook_messages m where m.user_id = $1 order by m.id desc limit $2 offset $3`,
    [userId, page.size, page.skip],
  );
  return rows.map(present);
}
