/** What a user and staff wrote about a problem, in turn. */
import type { Dispute } from '@jara/contract/calls/receipts/disputes.ts';
import { brand } from '../platform/brand.ts';
import { timeWords } from './when.tsx';

export function DisputeMessages({
  messages,
  theirs,
}: {
  messages: Dispute['messages'];
  /** What the user is called. */
  theirs: string;
}) {
  return (
    <ol className="grid gap-2 text-meta">
      {messages.map(({ from, text, at }) => (
        <li key={at} className="border-l-2 border-edge pl-3">
          <p className="text-label text-ink-2">
            {from === 'staff' ? brand.name : theirs} · {timeWords(at, { precise: true })}
          </p>
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  );
}
