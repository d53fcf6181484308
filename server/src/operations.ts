/** What whoever runs the program asks it: does it live, can it serve. */
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';

export function addOperations(app: FastifyInstance, { pool }: Context): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const migrations = await pool
      .get<{ count: bigint }>('select count(*) from schema_migrations')
      .catch(() => undefined);
    const isReady = migrations !== undefined && migrations.count > 0n && !isClosing;
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
}
