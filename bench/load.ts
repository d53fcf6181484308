/**
 * A closed-loop HTTP load: each of `concurrency` connections sends the next request when it has the last answer. Written on sockets
 * with the least possible work per request, because it shares the cores with what it measures.
 */
import net from 'node:net';

export interface LoadOptions {
  port: number;
  concurrency: number;
  durationMs: number;
  /** The next request of the run, as its bytes. */
  next(): string;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Answers by status. */
  statuses: Map<number, number>;
  latencyMs: { p50: number; p95: number; p99: number };
}

const HEADERS_END = '\r\n\r\n';

/** The length of the answer at the head of the text, or undefined while it is not complete. */
function answerLength(text: string): number | undefined {
  const headersEnd = text.indexOf(HEADERS_END);
  if (headersEnd < 0) return undefined;
  const match = /content-length: (\d+)/i.exec(text.slice(0, headersEnd));
  if (match?.[1] === undefined) throw new Error(`an answer without a length: ${text.slice(0, 200)}`);
  const length = headersEnd + HEADERS_END.length + Number(match[1]);
  return text.length >= length ? length : undefined;
}

export async function runLoad({ port, concurrency, durationMs, next }: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;

  const worker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
      let received = '';
      let sentAt = 0;
      const send = (): void => {
        sentAt = performance.now();
        socket.write(next());
      };
      // Bytes as Latin-1: a character each, so that lengths are lengths.
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        received += chunk;
        const length = answerLength(received);
        if (length === undefined) return;
        const status = Number(received.slice(9, 12));
        received = received.slice(length);
        const now = performance.now();
        latencies.push(now - sentAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (now < endsAt) return send();
        socket.destroy();
        resolve();
      });
    });

  await Promise.all(Array.from({ length: concurrency }, worker));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    requests: sorted.length,
    perSecond: sorted.length / elapsedSeconds,
    statuses,
    latencyMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  };
}
