/**
 * Events on their way to the product. Each one is journalled before it is sent and after every try, so a restart
 * of the environment takes up the tries where they stopped. Delivery is at least once, as with the real providers.
 */
import { randomUUID } from 'node:crypto';
import type { WebhookView } from '../control/views.ts';
import { last } from './last.ts';
import type { Timings } from '../data/outcomes.ts';
import type { AttemptRecord, JournalRecord, WebhookRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Timers } from './timers.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const LONGEST_DELAY_MS = 300_000;

interface Webhook extends WebhookRecord {
  attempts: AttemptRecord[];
  deliveredAt: number | null;
}

/** Headers that prove the sender of exactly this body. */
export type Signer = (body: string) => Record<string, string>;

export interface WebhooksOptions {
  timings: Timings;
  timers: Timers;
  commitInTime: (...records: JournalRecord[]) => Promise<void>;
  /** Breaks off what is being sent; the next start sends it again. */
  ended: AbortSignal;
}

export class Webhooks implements Store {
  readonly name = 'webhooks';
  readonly #options: WebhooksOptions;
  readonly #urls = new Map<string, string>();
  /** Events of simulators that have no address yet. */
  readonly #homeless = new Set<Webhook>();
  readonly #signers = new Map<string, Signer>();
  #byId = new Map<string, Webhook>();

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Where the events of `simulator` go from now on; events still under way follow. */
  aim(simulator: string, url: string): void {
    this.#urls.set(simulator, url);
    for (const webhook of this.#homeless) {
      if (webhook.simulator !== simulator) continue;
      this.#homeless.delete(webhook);
      this.#schedule(webhook);
    }
  }

  sign(simulator: string, signer: Signer): void {
    this.#signers.set(simulator, signer);
  }

  urlOf(simulator: string): string | undefined {
    return this.#urls.get(simulator);
  }

  /** The record of a new event; it leaves as soon as the record is committed. */
  event(
    event: Pick<WebhookRecord, 'simulator' | 'event' | 'reference' | 'body' | 'maxTries'>,
  ): WebhookRecord {
    return { store: 'webhooks', type: 'webhook', id: randomUUID(), ...event, at: Date.now() };
  }

  apply(record: JournalRecord): void {
    if (record.type === 'webhook') {
      this.#byId.set(record.id, { ...record, attempts: [], deliveredAt: null });
    } else if (record.type === 'attempt') {
      const webhook = this.#byId.get(record.id);
      if (webhook === undefined) return;
      webhook.attempts.push(record);
      if (isAccepted(record.status)) webhook.deliveredAt = record.at;
    }
  }

  /** Sends a committed event for the first time. */
  send(id: string): void {
    const webhook = this.#byId.get(id);
    if (webhook !== undefined) this.#schedule(webhook);
  }

  resume(): void {
    for (const webhook of this.#byId.values()) this.#schedule(webhook);
  }

  forget(): JournalRecord[] {
    this.#byId = new Map();
    this.#homeless.clear();
    return [];
  }

  views(newest?: number): WebhookView[] {
    return last(Array.from(this.#byId.values()), newest).map((webhook) => ({
      id: webhook.id,
      face: webhook.simulator,
      event: webhook.event,
      reference: webhook.reference,
      body: webhook.body,
      at: new Date(webhook.at).toISOString(),
      deliveredAt: webhook.deliveredAt === null ? null : new Date(webhook.deliveredAt).toISOString(),
      gaveUp: hasGivenUp(webhook),
      attempts: webhook.attempts.map(({ at, url, status }) => ({
        at: new Date(at).toISOString(),
        url,
        status,
      })),
    }));
  }

  #schedule(webhook: Webhook): void {
    if (webhook.deliveredAt !== null || hasGivenUp(webhook)) return;
    const tries = webhook.attempts.length;
    const lastTry = webhook.attempts.at(-1);
    const delayMs = Math.min(this.#options.timings.webhookRetryMs * 2 ** (tries - 1), LONGEST_DELAY_MS);
    this.#options.timers.at(lastTry === undefined ? webhook.at : lastTry.at + delayMs, () => {
      void this.#try(webhook);
    });
  }

  async #try(webhook: Webhook): Promise<void> {
    const url = this.#urls.get(webhook.simulator);
    if (url === undefined) {
      this.#homeless.add(webhook);
      return;
    }
    const signature = this.#signers.get(webhook.simulator)?.(webhook.body) ?? {};
    const status = await post(url, webhook.body, signature, this.#options.ended);
    // The environment may have ended, or been reset, while the other side was thinking.
    if (this.#options.ended.aborted || this.#byId.get(webhook.id) !== webhook) return;
    const { id } = webhook;
    await this.#options.commitInTime({
      store: 'webhooks',
      type: 'attempt',
      id,
      url,
      status,
      at: Date.now(),
    });
    this.#schedule(webhook);
  }
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function hasGivenUp(webhook: Webhook): boolean {
  return (
    webhook.deliveredAt === null && webhook.maxTries !== null && webhook.attempts.length >= webhook.maxTries
  );
}

async function post(
  url: string,
  body: string,
  signature: Record<string, string>,
  ended: AbortSignal,
): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([ended, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}
