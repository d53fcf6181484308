/** Those who flood, as a process of their own: what is measured beside them shares no event loop with them. */
import { randomBytes } from 'node:crypto';
import { runLoad } from '../load.ts';

interface Flood {
  port: number;
  connections: number;
  seconds: number;
  /** Each request seems to come from another address, as behind a proxy, so that no limit by address holds it up. */
  isFromEverywhere: boolean;
}

const address = (): string => [...randomBytes(4)].map((byte) => (byte % 254) + 1).join('.');

function nextLogin(isFromEverywhere: boolean): string {
  const body = JSON.stringify({ userName: randomBytes(6).toString('hex'), password: 'not it at all' });
  const from = isFromEverywhere ? `x-forwarded-for: ${address()}\r\n` : '';
  return (
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${from}` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}

process.on('message', ({ port, connections, seconds, isFromEverywhere }: Flood) => {
  void runLoad({
    port,
    concurrency: connections,
    durationMs: seconds * 1_000,
    next: () => nextLogin(isFromEverywhere),
  }).then(({ statuses }) => process.send?.([...statuses]));
});
process.on('disconnect', () => process.exit(0));
