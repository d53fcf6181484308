/** Whom one sent money to last, to tap. */
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { receiverOf, type Receiver } from '../../../features/money/receiver.ts';
import { ChipRow, RecentChip } from '../../../shared/forms/recent-chips.tsx';
import { profileQuery } from '../../../platform/queries.ts';
import { pen } from '../../../ui/icon.tsx';

const most = 5;

export function RecentReceivers({ onChoose }: { onChoose: (userName: string) => void }) {
  const receivers = recentReceivers(useQuery(profileQuery).data?.transactions ?? []);
  if (receivers.length === 0) return null;
  return (
    <ChipRow label="Recent people">
      {receivers.map(({ name, userName }) => (
        <RecentChip
          key={userName}
          mark={<UserRound size={20} className="shrink-0 text-ink-2" {...pen} />}
          words={name}
          note={userName}
          onChoose={() => onChoose(userName)}
        />
      ))}
    </ChipRow>
  );
}

/** Newest first, each once. */
export function recentReceivers(transactions: readonly Transaction[]): Receiver[] {
  const receivers = new Map<string, Receiver>();
  for (const transaction of transactions) {
    const { name, userName } = receiverOf(transaction) ?? {};
    if (name === undefined || userName === undefined || receivers.has(userName)) continue;
    receivers.set(userName, { name, userName });
  }
  return [...receivers.values()].slice(0, most);
}
