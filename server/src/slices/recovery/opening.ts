/** The shop opens again when every list was read and every statement compared; deliveries that were found stay listed until staff decide. */
import type { Db } from '../../platform/db.ts';

interface Decision {
  reason: string;
  /** Null for the command of the machine. */
  actorId: bigint | null;
}

export interface Recovery {
  id: bigint;
  restoredTo: Date;
  enteredAt: Date;
  openedAt: Date | null;
}

export interface RecoveryItem {
  id: bigint;
  kind: 'question' | 'statement' | 'delivery';
  provider: string;
  reference: string;
  recipient: string | null;
  amountKobo: bigint | null;
  happenedAt: Date | null;
  words: string | null;
  decidedAt: Date | null;
  reason: string | null;
}

/** The newest restore with all that has to be known of it, what is open first. */
export async function listItems(db: Db): Promise<{ recovery: Recovery | undefined; items: RecoveryItem[] }> {
  const recovery = await db.find<Recovery>(
    `select id, restored_to as "restoredTo", entered_at as "enteredAt", opened_at as "openedAt" from recoveries order by id desc limit 1`,
  );
  const items = await db.rows<RecoveryItem>(
    `select id, kind, provider, reference, recipient, amount_kobo as "amountKobo", happened_at as "happenedAt", words,
       decided_at as "decidedAt", reason
     from recovery_items where recovery_id = $1 order by decided_at is not null, kind desc, provider, id limit 1000`,
    [recovery?.id ?? 0n],
  );
  return { recovery, items };
}

/** What still has to be asked or compared, in words; none when the shop is open now. Null when it was open before. */
export async function openShopOrSayWhatIsMissing(
  db: Db,
  { reason, actorId }: Decision,
): Promise<string[] | null> {
  const recovery = await db.find<{ id: bigint }>(
    'select id from recoveries where opened_at is null for update',
  );
  if (recovery === undefined) return null;
  const items = await db.rows<{ provider: string; reference: string; words: string | null; isOpen: boolean }>(
    `select provider, reference, words, decided_at is null as "isOpen" from recovery_items
     where recovery_id = $1 and kind <> 'delivery' order by provider, reference`,
    [recovery.id],
  );
  if (items.length === 0) return ['nobody was asked yet: start the server'];
  const missing = items
    .filter(({ isOpen }) => isOpen)
    .map(
      ({ provider, reference, words }) => `${provider}: ${reference}${words === null ? '' : ` (${words})`}`,
    );
  if (missing.length > 0) return missing;
  await db.run('update recoveries set opened_at = now(), opened_by = $2, reason = $3 where id = $1', [
    recovery.id,
    actorId,
    reason,
  ]);
  return [];
}

/** Once. A question is decided by its answer alone. */
export async function decideItem(
  db: Db,
  { id, reason, actorId }: Decision & { id: bigint },
): Promise<boolean> {
  const changed = await db.run(
    `update recovery_items set decided_at = now(), decided_by = $2, reason = $3
     where id = $1 and decided_at is null and kind <> 'question'`,
    [id, actorId, reason],
  );
  return changed > 0;
}
