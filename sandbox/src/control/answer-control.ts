import type { FastifyReply, FastifyRequest } from 'fastify';

/** People who pressed a button on the page go back to it; programs get the answer. */
export function finish(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return isForm ? reply.redirect('/', 303) : reply.send(answer);
}

/** A field of a body of unknown shape. */
export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}
