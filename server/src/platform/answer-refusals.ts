/**
 * The one writer of what is no success: `{ msg, code, requestId }` with the status of its code. Refusals keep their words, what the HTTP
 * server refuses by itself gets the code that fits, and a bug becomes a fixed sentence with the rest in the log.
 */
import { refusals, type RefusalBody, type RefusalCode } from '@jara/contract/refusals.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasKey } from './client-facts.ts';
import { logDatabaseTrouble } from './connections/damage.ts';
import { brokenConstraint, isDatabaseTrouble } from './db.ts';
import { fieldErrors, fieldOf, type Issue } from './field-errors.ts';
import { createRefusalLog, type RefusalLog } from './refusal-log.ts';
import { Refusal, shopClosed } from './refuse.ts';
import { describeMissing } from './serve.ts';

/** What an earlier try with the same key did, nobody has looked up. */
const THIS_TRY = 'The service is busy. This try did nothing; try again';

const sentenceOf = (code: RefusalCode, request: FastifyRequest): string =>
  code === 'unavailable' && hasKey(request) ? THIS_TRY : refusals[code].msg;

function bodyOf(code: RefusalCode, request: FastifyRequest, details: Refusal['details'] = {}): RefusalBody {
  const { msg = sentenceOf(code, request), errors, body } = details;
  return { msg, code, requestId: request.id, ...(errors === undefined ? {} : { errors }), ...body };
}

/** What an error says to the caller; undefined for a bug. */
export function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (brokenConstraint(error) === 'shop_is_open') return shopClosed();
  // Before a call began, or in one that only reads; `serve.ts` speaks for those that change something.
  if (isDatabaseTrouble(error)) {
    logDatabaseTrouble(request.log, error, 'the database failed before anything was done');
    return new Refusal('unavailable', {});
  }
  if (error.validation !== undefined) {
    const isMissing = ({ keyword }: Issue): boolean => keyword === 'required';
    const missing = error.validation.filter(isMissing).map(fieldOf);
    const wrong = fieldErrors(error.validation.filter((issue) => !isMissing(issue)));
    const { msg, errors } =
      missing.length > 0
        ? describeMissing(request.routeOptions.config, missing)
        : { msg: refusals.invalid_input.msg, errors: [] };
    return new Refusal('invalid_input', { msg, errors: [...errors, ...wrong] });
  }
  if (error.code === 'FST_ERR_BAD_URL') {
    return new Refusal('invalid_input', { msg: 'This address is not well formed' });
  }
  // No part of an address of ours is as long.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new Refusal('not_found', {});
  if (error.statusCode === 413) return new Refusal('body_too_large', {});
  if (error.statusCode === 415) return new Refusal('unsupported_media_type', {});
  if (error.statusCode === 429) return new Refusal('too_many_requests', {});
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('malformed_body', {});
  }
  return undefined;
}

/** In seconds. Whatever a program is to ask again for says when. */
const usualRetryAfter = ({ status }: Refusal): number | undefined => (status === 503 ? 5 : undefined);

declare module 'fastify' {
  interface FastifyInstance {
    refusalLog: RefusalLog;
  }
}

function noteRefused({ server, principal, ip, id, method, routeOptions }: FastifyRequest, code: RefusalCode) {
  const call = routeOptions.url === undefined ? null : `${method} ${routeOptions.url}`;
  server.refusalLog.note({ userId: principal?.userId ?? null, ip, call, code, requestId: id });
}

/** Status and headers, `Retry-After` among them, whatever the body is written as. It is counted for the log. */
export function beginRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status < 500) noteRefused(reply.request, refusal.code);
  const { headers = {}, retryAfterSeconds = usualRetryAfter(refusal) } = refusal.details;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  return reply.code(refusal.status).headers(headers);
}

async function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const refusal = refusalOf(error, request);
  if (refusal === undefined) {
    request.log.error({ err: error }, 'a request ended in a bug');
    return reply.code(500).send(bodyOf('internal_error', request));
  }
  return beginRefusal(reply, refusal).send(bodyOf(refusal.code, request, refusal.details));
}

export function answerRefusals(app: FastifyInstance): void {
  const refusalLog = createRefusalLog(app.log);
  app.decorate('refusalLog', refusalLog);
  app.addHook('onClose', async () => refusalLog.write());
  app.setErrorHandler(answer);
}

/**
 * For the option `frameworkErrors`: what the router refuses before it has found a route. No hook runs there, so the headers that every
 * answer has are set here.
 */
export function answerUnroutable(setHeaders: (request: FastifyRequest, reply: FastifyReply) => void) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    setHeaders(request, reply);
    void answer(error, request, reply);
  };
}
