/** Puts the program together over a migrated database: the only place that chooses implementations for the interfaces of outside/. */
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createCatalogue } from '../slices/catalogue/catalogue.ts';
import type { Config } from '../config/config.ts';
import { createFillIn } from '../config/fill-in.ts';
import { termsOf } from '../config/terms.ts';
import type { Context } from './context.ts';
import { startJobs } from './jobs.ts';
import { createSquadPayouts } from '../outside/banks/squad-payouts.ts';
import { createSquadGateway } from '../outside/cards/squad.ts';
import { createDojahRegister } from '../outside/identity/dojah.ts';
import { createPaymentPoint } from '../outside/reserved-accounts/paymentpoint.ts';
import { createTermiiSender } from '../outside/sms/termii.ts';
import { createSmtpMailer } from '../outside/mail/smtp.ts';
import { createWebPushSender } from '../outside/push/web-push.ts';
import { createMsorgSupplier } from '../outside/suppliers/msorg.ts';
import { createVtpassSupplier } from '../outside/suppliers/vtpass.ts';
import { createWebhookPoster } from '../outside/webhooks/post.ts';
import { createBooksAudit } from '../ledger/books-audit.ts';
import type { Supplier } from '../outside/suppliers/supplier.ts';
import { openPool, type Pool } from '../platform/db.ts';
import { openReplicaReads } from '../database/replica-reads.ts';
import { openReplica } from '../database/replica.ts';
import { createEvents } from '../platform/events.ts';
import { limitHashQueue } from '../platform/hashing/hash-pool.ts';
import type { Log } from '../platform/log.ts';
import { alone, type Siblings } from '../platform/processes/siblings.ts';
import { createKeyring } from '../platform/keys/keyring.ts';
import { createSeal } from '../platform/keys/sealed.ts';
import { createSessions } from '../platform/session.ts';
import { findLastDelivered } from '../slices/purchases/last-delivered.ts';
import { createPurchases } from '../slices/purchases/purchases.ts';
import { raiseAlarm } from '../slices/mails/staff-alarms.ts';
import { createShopState } from '../slices/recovery/shop-state.ts';
import { findLastPaid } from '../slices/withdrawals/last-paid.ts';
import { createWithdrawals } from '../slices/withdrawals/withdrawals.ts';
import { findClientReferences } from '../slices/transactions/client-references.ts';

export interface Program {
  context: Context;
  app: FastifyInstance;
  startJobs(): void;
  /** Stops taking requests, lets what is on its way finish, and closes everything. */
  stop(): Promise<void>;
}

const DRAIN_MS = 30_000;
const APP_ROLE = 'jara_app';

function connectSuppliers(
  { suppliers, vtpass, purchases }: Config,
  pool: Pool,
): ReadonlyMap<string, Supplier> {
  const believesUnproven = purchases.believesUnprovenSearch;
  const of = (name: string) => ({
    name,
    lastDelivered: (sentAt: Date) => findLastDelivered(pool, name, sentAt),
    believesUnproven,
  });
  const connected = new Map<string, Supplier>(
    Object.entries(suppliers).map(([name, settings]) => [
      name,
      createMsorgSupplier({ ...of(name), ...settings }),
    ]),
  );
  if (vtpass !== null) connected.set('VTPASS', createVtpassSupplier({ ...of('VTPASS'), ...vtpass }));
  return connected;
}

const connectMailer = ({ mail, brand }: Config) =>
  createSmtpMailer({ ...mail.smtp, from: { name: brand.name, address: mail.from } });

const connectSms = ({ sms }: Config) => (sms === null ? null : createTermiiSender(sms));

/** What the documents and the clients know of the settings. */
const publicTermsOf = (config: Config) => ({ terms: termsOf(config), fillIn: createFillIn(config) });

const openProgramPool = (
  { databaseDirectUrl: directUrl, databaseConnections: size }: Config,
  url: string,
  log: Log,
): Pool => openPool({ url, directUrl, size, role: undefined, log });

