/**
 * The browser client: files of web/dist, and for every other address the page with the operator's brand in it. Addresses below /api
 * that do not exist get a refusal, not a page.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { brandElementId, type Brand } from '@jara/contract/brand.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { refuse } from './platform/refuse.ts';

const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;
const WEEK_SECONDS = 604_800;

function cacheControl(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${YEAR_SECONDS}, immutable`;
  if (path.includes('/fonts/')) return `public, max-age=${WEEK_SECONDS}`;
  return 'no-cache';
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** `<` as an escape, so that no text of the operator can end the element. */
export function brandedPage(html: string, brand: Brand): string {
  const json = JSON.stringify(brand).replaceAll('<', String.raw`\u003c`);
  return html
    .replace('<!--brand-->', () => `<script type="application/json" id="${brandElementId}">${json}</script>`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(brand.name)}</title>`);
}

// A file that is gone is not found, else a browser with the page of an earlier build takes the new page for a script.
const isForPrograms = (url: string): boolean => /^\/(api|hooks|events|assets|fonts)(\/|\?|$)/.test(url);

export async function addPages(app: FastifyInstance, { config, log }: Context): Promise<void> {
  const index = `${folder}index.html`;
  const isBuilt = existsSync(index);
  const page = isBuilt ? brandedPage(readFileSync(index, 'utf8'), config.brand) : null;
  if (!isBuilt) log.warn({}, 'the browser client is not built: pages are not served');
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      // The page itself goes out below, with the brand in it.
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        void reply.setHeader('cache-control', cacheControl(path));
      },
      globIgnore: ['index.html'],
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (page === null || !wantsPage || isForPrograms(request.url)) refuse('not_found');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
