/**
 * Stops money that is sent twice by accident: without a key, the same transfer or withdrawal within a short time is refused with the first
 * one's receipt, as purchases are in `open_purchases` (D2.19).
 */
import type { Kobo } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { getReceipt } from './find-receipt.ts';

export interface Twin {
  /** Whose transaction it would be. */
  userId: bigint;
  type: 'transfer' | 'withdraw';
  /** Names the receiver, and what the sender wrote. */
  description: string;
  recipient: string | null;
  amountKobo: Kobo;
  windowSeconds: number;
  /** Sees the receipt. */
  viewer: { ownerId: bigint | null; staff: boolean };
}

// More than anybody sends in the window; it bounds the search where no twin is there.
const LOOK_BACK = 500;

/**
 * Call it in the commit that sends, after the lock on the wallet: its statement then sees whatever an earlier holder of the lock sent.
 * Refuses with `possible_duplicate`.
 */
export async function refuseTwin(db: Db, twin: Twin): Promise<void> {
  const { userId, type, description, recipient, amountKobo, windowSeconds, viewer } = twin;
  const first = await db.find<{ id: bigint }>(
    `select id from (
       select id, type, status, description, recipient, amount_kobo, created_at from transactions
       where user_id = $1 order by id desc limit $7) t
     where type = $2 and description = $3 and recipient is not distinct from $4 and amount_kobo = $5
       and status in ('pending', 'success') and created_at > now() - make_interval(secs => $6)
     order by id desc limit 1`,
    [userId, type, description, recipient, amountKobo, windowSeconds, LOOK_BACK],
  );
  if (first === undefined) return;
  const receipt = await getReceipt(db, { transaction: first, ...viewer });
  refuse('possible_duplicate', { msg: 'You sent the same a moment ago', body: { receipt } });
}
