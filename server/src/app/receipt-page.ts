/** `GET /check/<slip>`, the address on a slip: the page of the browser client, or the answer itself for programs. In no search index. */
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../platform/limits/network-of.ts';
import { lookUpReceipt } from '../slices/transactions/check-slip.ts';
import type { Context } from './context.ts';

export function addReceiptPage(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { slip: string } }>('/check/:slip', async (request, reply) => {
    void reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store');
    const { accept = '' } = request.headers;
    if (accept.includes('text/html') || !accept.includes('application/json')) return reply.callNotFound();
    return lookUpReceipt(context, request.params.slip, networkOf(request.ip));
  });
}
