/**
 * How often each sender has asked in its present minute, for the limits of flood-limits.ts. The processes of one start send each other what
 * they counted, so that a limit holds over all of them and not for each: no request waits for that, and what comes in within a quarter of a
 * second may be counted late.
 */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Siblings } from '../processes/siblings.ts';
import { putLast } from './put-last.ts';

/** Senders that are remembered for each limit; beyond it the one that was silent longest is forgotten. */
const MOST_SENDERS = 50_000;
const SEND_MS = 250;
/** In one message. What is beyond it only this process knows. */
const MOST_SENT = 2_000;

/** What the plugin hands on of a limit; nothing of the limits that have none of their own. */
interface Limit {
  groupId?: string;
  timeWindow?: number;
}

interface Count {
  asked: number;
  sinceMs: number;
}

class SenderCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>();
  readonly #unsent = new Map<string, number>();
  readonly #siblings: Siblings;
  readonly #all: Map<string, SenderCounts>;
  readonly #topic: string;
  readonly #windowMs: number;

  constructor(
    siblings: Siblings,
    { groupId = '', timeWindow = MINUTE_MS }: Limit,
    all: Map<string, SenderCounts>,
  ) {
    all.set(groupId, this);
    this.#all = all;
    this.#siblings = siblings;
    this.#topic = `asked ${groupId}`;
    this.#windowMs = timeWindow;
    siblings.receive(this.#topic, (counted) => {
      // As it is sent below.
      for (const [sender, times] of counted as [string, number][]) this.#add(sender, times);
    });
  }

  incr(sender: string, callback: Parameters<FastifyRateLimitStore['incr']>[1]): void {
    const { asked, sinceMs } = this.#add(sender, 1);
    if (this.#siblings.count > 1) this.#sendLater(sender);
    callback(null, { current: asked, ttl: this.#windowMs - (Date.now() - sinceMs) });
  }

  child(limit: object): FastifyRateLimitStore {
    return new SenderCounts(this.#siblings, limit, this.#all);
  }

  /** Of a request that turned out to be of somebody who is counted elsewhere. */
  uncount(sender: string): void {
    const known = this.#counts.get(sender);
    if (known === undefined || known.asked === 0 || known.sinceMs + this.#windowMs <= Date.now()) return;
    known.asked -= 1;
    if (this.#siblings.count > 1) this.#sendLater(sender, -1);
  }

  #add(sender: string, times: number): Count {
    const nowMs = Date.now();
    const known = this.#counts.get(sender);
    const isOver = known === undefined || known.sinceMs + this.#windowMs <= nowMs;
    const count = isOver ? { asked: 0, sinceMs: nowMs } : known;
    count.asked = Math.max(0, count.asked + times);
    putLast(this.#counts, sender, count, MOST_SENDERS);
    return count;
  }

  #sendLater(sender: string, times = 1): void {
    if (this.#unsent.size === 0) setTimeout(() => this.#send(), SEND_MS).unref();
    this.#unsent.set(sender, (this.#unsent.get(sender) ?? 0) + times);
  }

  #send(): void {
    const counted = [...this.#unsent].slice(0, MOST_SENT);
    this.#unsent.clear();
    this.#siblings.send(this.#topic, counted);
  }
}

/** A place where counts are kept; each limit has its own, by its `groupId`. */
export function countsOf(siblings: Siblings): {
  store: FastifyRateLimitStoreCtor;
  uncount(groupId: string, sender: string): void;
} {
  const all = new Map<string, SenderCounts>();
  return {
    store: class extends SenderCounts {
      constructor() {
        super(siblings, {}, all);
      }
    },
    uncount: (groupId, sender) => all.get(groupId)?.uncount(sender),
  };
}
