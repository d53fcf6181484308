/** `/openapi.json` for programs, and `/developers`, where people read the same and try calls. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../app/context.ts';
import { readText } from './files.ts';
import { describeApi } from './openapi.ts';
import { renderPage } from './page.ts';

/** All of it is made once: it hangs on the settings alone. */
export function addDocumentation(app: FastifyInstance, { config }: Context): void {
  const { brand, publicUrl } = config;
  const description = describeApi(brand, publicUrl);
  const texts: Record<string, [type: string, text: string]> = {
    '/openapi.json': ['application/json', JSON.stringify(description)],
    '/developers': ['text/html', renderPage(description, brand, publicUrl)],
    '/developers/style.css': [
      'text/css',
      readText('contract/src/brand.css') + readText('server/src/slices/developers/page/style.css'),
    ],
    '/developers/page.js': ['text/javascript', readText('server/src/slices/developers/page/page.js')],
  };
  for (const [url, [type, text]] of Object.entries(texts)) {
    app.get(url, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    );
  }
}