interface Parts {
  /** A bench puts its own in place of it. */
  createPurchases: typeof createPurchases;
  siblings: Siblings;
}

const mailAboutBooks =
  (pool: Pool) =>
  (broken: string[]): Promise<void> =>
    pool.commit((db) => raiseAlarm(db, { kind: 'books_alarm', words: `broken are ${broken.join('; ')}` }));

/** For the audit, which asks for more than lists do. */
async function findReplica({ databaseReplicaUrl: url }: Config, primary: Pool, log: Log) {
  if (url === null) return {};
  const options = { url, role: APP_ROLE, primary, log };
  return { replica: await openReplica(options), replicaReads: openReplicaReads(options) };
}

const createPush = ({ brand, webhooks }: Config, poster: Context['webhooks']): Context['push'] =>
  createWebPushSender(poster, {
    contact: `mailto:${brand.supportEmail}`,
    anyService: webhooks.allowInside,
  });

const connectProviders = ({ squad, identity, reservedAccounts, purchases }: Config, pool: Pool) => ({
  cards: createSquadGateway(squad),
  identity: createDojahRegister(identity),
  reservedAccounts: createPaymentPoint(reservedAccounts),
  payouts: createSquadPayouts({
    ...squad,
    lastPaid: (asked) => findLastPaid(pool, 'squad', asked),
    believesUnproven: purchases.believesUnprovenSearch,
  }),
});

function keysOf({ secretsKey, secretsKeyPrevious }: Config): Pick<Context, 'keys' | 'seal'> {
  const keys = createKeyring(secretsKey, secretsKeyPrevious);
  return { keys, seal: createSeal(keys) };
}

export async function compose(
  config: Config,
  databaseUrl: string,
  log: Log,
  { siblings = alone, ...parts }: Partial<Parts> = {},
): Promise<Program> {
  limitHashQueue(config.floods.hashQueue, siblings);
  const pool = openProgramPool(config, databaseUrl, log);
  const { replica, replicaReads } = await findReplica(config, pool, log);
  const suppliers = connectSuppliers(config, pool);
  const providers = connectProviders(config, pool);
  const mailer = connectMailer(config);
  const sealing = keysOf(config);
  const sessions = await createSessions(pool, { ...config.session, ...sealing }, siblings);
  const events = await createEvents(pool, log, findClientReferences(pool));
  const catalogue = await createCatalogue(pool);
  const purchases = await (parts.createPurchases ?? createPurchases)({
    pool,
    catalogue,
    suppliers,
    events,
    settings: { ...config.purchases, newDevice: config.newDevice, unproved: config.unproved },
    log,
    siblings,
  });
  const schedule = config.purchases;
  const withdrawals = createWithdrawals({ pool, events, log, schedule }, providers.payouts, schedule);
  const webhooks = createWebhookPoster(config.webhooks);
  const context: Context = {
    webhooks,
    push: createPush(config, webhooks),
    ...sealing,
    config,
    ...publicTermsOf(config),
    pool,
    reads: replicaReads ?? pool,
    log,
    siblings,
    sessions,
    events,
    catalogue,
    booksAudit: createBooksAudit(pool, log, mailAboutBooks(pool), { replica }),
    suppliers,
    ...providers,
    mailer,
    sms: connectSms(config),
    purchases,
    withdrawals,
    shop: await createShopState(pool),
  };
  const app = await buildApp(context);
  let stopJobs: (() => Promise<void>) | null = null;
  return {
    context,
    app,
    startJobs() {
      stopJobs ??= startJobs(context);
    },
    async stop() {
      await app.close();
      // A job may still send a purchase on: it is part of what has to finish.
      await stopJobs?.();
      await Promise.all([purchases.drain(DRAIN_MS), withdrawals.ongoing.drain(DRAIN_MS)]);
      await events.close();
      const outside = [...suppliers.values(), ...Object.values(providers), webhooks];
      const mayBe = [context.sms, replica, replicaReads].filter((one) => one !== null && one !== undefined);
      await Promise.all([...outside, ...mayBe].map((one) => one.close()));
      await pool.close();
    },
  };
}
