import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Recovery, RecoveryItem } from '@jara/contract/calls/recovery.ts';
import type { ItemRow, RecoveryRow } from './opening.ts';

export function presentRecovery({
  restoredTo,
  enteredAt,
  openedAt,
  openedBy,
  reason,
}: RecoveryRow): Recovery {
  return {
    restoredTo: restoredTo.toISOString(),
    closedAt: enteredAt.toISOString(),
    opening:
      openedAt === null || reason === null ? null : { openedBy, reason, openedAt: openedAt.toISOString() },
  };
}

export function presentItem({ id, amountKobo, happenedAt, ...row }: ItemRow): RecoveryItem {
  const { kind, provider, reference, recipient, words, decidedAt, decidedBy, reason } = row;
  return {
    _id: String(id),
    kind,
    provider,
    reference,
    recipient,
    amount: amountKobo === null ? null : toNaira(kobo(amountKobo)),
    happenedAt: happenedAt?.toISOString() ?? null,
    words,
    decision:
      decidedAt === null || reason === null
        ? null
        : { decidedBy, reason, decidedAt: decidedAt.toISOString() },
  };
}
