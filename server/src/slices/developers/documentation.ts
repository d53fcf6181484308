/**
 * `/openapi.json` for programs, in live mode with the calls of staff for staff alone; for people the guide at `/developers`, and the reference beside it, where each call is read and tried. Scalar's own
 * program, `/developers/scalar.js`, comes with the build of the client.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import { answerUnchanged } from '../../platform/headers.ts';
import type { FloodLimits } from '../../platform/limits/flood-limits.ts';
import { callerLookup } from '../../platform/sessions/caller-lookup.ts';
import type { TokenNotes } from '../../platform/sessions/token-use.ts';
import { readText } from './files.ts';
import { describeApi, type Audience } from './openapi.ts';
import { renderGuide } from './page.ts';
import { renderReference } from './reference.ts';

/** All of it is made once: it hangs on the settings alone. */
export function addDocumentation(
  app: FastifyInstance,
  { config, terms, fillIn, sessions, noteElsewhere }: Context & Pick<TokenNotes, 'noteElsewhere'>,
  floodLimits: FloodLimits,
): void {
  const { brand, publicUrl } = config;
  const page = (name: string): string => readText(`server/src/slices/developers/page/${name}`);
  const api = (audience: Audience): string =>
    fillIn(JSON.stringify(describeApi(brand, publicUrl, terms, audience)));
  const colours = readText('contract/src/brand.css');
  const texts: Record<string, [type: string, text: string]> = {
    '/developers': ['text/html', fillIn(renderGuide(brand, publicUrl))],
    '/developers/style.css': ['text/css', colours + page('bar.css') + page('style.css')],
    '/developers/page.js': ['text/javascript', page('page.js')],
    '/developers/reference': ['text/html', renderReference(brand)],
    '/developers/reference.css': ['text/css', colours + page('bar.css') + page('reference.css')],
    '/developers/reference.js': ['text/javascript', page('reference.js')],
  };
  for (const [url, [type, text]] of Object.entries(texts)) {
    app.get(url, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    );
  }
  const documents = { everybody: api('everybody'), staff: api('staff') };
  const audienceOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Audience> => {
    const found = await floodLimits.countCaller(
      request,
      reply,
      callerLookup(request, { sessions, noteElsewhere }),
    );
    // There anybody logs in as an admin.
    if (config.mode === 'sandbox') return 'staff';
    return found !== undefined && isStaff(found.principal) ? 'staff' : 'everybody';
  };
  app.get('/openapi.json', { onSend: answerUnchanged }, async (request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .header('vary', 'x-auth-token, authorization, cookie')
      .send(documents[await audienceOf(request, reply)]),
  );
}
