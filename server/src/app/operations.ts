/** What whoever runs the program asks it: does it live, can it serve, how is it doing. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { createMeasures } from './measures.ts';
import { isLoopback } from '../config/addresses.ts';
import { countAnswers } from '../platform/metrics.ts';
import { refuse } from '../platform/refuse.ts';
import { within } from '../platform/ongoing.ts';

export function addOperations(app: FastifyInstance, context: Context): void {
  const { config } = context;
  const probe = probeOnce(context);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await probe();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  const measures = createMeasures(context);
  countAnswers(app, measures.ofProcess);
  // Where others reach the product, something on this machine may pass them on without a word: then nobody is believed to be here.
  const believesThisMachine =
    config.trustedProxies === null && isLoopback(new URL(config.publicUrl).hostname);
  app.get('/metrics', async (request, reply) => {
    // To others it looks like any address that is not there.
    if (!(believesThisMachine && isFromThisMachine(request)) && !hasToken(request, config.metricsToken))
      refuse('not_found');
    return reply.type(measures.contentType).send(await measures.write());
  });
}

const PROBE_MS = 3_000;
const PROBE_HOLDS_MS = 1_000;

/**
 * Whether this process can sell: the database is a migrated one, and a commit has reached its disk within the last seconds. Many who ask at
 * once are one probe, and while one has no answer there is no other: however long the database is silent, it holds one connection.
 */
function probeOnce({ pool }: Context): () => Promise<boolean> {
  let last: { atMs: number; result: Promise<boolean> } | undefined;
  let isProbing = false;
  const probe = async (): Promise<boolean> => {
    const migrations = await pool.get<{ count: bigint }>('select count(*) from schema_migrations');
    return migrations.count > 0n && (await pool.canWrite());
  };
  return () => {
    const nowMs = performance.now();
    if (last === undefined || (!isProbing && nowMs - last.atMs > PROBE_HOLDS_MS)) {
      isProbing = true;
      const result = probe()
        .catch(() => false)
        .finally(() => (isProbing = false));
      last = { atMs: nowMs, result };
    }
    return within(last.result, PROBE_MS, false);
  };
}

/** What a proxy on this machine passes on comes from elsewhere, and may say so. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
