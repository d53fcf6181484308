/** While nothing can be asked for: that it is so, and from when what one sees is. */
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../platform/queries.ts';
import { Unreachable } from '../../platform/send.ts';
import { useOnline } from '../../shared/online.ts';
import { timeWords } from '../../shared/when.tsx';

export function NoNetworkStrip() {
  const isOnline = useOnline();
  const { dataUpdatedAt, error } = useQuery(profileQuery);
  if (isOnline && !(error instanceof Unreachable)) return null;
  return (
    <p
      role="status"
      className="no-print border-b border-line bg-sunk px-4 py-1 text-center text-label font-medium text-ink-2"
    >
      No network
      {dataUpdatedAt > 0 && `: as it was at ${timeWords(new Date(dataUpdatedAt).toISOString())}`}
    </p>
  );
}
