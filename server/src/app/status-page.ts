/**
 * `GET /status`: how each service does, as a page that reads in every browser, or the facts of it for programs. It is written once for each
 * reading of the status, however many ask.
 */
import type { StatusPage } from '@jara/contract/calls/pages.ts';
import { statusPath } from '@jara/contract/public-pages.ts';
import { meterCompanies, networks } from '@jara/contract/constants.ts';
import type { FastifyInstance } from 'fastify';
import { isDatabaseTrouble } from '../platform/db.ts';
import type { CatalogueState } from '../slices/catalogue/catalogue.ts';
import { createStatusReader } from '../slices/purchases/get-status.ts';
import type { Context } from './context.ts';
import {
  asksAsProgram,
  factsOfPages,
  loadClientPages,
  makeReady,
  sendReady,
  type ReadyPage,
} from './pages.ts';

const RETRY_AFTER_SECONDS = 30;

const places = [
  ...networks.map((network) => ({ service: 'airtime', network }) as const),
  ...networks.map((network) => ({ service: 'data', network }) as const),
  ...meterCompanies.map(({ name }) => ({ service: 'electricity', network: name }) as const),
];

export async function addStatusPage(app: FastifyInstance, context: Context): Promise<void> {
  const { pool, catalogue } = context;
  const client = await loadClientPages();
  const facts = factsOfPages(context);
  const read = createStatusReader(pool);

  async function look(prices: CatalogueState): Promise<StatusPage> {
    try {
      const { services, checkedAt } = await read();
      const now = places.map((place) => ({
        ...place,
        isOpen: prices.isOpen(place.network, place.service),
        status:
          services.find(({ service, network }) => service === place.service && network === place.network) ??
          null,
      }));
      return { state: 'known', services: now, checkedAt };
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
      return { state: 'unavailable' };
    }
  }

  let written: { checkedAt: string; prices: CatalogueState; ready: Promise<ReadyPage> } | undefined;
  app.get(statusPath, async (request, reply) => {
    const prices = catalogue.now;
    const page = await look(prices);
    if (page.state === 'unavailable') void reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    if (client === undefined || asksAsProgram(request)) return page;
    if (page.state === 'unavailable')
      return reply.type('text/html; charset=utf-8').send(client.writeStatus(page, facts));
    if (written?.checkedAt !== page.checkedAt || written.prices !== prices) {
      const ready = makeReady(client.writeStatus(page, facts));
      written = { checkedAt: page.checkedAt, prices, ready };
    }
    return sendReady(request, reply, await written.ready);
  });
}
