/**
 * The server under measurement, as a process of its own: `product` is the program as it is; `baseline` is the same program with
 * purchases written the ordinary way. Tells its port by IPC.
 */
import { buildApp } from '../../server/src/app.ts';
import { createCatalogue } from '../../server/src/catalogue/catalogue.ts';
import { createLog } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config.ts';
import { createSquadGateway } from '../../server/src/outside/cards/squad.ts';
import { createSmtpMailer } from '../../server/src/outside/mail/smtp.ts';
import { createMsorgSupplier } from '../../server/src/outside/suppliers/msorg.ts';
import { createWebhookPoster } from '../../server/src/outside/webhooks/post.ts';
import { openPool } from '../../server/src/platform/db.ts';
import { createEvents } from '../../server/src/platform/events.ts';
import { createSeal } from '../../server/src/platform/sealed.ts';
import { createSessions } from '../../server/src/platform/session.ts';
import { createPurchases } from '../../server/src/purchases/purchases.ts';
import { createBaselinePurchases } from './baseline.ts';

const config = readConfig(process.env);
const log = createLog('warn');
const pool = openPool({
  url: config.databaseUrl ?? '',
  size: config.databaseConnections,
  role: 'jara_app',
  log,
});
const suppliers = new Map(
  Object.entries(config.suppliers).map(([name, settings]) => [
    name,
    createMsorgSupplier({ name, ...settings, connections: 256 }),
  ]),
);
const events = await createEvents(pool, log);
const catalogue = await createCatalogue(pool, log);
const create = process.env['BENCH_PROGRAM'] === 'baseline' ? createBaselinePurchases : createPurchases;
const purchases = await create({ pool, catalogue, suppliers, events, settings: config.purchases, log });
const sessions = await createSessions(pool, config.session);
const cards = createSquadGateway(config.squad);
const app = await buildApp({
  webhooks: createWebhookPoster(config.webhooks),
  seal: createSeal(config.secretsKey),
  config,
  pool,
  log,
  sessions,
  events,
  catalogue,
  suppliers,
  cards,
  mailer: createSmtpMailer({
    ...config.mail.smtp,
    from: { name: config.brand.name, address: config.mail.from },
  }),
  purchases,
});
await app.listen({ host: '127.0.0.1', port: 0 });
const [address] = app.addresses();
process.send?.({ port: typeof address === 'object' ? address.port : undefined });
process.on('disconnect', () => process.exit(0));
