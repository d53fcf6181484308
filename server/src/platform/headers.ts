/** The headers of every answer. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { clientBuildHeader } from '@jara/contract/brand.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/** Scripts come from us alone; styles may stand in attributes, which charts and progress bars need. */
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
};

/** What helmet sets. It hangs on the settings alone, so it is asked once and not for each answer. */
function securityHeaders(isBehindTls: boolean): [name: string, value: string][] {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const ask = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Only an address behind TLS may promise TLS.
    strictTransportSecurity: isBehindTls,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  ask(answer.req, answer, (problem) => {
    if (problem !== undefined) throw problem;
  });
  return Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** What guards an answer that is no page, also when somebody opens it as one. The rest of helmet's speaks of pages, and weighs more than most answers. */
const forPrograms = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'referrer-policy',
  'x-frame-options',
]);
const policyForPrograms = "default-src 'none'; frame-ancestors 'none'";

/** Makes the function that sets them; what belongs to one person is kept by nobody on its way. */
export function createHeaders({
  publicUrl,
  clientBuild,
}: {
  publicUrl: string;
  clientBuild: string | null;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const ofPages = securityHeaders(publicUrl.startsWith('https:'));
  const ofPrograms: typeof ofPages = [
    ['content-security-policy', policyForPrograms],
    ...ofPages.filter(([name]) => forPrograms.has(name.toLowerCase())),
  ];
  return (request, reply) => {
    const isForPrograms = /^\/(api|assets|fonts|events)\//.test(request.url);
    for (const [name, value] of isForPrograms ? ofPrograms : ofPages) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    if (request.url.startsWith('/api/')) {
      void reply.header('cache-control', 'no-store');
      if (clientBuild !== null) reply.raw.setHeader(clientBuildHeader, clientBuild);
    }
  };
}
