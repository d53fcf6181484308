/** The four states of a transaction: their words, icons and colours, in one place. */
import { Check, Clock3, Undo2, X } from 'lucide-react';
import type { TransactionStatus } from '@jara/contract/constants.ts';
import { pen } from '../ui/icon.tsx';
import { Pill, type PillTone } from '../ui/pill.tsx';

interface StatusLook {
  word: string;
  tone: PillTone;
  ink: string;
  Icon: typeof Check;
}

const looks: Record<TransactionStatus, StatusLook> = {
  success: { word: 'Done', tone: 'success', ink: 'text-success', Icon: Check },
  pending: { word: 'Waiting', tone: 'amber', ink: 'text-amber', Icon: Clock3 },
  failed: { word: 'Failed', tone: 'danger', ink: 'text-danger', Icon: X },
  refunded: { word: 'Refunded', tone: 'plain', ink: 'text-ink-2', Icon: Undo2 },
};

/** A status that this version does not know is shown as waiting: never as done, never as failed. */
export function statusLook(status: string): StatusLook {
  return new Map<string, StatusLook>(Object.entries(looks)).get(status) ?? looks.pending;
}

export function StatusPill({ status }: { status: string }) {
  const { word, tone, Icon } = statusLook(status);
  return (
    <Pill tone={tone} icon={<Icon size={13} {...pen} strokeWidth={2.25} />}>
      {word}
    </Pill>
  );
}
