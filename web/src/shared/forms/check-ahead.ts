/**
 * Asks the server about what is being typed (a user, a meter, a bank account) once the typing has paused, or at once when somebody
 * presses the button. Only the answer about what stands in the form now counts, whatever arrives in which order.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Text inputs wait for two seconds of silence (S9.14). */
const delayMs = 2_000;
const cachedMs = 10 * 60_000;

export interface CheckAhead<Found> {
  found: Found | undefined;
  error: Error | null;
  isAsking: boolean;
  /** Asks now, also again after a failure. */
  askNow: () => void;
  /** Takes the answer back so that what was typed can be changed; it is not asked again by itself until it is another one. */
  release: () => void;
}

/**
 * `wanted` names what is typed, or is undefined while it cannot be right; `waitMs` null asks only when told to. `ask` must hang on
 * `wanted` alone. Its failures are for the caller to show: nothing is tried again by itself, because each question counts.
 */
export function useCheckAhead<Found>({
  name,
  wanted,
  waitMs = delayMs,
  ask,
  onRefused,
}: {
  name: string;
  wanted: string | undefined;
  waitMs?: number | null;
  ask: (signal: AbortSignal) => Promise<Found>;
  onRefused?: (error: unknown) => void;
}): CheckAhead<Found> {
  const [asked, setAsked] = useState<string>();
  const [released, setReleased] = useState<string>();
  const isCurrent = wanted !== undefined && asked === wanted;

  useEffect(() => {
    if (wanted === undefined || waitMs === null || wanted === asked || wanted === released) return undefined;
    const timer = setTimeout(() => setAsked(wanted), waitMs);
    return () => clearTimeout(timer);
  }, [wanted, waitMs, asked, released]);

  const query = useQuery({
    queryKey: ['check', name, asked],
    queryFn: async ({ signal }) => {
      try {
        return await ask(signal);
      } catch (error) {
        if (!signal.aborted) onRefused?.(error);
        throw error;
      }
    },
    enabled: isCurrent,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    staleTime: cachedMs,
  });

  return {
    found: isCurrent ? query.data : undefined,
    error: isCurrent && !query.isFetching ? query.error : null,
    isAsking: isCurrent && query.isFetching,
    askNow: () => {
      if (wanted === undefined) return;
      setReleased(undefined);
      if (isCurrent) void query.refetch();
      else setAsked(wanted);
    },
    release: () => {
      setReleased(asked);
      setAsked(undefined);
    },
  };
}
