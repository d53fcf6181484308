/**
 * What the server does for the pages of a build, done by Vite's dev server for the sources: the ready-made pages, and the operator's brand
 * in every page. There is no content security policy here, because hot reload puts a script of its own into the page; and no service
 * worker, because only builds register one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Brand } from '@jara/contract/brand.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';
import type { PriceItem } from '@jara/contract/calls/catalogue.ts';
import type { ClientPages, ReceiptCheckPage, StatusPage } from '@jara/contract/calls/pages.ts';
import type { CheckedReceipt } from '@jara/contract/calls/transactions.ts';
import type { Plugin, ViteDevServer } from 'vite';
// By its place: what reads Vite's configuration looks into no package.
import { statusPath } from '../../contract/src/public-pages.ts';
import { paths } from '../../contract/src/paths.ts';

const writerSource = '/src/prerendered/prerender.tsx';
const scriptSource = '/src/prerendered/enhance.ts';
const stylesSource = '/src/app/styles.css';
/** A ready-made page has no program that could take a change in, so it is loaded again. */
const reloaderAddress = '/@ready-page';
const changed = 'ready-page:changed';

const pricesPath = paths.listPrices.replace('GET ', '');

/** What only the server answers. Everything else is the client's. */
const serverAddresses = [
  '/api',
  '/hooks',
  '/events',
  '/openapi.json',
  '/developers',
  '/unsubscribe',
  '/sitemap.xml',
];

/** `api` is the address of a running server that has a build of the client: it writes the brand into that. */
export function serveLikeTheServer(api: string): Plugin {
  const readShop = createShopReader(api);
  return {
    name: 'like-the-server',
    apply: 'serve',
    config: () => ({
      define: {
        pageStyles: JSON.stringify([stylesSource]),
        // Only a build has them.
        pageOldStyles: JSON.stringify(''),
        pageScript: JSON.stringify(scriptSource),
      },
      server: {
        host: '127.0.0.1',
        proxy: Object.fromEntries(serverAddresses.map((address) => [address, api])),
      },
    }),
    resolveId: (id) => (id === reloaderAddress ? id : undefined),
    load: (id) =>
      id === reloaderAddress
        ? `import.meta.hot.on('${changed}', () => window.location.reload());`
        : undefined,
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0) server.environments.client.hot.send(changed);
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => html.replace('<!--brand-->', (await readShop()).elements),
    },
    configureServer: (vite) => {
      const answer = async (
        request: IncomingMessage,
        response: ServerResponse,
        next: (problem?: unknown) => void,
      ): Promise<void> => {
        if (!asksForPage(request)) return next();
        try {
          const html = await writeReadyPage(vite, request, api, await readShop());
          if (html === null) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.end(html);
        } catch (problem) {
          next(problem);
        }
      };
      vite.middlewares.use((request, response, next) => void answer(request, response, next));
    },
  };
}

/** What the server writes into each page, as scripts that are no programs: brand and terms. */
const factElement = /<script type="application\/json" id="(\w+)">(.*?)<\/script>/gs;

interface ShopFacts {
  elements: string;
  brand: Brand;
  terms: Terms;
}

/** Brand and terms stand in every page of the server; they do not change while this runs. */
function createShopReader(api: string): () => Promise<ShopFacts> {
  let known: ShopFacts | undefined;
  return async () => {
    if (known !== undefined) return known;
    const page = await (await fetch(`${api}/login`)).text();
    const found = [...page.matchAll(factElement)];
    const facts = new Map(found.map(([, id = '', json = '']) => [id, json]));
    const [brand, terms] = [facts.get('brand'), facts.get('terms')];
    if (brand === undefined || terms === undefined)
      throw new Error(`${api} serves no page of a shop: npm run build`);
    known = {
      elements: found.map(([element]) => element).join(''),
      // Written by our own server.
      brand: JSON.parse(brand) as Brand,
      terms: JSON.parse(terms) as Terms,
    };
    return known;
  };
}

const asksForPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

const asProgram = { headers: { accept: 'application/json' } };
// All are answers of the contract.
const readStatus = async (api: string) =>
  (await (await fetch(api + statusPath, asProgram)).json()) as StatusPage;
const readPrices = async (api: string) => (await (await fetch(api + pricesPath)).json()) as PriceItem[];
async function readReceiptCheck(address: string): Promise<ReceiptCheckPage> {
  const answer = await fetch(address, asProgram);
  if (answer.ok) return { state: 'found', receipt: (await answer.json()) as CheckedReceipt };
  return { state: answer.status === 404 ? 'unknown' : 'unavailable' };
}

/** Null for every address but those of the pages that the server writes. */
async function writeReadyPage(
  vite: ViteDevServer,
  request: IncomingMessage,
  api: string,
  { brand, terms }: ShopFacts,
): Promise<string | null> {
  const origin = `http://${request.headers.host ?? ''}`;
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  const pages = (await vite.ssrLoadModule(writerSource)) as ClientPages;
  const facts = { brand, terms, origin };
  const write = async (): Promise<string | null> => {
    if (pathname === statusPath) return pages.writeStatus(await readStatus(api), facts);
    if (pathname.startsWith('/check/')) {
      return pages.writeReceiptCheck(await readReceiptCheck(api + pathname), pathname, facts);
    }
    if (!pages.readyPaths.includes(pathname)) return null;
    return pages.writePage(pathname, searchParams, { ...facts, prices: await readPrices(api) });
  };
  const html = await write();
  if (html === null) return null;
  const reloader = `<script type="module" src="${reloaderAddress}"></script>`;
  return vite.transformIndexHtml(
    pathname,
    html.replace('</head>', () => `${reloader}</head>`),
  );
}
