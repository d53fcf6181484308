/** The addresses that the web has agreed on: whom to tell of a hole, where a password is changed, and where browsers report to. */
import { DAY_MS, MINUTE_MS } from '@jara/contract/time-units.ts';
import type { FastifyInstance } from 'fastify';
import { POLICY_REPORTS } from '../platform/headers.ts';
import type { Context } from './context.ts';

/** RFC 9116 asks for less than a year. */
const SECURITY_TXT_HOLDS_DAYS = 180;
const CHANGE_PASSWORD_PAGE = '/profile/changePassword';

export function addWellKnown(app: FastifyInstance, context: Context): void {
  const { brand, publicUrl } = context.config;
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + SECURITY_TXT_HOLDS_DAYS * DAY_MS).toISOString();
    const lines = [
      `Contact: mailto:${brand.supportEmail}`,
      `Expires: ${expires}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      'Preferred-Languages: en',
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect(CHANGE_PASSWORD_PAGE, 302));
  addPolicyReports(app, context);
}

const REPORT_TYPES = ['application/csp-report', 'application/reports+json'];
const REPORTS_A_MINUTE = 20;

/** Logs what browsers kept from happening. Anybody may send one, so a minute has few, each is short, and none is answered with words. */
function addPolicyReports(app: FastifyInstance, { log }: Context): void {
  let minute = 0;
  let count = 0;
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      REPORT_TYPES,
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, parsed) => parsed(null, String(body)),
    );
    scope.post<{ Body: string | undefined }>(POLICY_REPORTS, (request, reply) => {
      const now = Math.floor(Date.now() / MINUTE_MS);
      count = now === minute ? count + 1 : 1;
      minute = now;
      if (count <= REPORTS_A_MINUTE)
        log.warn({ report: summaryOf(request.body) }, 'a browser kept something from happening');
      return reply.code(204).send();
    });
    done();
  });
}

const NAMES = new Set([
  'effective-directive',
  'effectiveDirective',
  'blocked-uri',
  'blockedURL',
  'document-uri',
  'documentURL',
]);

/** Which rule, what and where: of an address without its query, which may name a person. */
function summaryOf(body: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (NAMES.has(name) && typeof member === 'string')
        found[name] ??= member.split(/[?#]/, 1)[0]?.slice(0, 200) ?? '';
      else look(member);
    }
  };
  try {
    look(JSON.parse(String(body)));
  } catch {
    // Not even JSON: that one came is all there is to say.
  }
  return found;
}
