/**
 * `GET /check/<slip>`, the address on a slip: a page that reads in every browser, or the answer itself for programs. In no search index.
 */
import type { ReceiptCheckPage } from '@jara/contract/calls/pages.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FloodLimits } from '../platform/limits/flood-limits.ts';
import { networkOf } from '../platform/limits/network-of.ts';
import { beginRefusal, refusalOf } from '../platform/answer-refusals.ts';
import { lookUpReceipt } from '../slices/transactions/check-slip.ts';
import type { Context } from './context.ts';
import { asksAsProgram, factsOfPages, loadClientPages } from './pages.ts';

export async function addReceiptPage(
  app: FastifyInstance,
  context: Context,
  floodLimits: FloodLimits,
): Promise<void> {
  const client = await loadClientPages();
  const facts = factsOfPages(context);
  app.get<{ Params: { slip: string } }>('/check/:slip', async (request, reply) => {
    void reply.header('x-robots-tag', 'noindex').header('cache-control', 'no-store');
    const { slip } = request.params;
    const find = async () => {
      await floodLimits.count(request, reply);
      return lookUpReceipt(context, slip, networkOf(request.ip));
    };
    if (client === undefined || asksAsProgram(request)) return find();
    const page = await find().then(
      (receipt): ReceiptCheckPage => ({ state: 'found', receipt }),
      (error: FastifyError): ReceiptCheckPage => refusedPage(error, request, reply),
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(client.writeReceiptCheck(page, `/check/${encodeURIComponent(slip)}`, facts));
  });
}

/** A person reads a page where a program reads a refusal. What is a bug stays one. */
function refusedPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): ReceiptCheckPage {
  const refusal = refusalOf(error, request);
  if (refusal === undefined) throw error;
  beginRefusal(reply, refusal);
  return { state: refusal.code === 'not_found' ? 'unknown' : 'unavailable' };
}
