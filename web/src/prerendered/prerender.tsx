/** Writes the pages that need no program in the browser. The server loads this from the build and asks for a page when its facts change. */
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { matchPath, StaticRouter } from 'react-router';
import type { ClientPages, PageFacts, ReceiptCheckPage } from '@jara/contract/calls/pages.ts';
import { statusPath } from '@jara/contract/public-pages.ts';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import { brand, putOnBrand } from '../platform/brand.ts';
import { putOnTerms } from '../platform/terms.ts';
import { PublicFrame } from '../features/shell/public-frame.tsx';
import { patterns, to } from '../platform/paths.ts';
import { CheckSlip, checkTitle } from './check-slip.tsx';
import { PageDocument } from './document.tsx';
import { Landing } from './landing.tsx';
import { PriceList } from './price-list.tsx';
import { ServiceStatusPage } from './service-status.tsx';

interface Page {
  path: string;
  /** Of the shop whose brand is on. */
  title: () => string;
  description: () => string;
  Body: ComponentType<{ prices: PageFacts['prices']; search: URLSearchParams }>;
}

const pages: readonly Page[] = [
  {
    path: to.landing,
    title: () => `${brand.name} · Airtime, data and light for less`,
    description: () =>
      brand.tagline ||
      `Buy airtime, data and electricity with ${brand.name}: one wallet in naira, a slip for every purchase.`,
    Body: Landing,
  },
  {
    path: to.priceList,
    title: () => `Price list · ${brand.name}`,
    description: () =>
      `What data for MTN, Glo, Airtel and T2 (9mobile) costs at ${brand.name} today: the ordinary, the reseller and the API price of every plan.`,
    Body: PriceList,
  },
];

export const readyPaths: ClientPages['readyPaths'] = pages.map(({ path }) => path);

export const writePage: ClientPages['writePage'] = (path, search, { brand: own, terms, origin, prices }) => {
  putOnBrand(own);
  putOnTerms(terms);
  const page = pages.find((one) => one.path === path);
  if (page === undefined) return null;
  const { title, description, Body } = page;
  const head = { title: title(), description: description() };
  return writeDocument(head, { origin, path }, <Body prices={prices} search={search} />);
};

/** By the brand and the terms that are put on. */
function writeDocument(
  head: Omit<ComponentProps<typeof PageDocument>, 'address' | 'children'>,
  { origin, path }: { origin: string; path: string },
  body: ReactNode,
): string {
  const markup = renderToStaticMarkup(
    <PageDocument {...head} address={origin + path}>
      <StaticRouter location={path}>
        <PublicFrame>{body}</PublicFrame>
      </StaticRouter>
    </PageDocument>,
  );
  return `<!doctype html>${markup}`;
}

/**
 * After how long a receipt that waits is looked at again, in seconds; undefined for one that waits no more. Who stands there with the phone sees
 * it turn. One that waits for long is asked about seldom: reading it is disturbed, and all behind one address share a limit.
 */
function askAgainAfter(page: ReceiptCheckPage): number | undefined {
  if (page.state !== 'found' || page.receipt.status !== 'pending') return undefined;
  return Date.now() - Date.parse(page.receipt.createdAt) < MINUTE_MS ? 5 : 60;
}

export const writeReceiptCheck: ClientPages['writeReceiptCheck'] = (
  page,
  path,
  { brand: own, terms, origin },
) => {
  putOnBrand(own);
  putOnTerms(terms);
  const head = {
    title: `${checkTitle(page)} · ${brand.name}`,
    description: `Whether a slip of ${brand.name} is true.`,
    isIndexed: false,
    reloadSeconds: askAgainAfter(page),
  };
  return writeDocument(head, { origin, path }, <CheckSlip page={page} address={path} />);
};

export const writeStatus: ClientPages['writeStatus'] = (page, { brand: own, terms, origin }) => {
  putOnBrand(own);
  putOnTerms(terms);
  const head = {
    title: `Status · ${brand.name}`,
    description: `Whether airtime, data and electricity at ${brand.name} work now.`,
  };
  return writeDocument(head, { origin, path: statusPath }, <ServiceStatusPage page={page} />);
};

const screens: readonly string[] = [...Object.values(to), ...Object.values(patterns)].filter(
  (path) => !readyPaths.includes(path),
);

export const hasScreen: ClientPages['hasScreen'] = (path) =>
  screens.some((pattern) => matchPath(pattern, path) !== null);
