/**
 * What was refused, for the log of the server: by whom, which call, why, and how often within a minute. So it shows who reaches for what
 * is not theirs, sends what the checks refuse, or asks too often (ASVS 5.0, 16.3.2 and 16.3.3). Nobody fills the log by it: a sender costs one
 * line a minute for each call and code, and all of them together `MOST_LINES`.
 */
import type { RefusalCode } from '@jara/contract/refusals.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { prefixOf } from './limits/network-of.ts';
import type { Log } from './log.ts';

/** Of one minute. What is beyond them is counted together. */
const MOST_LINES = 500;

export interface Refused {
  /** Null for whoever has no session and no token. */
  userId: bigint | null;
  ip: string;
  /** Method and address as the API has it, without what stands in for its parameters; null where there is no such address. */
  call: string | null;
  code: RefusalCode;
  requestId: string;
}

export interface RefusalLog {
  note(refused: Refused): void;
  /** Writes what was noted since the last minute ended. */
  write(): void;
}

export function createRefusalLog(log: Pick<Log, 'info'>): RefusalLog {
  const lines = new Map<
    string,
    { by: object; call: string | null; code: string; first: string; times: number }
  >();
  let beyond = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    note({ userId, ip, call, code, requestId }) {
      timer ??= setTimeout(() => this.write(), MINUTE_MS).unref();
      // Of an address the first half: it tells networks apart, not people.
      const by = userId === null ? { network: prefixOf(ip) } : { userId: String(userId) };
      const key = JSON.stringify([by, call, code]);
      const line = lines.get(key);
      if (line !== undefined) line.times += 1;
      else if (lines.size < MOST_LINES) lines.set(key, { by, call, code, first: requestId, times: 1 });
      else beyond += 1;
    },
    write() {
      clearTimeout(timer);
      timer = undefined;
      for (const { by, ...line } of lines.values()) log.info({ ...by, ...line }, 'refused');
      if (beyond > 0) log.info({ times: beyond }, 'refused, of more senders and calls than are written');
      lines.clear();
      beyond = 0;
    },
  };
}
