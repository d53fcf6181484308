/**
 * What comes in and is hardly HTTP. Node answers it by itself, before there is a request that the program could answer; here it gets the
 * shape of every refusal.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refusals, type RefusalBody } from '@jara/contract/refusals.ts';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../platform/refuse.ts';
import type { RefusalLog } from '../platform/refusal-log.ts';

const tooLarge = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW']);

const sentences: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time. Nothing was done; try again',
};

/**
 * For the option `clientErrorHandler`: says why, and cuts the connection, since nobody knows where the next request would begin. `headers`
 * are those of every answer, which no hook sets here; `note` takes what was refused for the log.
 */
export const answerUnreadable =
  (headers: readonly (readonly [name: string, value: string])[], note: RefusalLog['note']) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { code, requestId } = refuseOn(socket, error, headers);
    note({ userId: null, ip: socket.remoteAddress ?? '', call: null, code, requestId });
  };

function refuseOn(
  socket: Socket,
  error: NodeJS.ErrnoException,
  headers: readonly (readonly [name: string, value: string])[],
): RefusalBody {
  const code = tooLarge.has(error.code ?? '') ? 'body_too_large' : 'malformed_body';
  const fallback = code === 'body_too_large' ? refusals[code].msg : 'This is no request that can be read';
  const body: RefusalBody = { msg: sentences[error.code ?? ''] ?? fallback, code, requestId: randomUUID() };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${refusals[code].status} ${code}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${body.requestId}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
  return body;
}

/** Needs the option `http: { requireHostHeader: false }`, without which Node refuses before. */
export function refuseHardlyHttp(app: FastifyInstance): void {
  // What a client expects besides 100 is its own affair: it is answered all the same.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (raw.httpVersion === '1.1' && headers.host === undefined)
      refuse('malformed_body', { msg: 'The request does not name its host' });
  });
}
