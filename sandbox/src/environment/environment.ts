/**
 * The sandbox environment: every provider that the product talks to, in one program, over real HTTP. What happened in it
 * stands in its journal; the stores below are that journal, read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Simulator, Keys, Environment } from './context.ts';
import { journalView, registerControlApi } from '../control/api.ts';
import { loopbackOnly } from '../control/loopback-only.ts';
import { registerControlPage } from '../control/page.ts';
import type { JournalView } from '../control/views.ts';
import { createSimulators } from '../simulators/simulators.ts';
import { memoryJournal, openFileJournal } from './journal.ts';
import { DEFAULT_TIMINGS } from '../data/outcomes.ts';
import type { Timings } from '../data/outcomes.ts';
import { registerForms } from '../pages/pages.ts';
import { Random } from './random.ts';
import type { JournalRecord } from './records.ts';
import type { Store } from './store.ts';
import { Switches } from './switches.ts';
import { Timers } from './timers.ts';
import { Webhooks } from './webhooks.ts';

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Of the mail server; 0, the default, takes a free one. */
  smtpPort?: number;
  host?: string;
  /** The directory of the journal, or `memory` for a bench that keeps nothing. */
  journal: { directory: string } | 'memory';
  keys?: Partial<Keys>;
  /** Where the simulators send their events. */
  webhookUrls?: Partial<Record<'glad' | 'alaro' | 'vtpass' | 'squad' | 'reserved-accounts', string>>;
  timings?: Partial<Timings>;
  /** Where others reach this environment, when that is not the address that it listens on. */
  publicUrl?: string;
  /** The name on the checkout page. */
  merchantName?: string;
  seed?: number;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  readonly smtpPort: number;
  /** What `GET /control/journal` shows. */
  journal(): JournalView;
  reset(): Promise<void>;
  /** Ends all connections at once and closes the journal. What was under way goes on at the next start. */
  close(): Promise<void>;
}

/** @public Tests of the adapters sign with them. */
export const DEFAULT_KEYS: Readonly<Keys> = {
  glad: 'sandbox-glad-key',
  alaro: 'sandbox-alaro-key',
  squad: 'sandbox_sk_jara',
  squadMerchant: 'SBJARA0001',
  vtpassApi: 'sandbox-vtpass-api-key',
  vtpassSecret: 'sandbox-vtpass-secret-key',
  vtpassPublic: 'sandbox-vtpass-public-key',
  dojahApp: 'sandbox-dojah-app',
  dojah: 'sandbox-dojah-key',
  paymentpoint: 'sandbox-paymentpoint-secret',
  paymentpointApi: 'sandbox-paymentpoint-key',
  paymentpointBusiness: 'sandbox-business',
  termii: 'sandbox-termii-key',
  smtp: 'sandbox-smtp-password',
};

const BODY_LIMIT_BYTES = 65_536;
const DISK_RETRY_MS = 1_000;

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0 } = options;
  const random = new Random(options.seed ?? 1);
  const stores = new Map<string, Store>();
  const apply = (record: JournalRecord): void => stores.get(record.store)?.apply(record);
  let journal = memoryJournal;
  let url = '';

  const timers = new Timers();
  const timings: Timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const commit = (...records: JournalRecord[]): Promise<void> => {
    for (const record of records) apply(record);
    return journal.append(records);
  };
  const ended = new AbortController();
  const commitInTime = (...records: JournalRecord[]): Promise<void> =>
    untilWritten(commit(...records), () => journal.flushed(), ended.signal);
  const environment: Environment = {
    url: () => url,
    merchantName: options.merchantName ?? 'Jara',
    keys: { ...DEFAULT_KEYS, ...options.keys },
    commit,
    commitInTime,
    flushed: () => journal.flushed(),
    timings,
    timers,
    switches: new Switches(random),
    webhooks: new Webhooks({ timings, timers, commitInTime, ended: ended.signal }),
  };
  for (const [simulator, target] of Object.entries(options.webhookUrls ?? {}))
    environment.webhooks.aim(simulator, target);

  const simulators = createSimulators(environment, { smtpPort: options.smtpPort ?? 0 });
  for (const store of [environment.switches, environment.webhooks, ...simulators])
    stores.set(store.name, store);
  if (options.journal !== 'memory') journal = await openFileJournal(options.journal.directory, apply);

  const reset = async (): Promise<void> => {
    timers.clear();
    await journal.restart(Array.from(stores.values()).flatMap((store) => store.forget()));
  };
  const app = createApp(environment, simulators, random, reset);
  const ownPorts = new Map<string, number>();
  const closeAll = async (): Promise<void> => {
    await Promise.all([app.close(), ...simulators.map((simulator) => simulator.close?.())]);
    await journal.close();
  };
  try {
    for (const simulator of simulators) {
      if (simulator.listen !== undefined) ownPorts.set(simulator.name, await simulator.listen(host));
    }
    const address = await app.listen({ host, port });
    url = options.publicUrl ?? address;
  } catch (error) {
    await closeAll();
    throw error;
  }
  for (const store of stores.values()) store.resume();

  return {
    url,
    port: portOf(app, port),
    smtpPort: ownPorts.get('smtp') ?? 0,
    journal: () => journalView(environment, simulators),
    reset,
    close: async () => {
      timers.clear();
      ended.abort();
      await closeAll();
    },
  };
}

function createApp(
  environment: Environment,
  simulators: readonly Simulator[],
  random: Random,
  reset: () => Promise<void>,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT_BYTES,
    return503OnClosing: false,
  });
  for (const simulator of simulators) {
    app.register(
      (scope, _options, done) => {
        simulator.register(scope);
        done();
      },
      { prefix: simulator.prefix },
    );
  }
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', loopbackOnly);
    registerForms(scope);
    registerControlPage(scope, environment, simulators);
    scope.register(
      (api, _apiOptions, apiDone) => {
        registerControlApi(api, { environment, simulators, random, reset });
        apiDone();
      },
      { prefix: '/control' },
    );
    done();
  });
  return app;
}

/** Tries again what the disk did not take, until it does or the environment ends. */
async function untilWritten(
  first: Promise<void>,
  again: () => Promise<void>,
  ended: AbortSignal,
): Promise<void> {
  for (let written = first; ; written = again()) {
    try {
      return await written;
    } catch {
      if (ended.aborted) return;
      await sleep(DISK_RETRY_MS, undefined, { ref: false });
    }
  }
}

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}
