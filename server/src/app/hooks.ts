/**
 * Inbound hooks, `POST /hooks/<provider>`: their bodies are read as raw bytes, because a signature covers bytes. None of them moves
 * money by itself but one: each makes us ask the provider. The bank of reserved accounts has nothing to be asked; its signed hook counts.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hook } from '../platform/hook.ts';
import type { FloodLimits } from '../platform/limits/flood-limits.ts';
import type { Context } from './context.ts';
import { squadHook } from '../slices/funding/squad-hook.ts';
import { refuse } from '../platform/refuse.ts';
import { paymentpointHook } from '../slices/reserved-accounts/paymentpoint-hook.ts';
import { handleSupplierHook } from '../slices/purchases/supplier-hook.ts';

export function addHooks(app: FastifyInstance, context: Context, floodLimits: FloodLimits): void {
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', floodLimits.countHook);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    const hookIn = ({ body, headers }: FastifyRequest): Hook => ({
      rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      headers,
    });

    const handleSquadHook = squadHook(context);
    scope.post('/hooks/squad', async (request) => handleSquadHook(hookIn(request)));

    const handlePaymentPointHook = paymentpointHook(context);
    scope.post('/hooks/paymentpoint', async (request) => handlePaymentPointHook(hookIn(request)));

    for (const [name, { hookAnswer }] of context.suppliers) {
      scope.post(`/hooks/${name.toLowerCase()}`, async (request) => {
        await handleSupplierHook(context, name, parse(hookIn(request).rawBody)).catch((error: unknown) => {
          context.log.warn({ err: error, supplier: name }, "a supplier's hook could not be kept");
          refuse('unavailable', { retryAfterSeconds: 10 });
        });
        return hookAnswer;
      });
    }
    done();
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
