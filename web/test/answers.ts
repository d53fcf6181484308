/** A real HTTP server on loopback that gives prepared answers and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers,
});

export async function startAnswers(answer: (asked: Asked) => Answer | 'hang up' | Promise<Answer>) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body });
      const given = await answer({ method, url, headers, body });
      if (given === 'hang up') return request.socket.destroy();
      response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
      return response.end(given.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP, so it has a port
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
