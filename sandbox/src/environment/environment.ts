/**
 * The sandbox world: every provider that the product talks to, in one program, over real HTTP. What happened in it
 * stands in its journal; the rooms below are that journal, read.
 */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Face, Keys, World } from './context.ts';
import { journalView, registerControlApi } from '../control/api.ts';
import { loopbackOnly } from '../control/guard.ts';
import { registerControlPage } from '../control/page.ts';
import type { JournalView } from '../control/views.ts';
import { createFaces } from '../simulators/simulators.ts';
import { memoryJournal, openFileJournal } from './journal.ts';
import { DEFAULT_TIMINGS } from '../data/outcomes.ts';
import type { Timings } from '../data/outcomes.ts';
import { registerForms } from '../pages/pages.ts';
import { Random } from './random.ts';
import type { JournalRecord } from './records.ts';
import type { Room } from './room.ts';
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
  /** Where the faces send their events. */
  webhookUrls?: Partial<Record<'glad' | 'alaro' | 'vtpass' | 'squad' | 'reserved-accounts', string>>;
  timings?: Partial<Timings>;
  /** Where others reach this world, when that is not the address that it listens on. */
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
  vtpassApi: 'sandbox-vtpass-api-key',
  vtpassSecret: 'sandbox-vtpass-secret-key',
  vtpassPublic: 'sandbox-vtpass-public-key',
  dojahApp: 'sandbox-dojah-app',
  dojah: 'sandbox-dojah-key',
  paymentpoint: 'sandbox-paymentpoint-secret',
  paymentpointApi: 'sandbox-paymentpoint-key',
  paymentpointBusiness: 'sandbox-business',
  smtp: 'sandbox-smtp-password',
};

const BODY_LIMIT_BYTES = 65_536;

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0 } = options;
  const random = new Random(options.seed ?? 1);
  const rooms = new Map<string, Room>();
  const apply = (record: JournalRecord): void => rooms.get(record.room)?.apply(record);
  let journal = memoryJournal;
  let url = '';

  const timers = new Timers();
  const timings: Timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const commit = (...records: JournalRecord[]): Promise<void> => {
    for (const record of records) apply(record);
    return journal.append(records);
  };
  const world: World = {
    url: () => url,
    merchantName: options.merchantName ?? 'Jara',
    keys: { ...DEFAULT_KEYS, ...options.keys },
    commit,
    flushed: () => journal.flushed(),
    timings,
    timers,
    switches: new Switches(random),
    webhooks: new Webhooks({ timings, timers, commit }),
  };
  for (const [face, target] of Object.entries(options.webhookUrls ?? {})) world.webhooks.aim(face, target);

  const faces = createFaces(world, { smtpPort: options.smtpPort ?? 0 });
  for (const room of [world.switches, world.webhooks, ...faces]) rooms.set(room.name, room);
  if (options.journal !== 'memory') journal = await openFileJournal(options.journal.directory, apply);

  const reset = async (): Promise<void> => {
    timers.clear();
    await journal.restart(Array.from(rooms.values()).flatMap((room) => room.forget()));
  };
  const app = createApp(world, faces, random, reset);
  const ownPorts = new Map<string, number>();
  const closeAll = async (): Promise<void> => {
    await Promise.all([app.close(), ...faces.map((face) => face.close?.())]);
    await journal.close();
  };
  try {
    for (const face of faces) {
      if (face.listen !== undefined) ownPorts.set(face.name, await face.listen(host));
    }
    const address = await app.listen({ host, port });
    url = options.publicUrl ?? address;
  } catch (error) {
    await closeAll();
    throw error;
  }
  for (const room of rooms.values()) room.resume();

  return {
    url,
    port: portOf(app, port),
    smtpPort: ownPorts.get('smtp') ?? 0,
    journal: () => journalView(world, faces),
    reset,
    close: async () => {
      timers.clear();
      world.webhooks.end();
      await closeAll();
    },
  };
}

function createApp(
  world: World,
  faces: readonly Face[],
  random: Random,
  reset: () => Promise<void>,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT_BYTES,
    return503OnClosing: false,
  });
  for (const face of faces) {
    app.register(
      (scope, _options, done) => {
        face.register(scope);
        done();
      },
      { prefix: face.prefix },
    );
  }
  app.register((scope, _options, done) => {
    scope.addHook('onRequest', loopbackOnly);
    registerForms(scope);
    registerControlPage(scope, world, faces);
    scope.register(
      (api, _apiOptions, apiDone) => {
        registerControlApi(api, { world, faces, random, reset });
        apiDone();
      },
      { prefix: '/control' },
    );
    done();
  });
  return app;
}

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}
