/**
 * Connections that only listen, each renewed when it breaks or falls silent. A dead connection and one on which nothing is published look
 * the same, so each is asked for an answer every two seconds.
 */
import { SECOND_MS } from '@jara/contract/time-units.ts';
import type { ClientConfig } from 'pg';
import { CuttableClient } from './cuttable-client.ts';

export interface Subscription {
  channel: string;
  /** Gets each payload. Where it fails the connection is renewed, and `missed` is called. */
  received: (payload: string) => void | Promise<void>;
  /** Something may have been published that nobody received: everything has to be read anew. Is called again until it succeeds. */
  missed: () => void | Promise<void>;
}

export interface Listeners {
  /** Resolves when the connection listens; rejects when the first one cannot be made. */
  listen(subscription: Subscription): Promise<void>;
  /** How long the most silent connection has not answered, in seconds; 0 without any. */
  silentSeconds(): number;
  close(): Promise<void>;
}

const BEAT_MS = 2 * SECOND_MS;
/** So many in a row without an answer, and the connection counts as dead. */
const SILENT_BEATS = 2;
const RENEW_MS = SECOND_MS / 2;

/** Asks for answers until the connection ends, and ends it when none come. */
function cutWhenSilent(client: CuttableClient, channel: string, answered: () => void): void {
  let unanswered = 0;
  const beat = async (): Promise<void> => {
    unanswered += 1;
    await client.query(`select 'heartbeat of ${channel}'`);
    unanswered = 0;
    answered();
  };
  const timer = setInterval(() => {
    if (unanswered >= SILENT_BEATS) client.cut();
    else beat().catch(() => undefined); // a connection that broke says so by its end
  }, BEAT_MS);
  timer.unref();
  client.on('end', () => clearInterval(timer));
}

export function openListeners(options: ClientConfig, onError: (error: Error) => void): Listeners {
  const open = new Set<CuttableClient>();
  const answeredAtMs = new Map<string, number>();
  let isClosed = false;

  async function connect({ channel, received, missed }: Subscription): Promise<CuttableClient> {
    const client = new CuttableClient(options);
    client.on('error', onError);
    client.on('notification', ({ payload = '' }) => void orCut(client, () => received(payload)));
    try {
      await client.connect();
      cutWhenSilent(client, channel, () => answeredAtMs.set(channel, performance.now()));
      await client.query(`listen ${channel}`);
    } catch (error) {
      client.cut();
      throw error;
    }
    answeredAtMs.set(channel, performance.now());
    open.add(client);
    client.on('end', () => {
      open.delete(client);
      renewLater({ channel, received, missed });
    });
    if (isClosed) await client.end();
    return client;
  }

  async function orCut(client: CuttableClient, work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(error as Error); // whatever it is, it is for the log
      client.cut();
    }
  }

  function renewLater(subscription: Subscription): void {
    if (isClosed) return;
    setTimeout(() => {
      if (isClosed) return;
      connect(subscription).then(
        (client) => orCut(client, subscription.missed),
        () => renewLater(subscription),
      );
    }, RENEW_MS).unref();
  }

  return {
    async listen(subscription) {
      await connect(subscription);
    },
    silentSeconds() {
      const nowMs = performance.now();
      return Math.max(0, ...[...answeredAtMs.values()].map((atMs) => nowMs - atMs)) / SECOND_MS;
    },
    async close() {
      isClosed = true;
      await Promise.all([...open].map((client) => client.end()));
    },
  };
}
