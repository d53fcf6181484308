/** Writes the pages that need no program in the browser. The server loads this from the build and asks for a page when its facts change. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from '../ui/router.tsx';
import type { WritePage } from '@jara/contract/pages.ts';
import { brand, putOnBrand } from '../brand.ts';
import { PublicFrame } from '../parts/public-frame.tsx';
import { to } from '../paths.ts';
import { PageDocument } from './document.tsx';
import { Landing } from './landing.tsx';
import { PriceList } from './price-list.tsx';

interface Page {
  title: string;
  description: string;
  body: ReactElement;
}

export const writePage: WritePage = (path, search, { brand: own, origin, prices }) => {
  putOnBrand(own);
  const page = pageOf(path, search, prices);
  if (page === null) return null;
  const { title, description, body } = page;
  const markup = renderToStaticMarkup(
    <PageDocument title={title} description={description} address={`${origin}${path}`}>
      <MemoryRouter address={path}>
        <PublicFrame>{body}</PublicFrame>
      </MemoryRouter>
    </PageDocument>,
  );
  return `<!doctype html>${markup}`;
};

function pageOf(
  path: string,
  search: URLSearchParams,
  prices: Parameters<WritePage>[2]['prices'],
): Page | null {
  if (path === to.landing) {
    return {
      title: `${brand.name} · Airtime and data for less`,
      description:
        brand.tagline ||
        `Buy airtime, data and electricity with ${brand.name}: one wallet in naira, a slip for every purchase.`,
      body: <Landing prices={prices} />,
    };
  }
  if (path === to.priceList) {
    return {
      title: `Price list · ${brand.name}`,
      description: `What data for MTN, Glo, Airtel and T2 (9mobile) costs at ${brand.name} today: the ordinary, the reseller and the API price of every plan.`,
      body: <PriceList prices={prices} network={search.get('network')} type={search.get('type')} />,
    };
  }
  return null;
}
