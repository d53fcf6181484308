/** The HTTP server: limits, headers, one writer of refusals, and the routes. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import { MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { addDocumentation } from '../slices/developers/documentation.ts';
import { answerRefusals, answerUnroutable } from '../platform/answer-refusals.ts';
import { createHeaders, headersForPrograms } from '../platform/headers.ts';
import { limitConnections } from '../platform/limits/connection-limits.ts';
import { addFloodLimits } from '../platform/limits/flood-limits.ts';
import { addEventStream } from '../platform/event-stream.ts';
import { createNoteRefusedUse, createNoteUse } from '../slices/api-tokens/note-use.ts';
import { createNoteElsewhere } from '../slices/sessions/note-elsewhere.ts';
import { addUnsubscribe } from '../slices/mails/unsubscribe.ts';
import { addReceiptPage } from './receipt-page.ts';
import { addStatusPage } from './status-page.ts';
import { parseJsonBody } from '../platform/json-body.ts';
import { shareOf } from '../platform/processes/siblings.ts';
import { refuse } from '../platform/refuse.ts';
import { compileValidator } from '../platform/validators.ts';
import { addHooks } from './hooks.ts';
import { addOperations } from './operations.ts';
import { addPages, readClientBuild } from './pages.ts';
import { addCalls } from '../routes.ts';
import { answerUnreadable, refuseHardlyHttp } from './unreadable-requests.ts';
import { addWellKnown } from './well-known.ts';

/**
 * Browsers open connections ahead of their requests. Node waits for the first request on each of them when the server closes; nobody is
 * waiting there, so they are cut.
 */
function cutUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** What still comes in over open connections is refused as everything is, and finds another process at its next try. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    void reply.header('connection', 'close');
    refuse('unavailable', {
      msg: 'The service is starting again. This try did nothing; try again',
      retryAfterSeconds: 2,
    });
  });
}

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, siblings } = context;
  const setHeaders = createHeaders({ publicUrl: config.publicUrl, clientBuild: readClientBuild() });
  const app = Fastify({
    frameworkErrors: answerUnroutable(setHeaders),
    clientErrorHandler: answerUnreadable(headersForPrograms(config.publicUrl), (refused) =>
      app.refusalLog.note(refused),
    ),
    http: {
      requireHostHeader: false,
      headersTimeout: 10 * SECOND_MS,
      // How often Node looks for requests that are over their time.
      connectionsCheckingInterval: 5 * SECOND_MS,
    },
    loggerInstance: context.log,
    // One line per request costs more than the request; errors and warnings are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 32 * 1_024,
    connectionTimeout: MINUTE_MS,
    requestTimeout: 30 * SECOND_MS,
    keepAliveTimeout: 65 * SECOND_MS,
    trustProxy: config.trustedProxies ?? false,
    // The specification writes some addresses with a slash at the end. The longest part of one is a client's own reference: 255 characters,
    // each of which may be written as three.
    routerOptions: { maxParamLength: 765, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Below, in words.
    return503OnClosing: false,
  });
  app.setValidatorCompiler(compileValidator);
  // Presenters name every field that leaves, so there is nothing for a second serialiser to cut away.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody);

  cutUnusedConnections(app);
  limitConnections(app, {
    most: shareOf(config.floods.connections, siblings),
    // Behind a proxy all of them come from one address.
    mostOfNetwork:
      config.trustedProxies === null ? shareOf(config.floods.connectionsPerAddress, siblings) : Infinity,
  });
  answerRefusals(app);
  // Before anything else can answer.
  app.addHook('onRequest', (request, reply, next) => {
    setHeaders(request, reply);
    next();
  });
  refuseHardlyHttp(app);
  refuseWhileClosing(app);
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });
  addOperations(app, context);
  if (config.role !== 'worker') await addShop(app, context);
  return app;
}

/** Everything that people, programs and providers ask for. */
async function addShop(app: FastifyInstance, context: Context): Promise<void> {
  const floodLimits = await addFloodLimits(app, context.config.floods, context);
  const tokenNotes = {
    noteUse: createNoteUse(context),
    noteRefusedUse: createNoteRefusedUse(context),
    noteElsewhere: createNoteElsewhere(context),
  };
  addDocumentation(app, { ...context, ...tokenNotes }, floodLimits);
  await addCalls(app, context, floodLimits, tokenNotes);
  addEventStream(app, { ...context, ...tokenNotes, floodLimits });
  addHooks(app, context, floodLimits);
  addUnsubscribe(app, context, floodLimits);
  await addReceiptPage(app, context, floodLimits);
  await addStatusPage(app, context);
  addWellKnown(app, context);
  await addPages(app, context);
}
