/**
 * The browser client: files of web/dist, and for every other address the page with the operator's brand in it. The landing page and the
 * price list come ready-made, with today's prices in them. Addresses below /api that do not exist get a refusal, not a page.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { brandElementId, termsElementId, workerMetaName, type Brand } from '@jara/contract/brand.ts';
import type { ClientPages } from '@jara/contract/calls/pages.ts';
import { statusPath } from '@jara/contract/public-pages.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueState } from '../slices/catalogue/catalogue.ts';
import { recolourPng, recolourSvg } from './brand-icons.ts';
import { presentPriceItem } from '../slices/plans/present.ts';
import type { Context } from './context.ts';
import { html, jsonElement } from '../platform/html.ts';
import { refuse } from '../platform/refuse.ts';

/** From the sources, and from the bundle in server/dist. */
const root = new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../', import.meta.url);
const folder = fileURLToPath(new URL('web/dist/', root));

const pack = promisify(brotliCompress);
const packForOld = promisify(gzip);

function cacheControl(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${365 * DAY_SECONDS}, immutable`;
  if (/\/(fonts|icons)\//.test(path)) return `public, max-age=${7 * DAY_SECONDS}`;
  return 'no-cache';
}

/** What search engines may show of the program: the ways in. Everything else in it is private or a receipt of somebody. */
const indexedPages: Readonly<Record<string, string>> = { '/login': 'Log in', '/register': 'Open an account' };

/** The program that writes pages, of the build that is served; undefined when there is none. */
export async function loadClientPages(): Promise<ClientPages | undefined> {
  if (!existsSync(`${folder}index.html`)) return undefined;
  return (await import(`${folder}.vite/prerender.js`)) as ClientPages; // made by web/build/pages.ts
}

/** The build of the browser client that is served; null when there is none. */
export function readClientBuild(): string | null {
  const index = `${folder}index.html`;
  if (!existsSync(index)) return null;
  return /<meta name="client-build" content="([\w-]+)"/.exec(readFileSync(index, 'utf8'))?.[1] ?? null;
}

/** What every page is written from. */
export const factsOfPages = ({ config, terms }: Context) => ({
  brand: config.brand,
  terms,
  origin: config.publicUrl.replace(/\/$/, ''),
});

/** A program that asks for a page which has its facts as JSON besides. */
export function asksAsProgram({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}

export function brandedPage(
  page: string,
  { brand, terms }: { brand: Brand; terms: Terms },
  address?: { origin: string; path: string },
): string {
  const indexedTitle = address === undefined ? undefined : indexedPages[address.path];
  const title = indexedTitle === undefined ? brand.name : `${indexedTitle} \u00b7 ${brand.name}`;
  const robots =
    indexedTitle === undefined || address === undefined
      ? html`<meta name="robots" content="noindex" />`
      : html`<link rel="canonical" href="${address.origin + address.path}" />`;
  return page
    .replace(
      '<!--brand-->',
      () => html`${robots}${jsonElement(brandElementId, brand)}${jsonElement(termsElementId, terms)}`.text,
    )
    .replace('<!--support-->', () => supportLinks(brand).text)
    .replace(/<title>.*?<\/title>/, () => html`<title>${title}</title>`.text);
}

/** Plain links, for a browser in which nothing else runs. */
function supportLinks({ supportPhone, supportEmail, supportChatNumber }: Brand) {
  const chatDigits = supportChatNumber.replaceAll(/\D/g, '');
  const chat = chatDigits === '' ? null : html` <a href="https://wa.me/${chatDigits}">WhatsApp</a>`;
  return html`${chat} <a href="tel:${supportPhone.replaceAll(/[^+\d]/g, '')}">${supportPhone}</a>
    <a href="mailto:${supportEmail}">${supportEmail}</a>`;
}

// A file that is gone is not found, else a browser with the page of an earlier build takes the new page for a script.
const isForPrograms = (url: string): boolean => /^\/(api|hooks|events|assets|fonts|icons)(\/|\?|$)/.test(url);

export interface ReadyPage {
  tag: string;
  html: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export async function makeReady(text: string): Promise<ReadyPage> {
  const page = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([pack(page, quality), packForOld(page)]);
  return {
    tag: `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`,
    html: page,
    br,
    gzip: gz,
  };
}

/** Sends the encoding that the browser accepts, or 304 when it has the page already. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, page: ReadyPage): FastifyReply {
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag: page.tag,
  });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.tag)
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding']?.toString() ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(page.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.html);
}

/** Without `URL`, which does not take everything that a browser may ask for. */
function partsOf(url: string): { path: string; search: string } {
  const [path = '', search = ''] = url.split('?', 2);
  return { path, search };
}

/** The ready-made pages, written when first asked for and again when the catalogue has changed. */
function addReadyPages(app: FastifyInstance, context: Context, { writePage, readyPaths }: ClientPages): void {
  const { catalogue } = context;
  const facts = factsOfPages(context);
  let pages = new Map<string, Promise<ReadyPage>>();
  let writtenFor: CatalogueState | undefined;

  const pageOf = (path: string, search: URLSearchParams): Promise<ReadyPage> => {
    if (writtenFor !== catalogue.now) {
      pages = new Map();
      writtenFor = catalogue.now;
    }
    const known = new URLSearchParams();
    const plans = [...catalogue.now.plans.values()];
    const network = search.get('network');
    const type = search.get('type');
    // What is not sold is not kept either, so that nobody fills the memory with addresses.
    if (plans.some((plan) => plan.network === network)) known.set('network', network ?? '');
    if (plans.some((plan) => plan.planType === type)) known.set('type', type ?? '');
    const key = `${path}?${known.toString()}`;
    const { now } = catalogue;
    const prices = () => plans.map((plan) => presentPriceItem(now, plan, undefined));
    const page = pages.get(key) ?? makeReady(writePage(path, known, { ...facts, prices: prices() }) ?? '');
    pages.set(key, page);
    return page;
  };
  for (const path of readyPaths) {
    app.get(path, async (request, reply) => {
      const { search } = partsOf(request.url);
      return sendReady(request, reply, await pageOf(path, new URLSearchParams(search)));
    });
  }
  app.get('/sitemap.xml', async (_request, reply) => {
    const addresses = [...readyPaths, statusPath, ...Object.keys(indexedPages)];
    const urls = addresses.map((path) => html`<url><loc>${facts.origin + path}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        html`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
            >${urls}</urlset
          >`.text,
      );
  });
  const robots = readFileSync(`${folder}robots.txt`, 'utf8');
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${robots}\nSitemap: ${facts.origin}/sitemap.xml\n`),
  );
}

/** An installed shop carries the operator's name and words. */
function addManifest(app: FastifyInstance, { name, tagline }: Brand): void {
  const manifest: unknown = JSON.parse(readFileSync(`${folder}manifest.webmanifest`, 'utf8'));
  const own = { name, short_name: name, ...(tagline !== '' && { description: tagline }) };
  const branded = JSON.stringify(Object.assign({}, manifest, own));
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(branded),
  );
}

/**
 * The page of the client for every address but those of files and of calls. An address that the client has no screen for gets the same
 * page, which says so, with 404.
 */
function addClient(
  app: FastifyInstance,
  context: Context,
  index: string,
  { readyPaths, hasScreen }: ClientPages,
): void {
  const { origin, ...shop } = factsOfPages(context);
  const written = new Map<string, Promise<ReadyPage>>();
  const pageFor = (path: string): Promise<ReadyPage> => {
    const key = Object.hasOwn(indexedPages, path) ? path : '';
    const page = written.get(key) ?? makeReady(brandedPage(index, shop, { origin, path: key }));
    written.set(key, page);
    return page;
  };
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || isForPrograms(request.url)) refuse('not_found');
    const { path, search } = partsOf(request.url);
    const otherSpelling = readyPaths.find((ready) => ready.toLowerCase() === path.toLowerCase());
    if (otherSpelling !== undefined) {
      return reply.redirect(search === '' ? otherSpelling : `${otherSpelling}?${search}`, 301);
    }
    return sendReady(request, reply.code(hasScreen(path) ? 200 : 404), await pageFor(path));
  });
}

const pictures = ['icons/icon-192.png', 'icons/icon-512.png'];
const sign = 'favicon.svg';
const icons = [sign, ...pictures];

/** In the operator's own colour; without one the files stand as they were built. */
function addIcons(app: FastifyInstance, hue: number): void {
  const send = (name: string, type: string, picture: Buffer | string) =>
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', cacheControl(`/${name}`))
        .send(picture),
    );
  for (const name of pictures) send(name, 'image/png', recolourPng(readFileSync(folder + name), hue));
  send(sign, 'image/svg+xml', recolourSvg(readFileSync(folder + sign, 'utf8'), hue));
}

/** In place of the worker, at its address: one that removes itself, whatever a browser has there (`web/src/app/worker-off.ts`). */
function addWorkerOff(app: FastifyInstance): void {
  const worker = readFileSync(`${folder}.vite/worker-off.js`, 'utf8');
  app.get('/worker.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', cacheControl('/worker.js'))
      .send(worker),
  );
}

const withoutWorker = (page: string): string =>
  page.replace('<!--brand-->', (mark) => html`<meta name="${workerMetaName}" content="off" />`.text + mark);

export async function addPages(app: FastifyInstance, context: Context): Promise<void> {
  const { config, log } = context;
  const { hue } = config.brand;
  const client = await loadClientPages();
  if (client === undefined) {
    log.warn({}, 'the browser client is not built: pages are not served');
    app.setNotFoundHandler(() => refuse('not_found'));
    return;
  }
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
    globIgnore: [
      'index.html',
      'robots.txt',
      'manifest.webmanifest*',
      '.vite/**',
      ...(hue === null ? [] : icons),
      ...(config.serviceWorker ? [] : ['worker.js*']),
    ],
  });
  addReadyPages(app, context, client);
  addManifest(app, config.brand);
  if (hue !== null) addIcons(app, hue);
  if (!config.serviceWorker) addWorkerOff(app);
  const page = readFileSync(`${folder}index.html`, 'utf8');
  addClient(app, context, config.serviceWorker ? page : withoutWorker(page), client);
}
