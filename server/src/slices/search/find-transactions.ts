/** Transactions by one thing that is known of them. Each way is a range of an index, however many there are: no list is walked through. */
import type { FoundGroup } from '@jara/contract/calls/administration/search.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';

export const MOST_OF_A_GROUP = 5;
/** Of a beginning that very many numbers share, the ones among which the newest are chosen. */
const MOST_LOOKED_AT = 500;

/**
 * Gives the ids; $1 is the value, $2 how many. A range of one value, in the order of its index: with `=` the database may walk back
 * through all transactions instead, which takes long for a sum that was usual last year.
 */
export const searches = {
  reference: `select id from transactions where reference = any($1::text[]) order by id desc limit $2`,
  number: `select id from transactions where recipient between $1::text and $1::text order by recipient, id desc limit $2`,
  // ':' is the character after '9'.
  numberBeginning: newestOf(
    `select id from transactions where recipient >= $1::text and recipient < $1::text || ':' order by recipient, id desc limit ${MOST_LOOKED_AT}`,
  ),
  ofUser: `select t.id from users u join lateral (
      select id from transactions where user_id between u.id and u.id order by user_id, id desc limit $2) t on true where u.user_name = $1::text`,
  supplierId: newestOf(
    `(select transaction_id as id from purchase_attempts where supplier_id = $1::text limit ${MOST_LOOKED_AT})
     union (select transaction_id from payments where provider_reference = $1::text limit ${MOST_LOOKED_AT})
     union (select transaction_id from withdrawals where provider_reference = $1::text limit ${MOST_LOOKED_AT})
     union (select transaction_id from bank_transfers where provider_reference = $1::text and transaction_id is not null limit ${MOST_LOOKED_AT})`,
  ),
  clientReference: newestOf(
    `select id from transactions where client_reference between $1::text and $1::text
     order by client_reference, user_id, id desc limit ${MOST_LOOKED_AT}`,
  ),
  amount: `select id from transactions where amount_kobo between $1::bigint and $1::bigint order by amount_kobo, id desc limit $2`,
} as const;
export type SearchName = keyof typeof searches;

function newestOf(ids: string): string {
  return `select id from (${ids}) looked_at order by id desc limit $2`;
}

/** What staff are told: a number is found by how it begins or as a whole. */
const shownName = (name: SearchName): string => (name === 'numberBeginning' ? 'number' : name);

interface Row {
  id: bigint;
  userName: string;
  reference: string;
  description: string;
  status: string;
  amountKobo: bigint;
  recipient: string | null;
  createdAt: Date;
}

/** The newest; undefined where there is nothing, or nothing to look for. */
export async function findTransactions(
  db: Db,
  name: SearchName,
  value: unknown,
): Promise<FoundGroup | undefined> {
  if (value === undefined) return undefined;
  const rows = await db.rows<Row>(
    `select t.id, u.user_name as "userName", t.reference, t.description, t.status, t.amount_kobo as "amountKobo", t.recipient,
       t.created_at as "createdAt"
     from (${searches[name]}) f join transactions t on t.id = f.id join users u on u.id = t.user_id order by t.id desc`,
    [value, MOST_OF_A_GROUP + 1],
  );
  if (rows.length === 0) return undefined;
  return {
    by: shownName(name),
    found: rows.slice(0, MOST_OF_A_GROUP).map(present),
    hasMore: rows.length > MOST_OF_A_GROUP,
  };
}

const present = (row: Row): FoundGroup['found'][number] => ({
  userName: row.userName,
  transaction: {
    _id: String(row.id),
    reference: row.reference,
    description: row.description,
    trans_Status: row.status,
    trans_amount: toNaira(kobo(row.amountKobo)),
    recipient: row.recipient,
    createdAt: row.createdAt.toISOString(),
  },
  user: null,
});
