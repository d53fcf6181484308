/** A real server that answers with scripted bytes, for the troubles that no well-behaved server library produces. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeEach } from 'vitest';

export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  bytes: string | Buffer;
  /** What happens to the connection after the bytes; it stays open when this is not said. */
  afterwards?: 'end' | 'destroy';
}

export interface ScriptedServer {
  url: string;
  /** Each request that arrived whole, in order. */
  requests: SeenRequest[];
  /** How many connections were opened. */
  connections: () => number;
  /** Chooses the reply; null lets the client wait for ever. */
  onRequest: (request: SeenRequest) => Reply | null;
  /** Called for each new connection before anything is read. */
  onConnection: (socket: Socket) => void;
  close(): Promise<void>;
}

/** One for all tests of a file; each of them sees its own requests only. */
export async function useScriptedServer(): Promise<ScriptedServer> {
  const server = await startScriptedServer();
  beforeEach(() => {
    server.requests.length = 0;
  });
  afterAll(() => server.close());
  return server;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that gives up is what many of the scripts are about.
    socket.on('error', () => {});
    scripted.onConnection(socket);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const whole = readRequest(received);
      if (whole === null) return;
      received = received.subarray(whole.length);
      scripted.requests.push(whole.request);
      const reply = scripted.onRequest(whole.request);
      if (reply === null) return;
      socket.write(reply.bytes, () => {
        if (reply.afterwards === 'destroy') socket.destroy();
      });
      if (reply.afterwards === 'end') socket.end();
    });
  });
  const scripted: ScriptedServer = {
    url: '',
    requests: [],
    connections: () => connections,
    onRequest: () => null,
    onConnection: () => {},
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  scripted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return scripted;
}

/** A whole answer with its length. */
export function page(status: number, body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    'content-type': 'text/html',
    'content-length': String(bytes.length),
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${head}\r\n`), bytes]);
}

export function json(status: number, body: unknown): Buffer {
  return page(status, JSON.stringify(body), { 'content-type': 'application/json' });
}

function readRequest(received: Buffer): { request: SeenRequest; length: number } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [first = '', ...lines] = received.subarray(0, headEnd).toString('latin1').split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (received.length < length) return null;
  const body = received.subarray(headEnd + 4, length).toString('utf8');
  return { request: { method, path, headers, body }, length };
}
