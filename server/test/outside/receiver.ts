/** A user's own server, for tests of webhooks: keeps what it hears, in the bytes that came, and answers what it is told to. */
import { localServer } from './local-server.ts';

export interface Received {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Statuses of the next answers, in turn; then 204. */
  readonly answers: number[];
  /** Forgets what it heard and what it was to answer. */
  reset(): void;
}

export function useReceiver(): Receiver {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = localServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name]);
      received.push({
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
      });
      response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end('noted');
    });
  });
  return {
    get url() {
      return `${server.url}/hear`;
    },
    received,
    answers,
    reset() {
      received.length = 0;
      answers.length = 0;
    },
  };
}
