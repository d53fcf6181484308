/** The purchases that this process is sending at this moment. */
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { conclude, type Bought } from './bought.ts';
import { dispatch, type Dispatching, type SentAttempt, type SentPurchase } from './dispatch.ts';

export interface Live {
  /**
   * Sends an attempt that is on record and tells the buyer when that is settled. `opened` is the purchase's state before; where the
   * caller does not have it at hand, or only the database knows what became of it, the result is null. Never throws.
   */
  launch(
    userId: bigint,
    opened: Bought | null,
    purchase: SentPurchase,
    attempt: SentAttempt,
  ): Promise<Bought | null>;
  /** The result of one that is on its way, or undefined when it is not. */
  find(transactionId: bigint): Promise<Bought | null> | undefined;
  ids(): bigint[];
  /** Resolves when all that are on their way now have ended. */
  settled(): Promise<unknown>;
}

export function createLive(dispatching: Dispatching, events: Events, log: Log): Live {
  const live = new Map<bigint, Promise<Bought | null>>();
  return {
    launch(userId, opened, purchase, attempt) {
      const { transactionId } = purchase;
      const finished = dispatch(dispatching, purchase, attempt)
        .then((results) => (opened === null ? null : conclude(opened, results)))
        .catch((error: unknown) => {
          // A bug: the purchase is on record, and the requery job takes it from here.
          log.error({ err: error, transactionId: String(transactionId) }, 'sending a purchase broke');
          return null;
        })
        .then((bought) => {
          live.delete(transactionId);
          const status = bought?.line.status;
          events.tell(userId, {
            type: 'transaction',
            _id: String(transactionId),
            ...(status !== undefined && { status }),
          });
          return bought;
        });
      live.set(transactionId, finished);
      return finished;
    },
    find: (transactionId) => live.get(transactionId),
    ids: () => [...live.keys()],
    settled: () => Promise.allSettled(live.values()),
  };
}
