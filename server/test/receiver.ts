/** A user's own server, for tests of webhooks: keeps what it hears, in the bytes that came. */
import http from 'node:http';
import { afterAll, beforeAll } from 'vitest';

export interface Heard {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

export interface Receiver {
  readonly url: string;
  readonly heard: Heard[];
}

export function useReceiver(): Receiver {
  const heard: Heard[] = [];
  let url = '';
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const header = (name: string) => String(request.headers[name]);
      heard.push({
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
        body,
      });
      response.writeHead(204).end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hear`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    heard,
  };
}
