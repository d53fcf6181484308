/** A dispute with its messages, as users and staff see it. */
import type { Dispute, DisputeEntry } from '@jara/contract/calls/receipts/disputes.ts';
import { limits } from '@jara/contract/constants.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';

export type DisputeState = 'open' | 'answered' | 'closed';

interface Row {
  id: bigint;
  kind: string;
  state: DisputeState;
  openedAt: Date;
  messages: { isStaff: boolean; words: string; at: string }[];
}

interface EntryRow extends Row {
  transactionId: bigint;
  reference: string;
  type: string;
  status: string;
  userName: string;
  description: string;
  recipient: string | null;
  amountKobo: bigint;
}

const fields = `d.id, d.kind, d.state, d.opened_at as "openedAt",
  (select json_agg(json_build_object('isStaff', m.staff_id is not null, 'words', m.words, 'at', m.written_at) order by m.id)
   from dispute_messages m where m.dispute_id = d.id) as messages`;
const selectEntries = `select ${fields}, d.transaction_id as "transactionId", t.reference, t.type, t.status, u.user_name as "userName", t.description,
  t.recipient, t.amount_kobo as "amountKobo"
  from disputes d join transactions t on t.id = d.transaction_id join users u on u.id = d.user_id`;

const present = ({ id, kind, state, openedAt, messages }: Row): Dispute => ({
  _id: String(id),
  kind,
  state,
  openedAt: openedAt.toISOString(),
  messages: messages.map(({ isStaff, words, at }) => ({
    from: isStaff ? 'staff' : 'user',
    text: words,
    at: new Date(at).toISOString(),
  })),
});

const presentEntry = (row: EntryRow): DisputeEntry => ({
  ...present(row),
  transactionId: String(row.transactionId),
  reference: row.reference,
  trans_Type: row.type,
  trans_Status: row.status,
  trans_UserName: row.userName,
  description: row.description,
  recipient: row.recipient,
  amount: toNaira(kobo(row.amountKobo)),
});

const mostOnReceipt = 20;

/** Of one transaction, the oldest first: the last twenty. */
export async function findDisputes(db: Db, transactionId: bigint): Promise<Dispute[]> {
  const rows = await db.rows<Row>(
    `select ${fields} from disputes d where d.transaction_id = $1 order by d.id desc limit ${mostOnReceipt}`,
    [transactionId],
  );
  return rows.map(present).toReversed();
}

export async function getDispute(db: Db, id: bigint): Promise<Dispute> {
  return present(await db.get<Row>(`select ${fields} from disputes d where d.id = $1`, [id]));
}

/** The same with what staff see of its transaction. */
export async function getDisputeEntry(db: Db, id: bigint): Promise<DisputeEntry> {
  return presentEntry(await db.get<EntryRow>(`${selectEntries} where d.id = $1`, [id]));
}

/** `before` is the last id of the page before: what is open begins above it, what is not below it. */
export async function readDisputes(
  db: Db,
  state: DisputeState,
  before: bigint | null,
): Promise<DisputeEntry[]> {
  const order =
    state === 'open'
      ? 'and ($1::bigint is null or d.id > $1) order by d.id'
      : 'and ($1::bigint is null or d.id < $1) order by d.id desc';
  const rows = await db.rows<EntryRow>(
    `${selectEntries} where d.state = '${state}' ${order} limit ${limits.pageSize}`,
    [before],
  );
  return rows.map(presentEntry);
}

/** How many are in one of the states that have an end. */
export async function countDisputes(db: Db, state: 'open' | 'answered'): Promise<number> {
  const { count } = await db.get<{ count: bigint }>(`select count(*) from disputes where state = '${state}'`);
  return Number(count);
}

/** What somebody wrote, as it is kept. */
export function readWords(text: string): string {
  const words = text.trim().replaceAll('\r\n', '\n');
  const { disputeWordsMaximum } = limits;
  if (Array.from(words).length > disputeWordsMaximum)
    refuseField('text', `Use at most ${disputeWordsMaximum.toLocaleString('en-NG')} characters`);
  // What would not be shown as it was typed.
  if (/[^\P{Cc}\n\t]|[\p{Cs}\p{Bidi_C}]/u.test(words))
    refuseField('text', 'Use letters and signs that can be seen');
  return words;
}
