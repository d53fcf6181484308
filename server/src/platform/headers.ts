/** The headers of every answer. */
import { hash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { clientBuildHeader } from '@jara/contract/brand.ts';
import { paths, type CallName } from '@jara/contract/paths.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import helmet from 'helmet';

/** Where browsers report what they kept from happening. */
export const POLICY_REPORTS = '/policy-reports';

/**
 * Goes with the answer that ends a session for good: no step back shows the screens that were seen. What the client keeps for a time without a
 * network it removes itself.
 */
export const emptyingCache = { 'clear-site-data': '"cache"' };

/** Scripts and styles come from us alone, and no text becomes a script: only an address that the client has looked at may. */
const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  frameSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['jara'],
  reportUri: [POLICY_REPORTS],
  reportTo: ['policy'],
};

/** The API reference is Scalar's program, which writes styles and builds its page from text; no session is open in it. */
const policyOfReference = {
  ...policy,
  styleSrc: ["'self'", "'unsafe-inline'"],
  requireTrustedTypesFor: null,
  trustedTypes: null,
};

/** The frame that shows a mail: its script sets the styles, and loads nothing. Only pages of ours show it, and it is of no origin. */
const policyOfMails = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: ['allow-scripts'],
};

/** What the client never asks a browser for, and so nobody in it can. */
const withheld =
  `accelerometer autoplay camera display-capture fullscreen geolocation gyroscope hid idle-detection local-fonts
  magnetometer microphone midi payment picture-in-picture screen-wake-lock serial storage-access usb window-management
  xr-spatial-tracking`.split(/\s+/);
const permissionsPolicy = withheld.map((feature) => `${feature}=()`).join(', ');

/** What helmet sets. It hangs on the settings alone, so it is asked once and not for each answer. */
function securityHeaders(
  hasTls: boolean,
  directives: typeof policy | typeof policyOfReference | typeof policyOfMails,
): [name: string, value: string][] {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const ask = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Only an address behind TLS may promise TLS.
    strictTransportSecurity: hasTls,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: directives === policyOfMails ? 'sameorigin' : 'deny' },
  });
  ask(answer.req, answer, (problem) => {
    if (problem !== undefined) throw problem;
  });
  return [
    ...Object.entries(answer.getHeaders()).map(([name, value]): [string, string] => [name, String(value)]),
    ['permissions-policy', permissionsPolicy],
    ['reporting-endpoints', `policy="${POLICY_REPORTS}"`],
  ];
}

/** What guards an answer that is no page, also when somebody opens it as one. The rest of helmet's speaks of pages, and weighs more than most answers. */
const forPrograms = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'referrer-policy',
  'x-frame-options',
]);
const policyForPrograms = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The headers of an answer that is no page. */
export function headersForPrograms(publicUrl: string): [name: string, value: string][] {
  const ofPages = securityHeaders(isBehindTls(publicUrl), policy);
  return [
    ['content-security-policy', policyForPrograms],
    ...ofPages.filter(([name]) => forPrograms.has(name.toLowerCase())),
  ];
}

const isBehindTls = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Makes the function that sets them; what belongs to one person is kept by nobody on its way. */
export function createHeaders({
  publicUrl,
  clientBuild,
}: {
  publicUrl: string;
  clientBuild: string | null;
}): (request: FastifyRequest, reply: FastifyReply) => void {
  const hasTls = isBehindTls(publicUrl);
  const ofPages = securityHeaders(hasTls, policy);
  const ofPrograms = headersForPrograms(publicUrl);
  const ofAddress = new Map([
    ['/developers/reference', securityHeaders(hasTls, policyOfReference)],
    // Without the word that promises browsers an origin for each process: it has none.
    [
      '/mail-frame.html',
      securityHeaders(hasTls, policyOfMails).filter(
        ([name]) => name.toLowerCase() !== 'origin-agent-cluster',
      ),
    ],
    [
      '/mail-frame.js',
      [...ofPrograms, ['cross-origin-resource-policy', 'cross-origin']] satisfies typeof ofPages,
    ],
  ]);
  const ofCalls = {
    ...Object.fromEntries(ofPrograms),
    'cache-control': 'no-store',
    ...(clientBuild !== null && { [clientBuildHeader]: clientBuild }),
  };
  return (request, reply) => {
    // Handed to Node together as the answer goes, which costs half of setting each.
    if (request.url.startsWith('/api/')) {
      void reply.headers(ofCalls).header('x-request-id', request.id);
      return;
    }
    const ofAnswer = /^\/(assets|fonts|events)\//.test(request.url)
      ? ofPrograms
      : (ofAddress.get(request.url.split('?', 1)[0] ?? '') ?? ofPages);
    for (const [name, value] of ofAnswer) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
  };
}

/** When the old GETs were declared deprecated, and until when they answer for certain. */
const oldGets = { since: new Date('2026-11-22T00:00:00Z'), until: new Date('2027-06-30T00:00:00Z') };

/** Says on each answer of an old GET which call took its place, in the headers that clients look for (RFC 9745, RFC 8594). */
export function announceDeprecation(instead: CallName, request: FastifyRequest, reply: FastifyReply): void {
  const address = /^\S+ (\S+)/.exec(paths[instead])?.[1] ?? '';
  const params = new Map(Object.entries(request.params as Record<string, string>)); // of its path, so text
  const successor = address.replaceAll(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(params.get(name) ?? ''),
  );
  void reply.headers({
    deprecation: `@${oldGets.since.getTime() / 1_000}`,
    sunset: oldGets.until.toUTCString(),
    link: `<${successor}>; rel="successor-version", </developers>; rel="deprecation"; type="text/html"`,
  });
}

/** Of base64: 162 bits. */
const TAG_SIGNS = 27;

/**
 * Names an answer by what is in it, and sends nothing but that it is still the same to whoever has it (RFC 9110, 13.1.2). A hook `onSend`. What
 * else the request says of caches is not asked: clients add `no-cache` to a tag that a program sends.
 */
export async function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  // Weak, because the same answer may be packed or not.
  const etag = `W/"${hash('sha256', payload, 'base64url').slice(0, TAG_SIGNS)}"`;
  void reply.header('etag', etag);
  if (!fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return payload;
  void reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}
