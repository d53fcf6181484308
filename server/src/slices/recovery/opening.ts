/** The shop opens again when every list was read and every statement compared; deliveries that were found stay listed until staff decide. */
import type { Db } from '../../platform/db.ts';

interface Decision {
  reason: string;
  /** Null for the command of the machine. */
  actorId: bigint | null;
}

export interface RecoveryRow {
  id: bigint;
  restoredTo: Date;
  enteredAt: Date;
  openedAt: Date | null;
  openedBy: string | null;
  reason: string | null;
}

export interface ItemRow {
  id: bigint;
  kind: 'question' | 'statement' | 'delivery';
  provider: string;
  reference: string;
  recipient: string | null;
  amountKobo: bigint | null;
  happenedAt: Date | null;
  words: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
}

const selectItems = `
  select i.id, i.kind, i.provider, i.reference, i.recipient, i.amount_kobo as "amountKobo", i.happened_at as "happenedAt", i.words,
    i.decided_at as "decidedAt", u.user_name as "decidedBy", i.reason
  from recovery_items i left join users u on u.id = i.decided_by`;

/** The newest one. */
export const findRecovery = (db: Db): Promise<RecoveryRow | undefined> =>
  db.find<RecoveryRow>(
    `select r.id, r.restored_to as "restoredTo", r.entered_at as "enteredAt", r.opened_at as "openedAt", u.user_name as "openedBy", r.reason
     from recoveries r left join users u on u.id = r.opened_by order by r.id desc limit 1`,
  );

/** What must be known before the shop opens: a few for each provider. What is open comes first. */
export const listAsked = (db: Db, recoveryId: bigint): Promise<ItemRow[]> =>
  db.rows<ItemRow>(
    `${selectItems} where i.recovery_id = $1 and i.kind <> 'delivery' order by i.decided_at is not null, i.kind desc, i.provider, i.id`,
    [recoveryId],
  );

export const listDeliveries = (
  db: Db,
  recoveryId: bigint,
  { limit, offset }: { limit: number; offset: number },
): Promise<ItemRow[]> =>
  db.rows<ItemRow>(
    `${selectItems} where i.recovery_id = $1 and i.kind = 'delivery' order by i.decided_at is not null, i.provider, i.id
     limit $2 offset $3`,
    [recoveryId, limit, offset],
  );

export const findItem = (db: Db, id: bigint): Promise<ItemRow | undefined> =>
  db.find<ItemRow>(`${selectItems} where i.id = $1`, [id]);

/** Of the newest one: what nobody has answered, compared or explained. */
export async function countOpenItems(db: Db): Promise<number> {
  const { count } = await db.get<{ count: number }>(
    `select count(*)::int from recovery_items
     where decided_at is null and recovery_id = (select max(id) from recoveries)`,
  );
  return count;
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
  const asked = await listAsked(db, recovery.id);
  if (asked.length === 0) return ['nobody was asked yet: start the server'];
  const missing = asked
    .filter(({ decidedAt }) => decidedAt === null)
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
