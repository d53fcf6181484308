/**
 * The HTTP server: limits, headers, one error handler, and the routes. Everything that goes wrong below a handler ends here once:
 * refusals with their own words, bugs with a fixed sentence and the request id.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import { refusals, type RefusalBody, type RefusalCode } from '@jara/contract/refusals.ts';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Context } from './context.ts';
import { addDocumentation } from './developers/documentation.ts';
import { addHeaders } from './platform/headers.ts';
import { addEventStream } from './platform/event-stream.ts';
import { addUnsubscribe } from './mails/unsubscribe.ts';
import { addSlipPage } from './transactions/slip-page.ts';
import { parseJsonBody } from './platform/json-body.ts';
import { Refusal } from './platform/refuse.ts';
import { describeMissing } from './platform/serve.ts';
import { createValidators } from './platform/validators.ts';
import { addHooks } from './hooks.ts';
import { addOperations } from './operations.ts';
import { addPages, readClientBuild } from './pages.ts';
import { addCalls } from './routes.ts';

const SECOND = 1_000;

function bodyOf(code: RefusalCode, request: FastifyRequest, details: Refusal['details'] = {}): RefusalBody {
  const { msg = refusals[code].msg, errors, body } = details;
  return { msg, code, requestId: request.id, ...(errors === undefined ? {} : { errors }), ...body };
}

type Issue = NonNullable<FastifyError['validation']>[number];

/** The field that a schema error speaks of; a missing one is named by the error's parameters. */
function fieldOf(issue: Issue): string {
  const missing = issue.params['missingProperty'];
  return typeof missing === 'string' ? missing : issue.instancePath.replace(/^\//, '').replaceAll('/', '.');
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error.validation !== undefined) {
    const isMissing = (issue: Issue): boolean => issue.keyword === 'required';
    const missing = error.validation.filter(isMissing).map(fieldOf);
    const { msg, errors } =
      missing.length > 0
        ? describeMissing(request.routeOptions.config, missing)
        : { msg: refusals.invalid_input.msg, errors: [] };
    for (const issue of error.validation) {
      if (!isMissing(issue)) errors.push({ field: fieldOf(issue), msg: issue.message ?? msg });
    }
    return new Refusal('invalid_input', { msg, errors });
  }
  if (error.statusCode === 413) return new Refusal('body_too_large', {});
  if (error.statusCode === 415) return new Refusal('unsupported_media_type', {});
  if (error.statusCode === 429) return new Refusal('too_many_requests', {});
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('malformed_body', {});
  }
  return undefined;
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, request);
    if (refusal === undefined) {
      request.log.error({ err: error }, 'a request ended in a bug');
      return reply.code(500).send(bodyOf('internal_error', request));
    }
    if (refusal.details.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', refusal.details.retryAfterSeconds);
    }
    const { headers = {} } = refusal.details;
    return reply
      .code(refusal.status)
      .headers(headers)
      .send(bodyOf(refusal.code, request, refusal.details));
  });
}

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

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config } = context;
  const app = Fastify({
    loggerInstance: context.log,
    // One line per request costs more than the request; errors and warnings are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 32 * 1_024,
    connectionTimeout: 60 * SECOND,
    requestTimeout: 30 * SECOND,
    keepAliveTimeout: 65 * SECOND,
    trustProxy: config.trustedProxies ?? false,
    // The specification writes some addresses with a slash at the end.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.server.headersTimeout = 10 * SECOND;
  app.setValidatorCompiler(createValidators());
  // Presenters name every field that leaves, so there is nothing for a second serialiser to cut away.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJsonBody);

  cutUnusedConnections(app);
  handleErrors(app);
  addHeaders(app, { publicUrl: config.publicUrl, clientBuild: readClientBuild() });
  await app.register(compress, { global: true, threshold: 2_048, encodings: ['br', 'gzip'] });
  addDocumentation(app, context);
  addCalls(app, context);
  addEventStream(app, context);
  addHooks(app, context);
  addUnsubscribe(app, context);
  addSlipPage(app, context);
  addOperations(app, context);
  await addPages(app, context);
  return app;
}
