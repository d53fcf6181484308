/**
 * `/openapi.json` for programs; for people the guide at `/developers`, and the reference beside it, where each call is read and tried. Scalar's own
 * program, `/developers/scalar.js`, comes with the build of the client.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../app/context.ts';
import { readText } from './files.ts';
import { describeApi } from './openapi.ts';
import { renderGuide } from './page.ts';
import { renderReference } from './reference.ts';

/** All of it is made once: it hangs on the settings alone. */
export function addDocumentation(app: FastifyInstance, { config, terms, fillIn }: Context): void {
  const { brand, publicUrl } = config;
  const page = (name: string): string => readText(`server/src/slices/developers/page/${name}`);
  const colours = readText('contract/src/brand.css');
  const texts: Record<string, [type: string, text: string]> = {
    '/openapi.json': ['application/json', fillIn(JSON.stringify(describeApi(brand, publicUrl, terms)))],
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
}
