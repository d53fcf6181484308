import { kobo } from '@jara/contract/money.ts';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectBooksToBalance } from '../../../test/books.ts';
import { airtimeOrder, catalogueVersion } from '../../../test/buying.ts';
import { silent, useTestPool } from '../../../test/pool.ts';
import { makeBuyer, signedIn } from '../../../test/principal.ts';
import type { Applied } from '../../ledger/states.ts';
import type { BatchQueue } from '../../platform/batches/batch-queue.ts';
import { readConfig } from '../../config/config.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { Refusal } from '../../platform/refuse.ts';
import { checkStaffMoney } from '../staff-actions/staff-money.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { openPurchaseAccounts } from './house-accounts.ts';
import type { Opened, Opening } from './open.ts';
import { createPurchaseQueues } from './queues.ts';
import { refundPurchase } from './refund-purchase.ts';
import { settlementWithoutWords, type Settled, type Settlement } from './settle.ts';

const db = useTestPool();
const SUPPLIERS = ['GLAD', 'ALARO'];
const PRICE = kobo(49_500);
const config = readConfig({});

let openQueue: BatchQueue<Opening, Opened>;
/** Two processes. */
let settleQueues: BatchQueue<Settlement, Settled>[];
/** One that gives up at once what has no outcome. */
let lastQueue: BatchQueue<Settlement, Settled>;
let buyers: Principal[];

beforeAll(async () => {
  await db.pool.run(`insert into services (name, service_type) values ('MTN', 'airtime')`);
  await openPurchaseAccounts(db.pool, SUPPLIERS);
  const settings = { ...config.purchases, duplicateWindowSeconds: 0 };
  const one = createPurchaseQueues(db.pool, settings, silent);
  const other = createPurchaseQueues(db.pool, settings, silent);
  openQueue = one.openQueue;
  settleQueues = [one.settleQueue, other.settleQueue];
  lastQueue = createPurchaseQueues(db.pool, { ...settings, giveUpHours: 0 }, silent).settleQueue;
  buyers = [
    await signedIn(db.pool, await makeBuyer(db.owner, 'ada', 1, { isAgent: true })),
    await signedIn(db.pool, await makeBuyer(db.owner, 'bayo', 2, { isAgent: true })),
  ];
});

let opened = 0;

async function open(buyer: Principal): Promise<bigint> {
  opened += 1;
  const answer = await openQueue.add({
    supplier: 'GLAD',
    reference: `REF${opened}`,
    request: airtimeOrder(buyer, '08031231234', await catalogueVersion(db.pool), {
      priceKobo: PRICE,
      force: true,
    }),
    newDevice: null,
  });
  if (answer.outcome !== 'accepted') throw new Error(`not accepted: ${answer.outcome}`);
  return answer.transactionId;
}

/** What a supplier says of one attempt of one purchase; or what staff do, whatever the attempt. */
interface Word {
  purchase: number;
  attempt: number;
  says: 'delivered' | 'refused' | 'unsettled' | 'unsettled for good' | 'staff refund it';
  hasNext: boolean;
}

const word: fc.Arbitrary<Word> = fc.record({
  purchase: fc.nat(2),
  attempt: fc.constantFrom(1, 1, 2),
  says: fc.constantFrom(
    'delivered',
    'delivered',
    'refused',
    'refused',
    'unsettled',
    'unsettled for good',
    'staff refund it',
  ),
  hasNext: fc.boolean(),
});

/** The state machine, as plainly as it can be said. */
class Model {
  status = 'pending';
  readonly attempts = ['sent'];

  apply({ attempt, says, hasNext }: Word): Applied {
    const index = attempt - 1;
    const state = this.attempts[index] ?? '';
    const isOpen = ['sent', 'unknown', 'manual'].includes(state);
    const become = (attemptState: string, status: string, applied: Applied): Applied => {
      this.attempts[index] = attemptState;
      this.status = status;
      return applied;
    };
    if (says === 'delivered') {
      if (isOpen) return become('delivered', 'success', 'delivered');
      return state === 'refused' ? become('delivered_late', this.status, 'delivered_late') : 'nothing';
    }
    if (says === 'refused') {
      if (state === 'delivered' && this.status === 'refunded')
        return become('recovered', 'refunded', 'recovered');
      if (state === 'delivered') return become('reversed', 'refunded', 'reversed');
      if (state === 'delivered_late') return become('reversed_late', this.status, 'reversed_late');
      if (!isOpen) return 'nothing';
      if (!hasNext || attempt === 2) return become('refused', 'failed', 'returned');
      this.attempts.push('sent');
      return become('refused', 'pending', 'next_attempt');
    }
    if (state !== 'sent' && state !== 'unknown') return 'nothing';
    return become(says === 'unsettled' ? 'unknown' : 'manual', 'pending', 'unsettled');
  }

  /** Whether staff may. */
  refund(): boolean {
    const isRefundable = this.status === 'success';
    if (isRefundable) this.status = 'refunded';
    return isRefundable;
  }

  get refunds(): number {
    return this.status === 'failed' || this.status === 'refunded' ? 1 : 0;
  }
}

/** By the other buyer; gives whether it was done. */
async function refund(purchaseId: bigint, { userId: buyerId }: Principal): Promise<boolean> {
  const actor = buyers.find(({ userId }) => userId !== buyerId);
  if (actor === undefined) throw new Error('there is one buyer only');
  try {
    await db.pool.commit(async (on) => {
      const action = { action: 'refund', users: [buyerId], movedKobo: PRICE } as const;
      const checked = await checkStaffMoney(on, config, actor, action);
      await refundPurchase(on, { purchaseId, buyerId, actorId: actor.userId, reason: null });
      const change = { action: 'refund', subject: `transaction ${purchaseId}`, checked } as const;
      await recordStaffAction(on, actor, { ip: '127.0.0.1', id: 'property' }, change);
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function settlementOf(transactionId: bigint, { attempt, says, hasNext }: Word): Settlement {
  const result = (): Settlement['result'] => {
    if (says === 'delivered') return { outcome: 'delivered', tokens: [], units: null };
    if (says === 'refused')
      return { outcome: 'refused', nextSupplier: hasNext && attempt === 1 ? 'ALARO' : null };
    return { outcome: 'unknown' };
  };
  return settlementWithoutWords(transactionId, attempt, result());
}

async function stateOf(transactionId: bigint) {
  return db.pool.get(
    `select t.status, (select array_agg(a.state order by attempt) from purchase_attempts a where a.transaction_id = t.id) as attempts,
       (select count(*)::int from transactions r where r.related_id = t.id) as refunds from transactions t where t.id = $1`,
    [transactionId],
  );
}

const walletsTogether = async (): Promise<bigint> =>
  (
    await db.pool.get<{ sum: bigint }>(
      `select sum(balance)::bigint as sum from accounts where kind = 'wallet'`,
    )
  ).sum;

describe('settlement', () => {
  it('follows the state machine, one word after the other', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(fc.array(word, { minLength: 3, maxLength: 15 }), async (words) => {
      const before = await walletsTogether();
      const models = [new Model(), new Model(), new Model()];
      const ids: bigint[] = [];
      for (const buyer of [buyers[0], buyers[0], buyers[1]])
        if (buyer !== undefined) ids.push(await open(buyer));
      for (const said of words) {
        const [model, id] = [models[said.purchase], ids[said.purchase]];
        // Nobody speaks of an attempt that was never made.
        if (model === undefined || id === undefined || model.attempts.length < said.attempt) continue;
        if (said.says === 'staff refund it') {
          const buyer = buyers[said.purchase === 2 ? 1 : 0] ?? expect.unreachable();
          expect(await refund(id, buyer)).toBe(model.refund());
        } else {
          const queue = said.says === 'unsettled for good' ? lastQueue : settleQueues[0];
          const settled = await queue?.add(settlementOf(id, said));
          expect(settled?.applied).toBe(model.apply(said));
        }
        const { status, attempts, refunds } = model;
        expect(await stateOf(id)).toEqual({ status, attempts, refunds });
        await expectBooksToBalance(db.pool);
      }
      const held = BigInt(models.filter(({ refunds }) => refunds === 0).length) * PRICE;
      expect(await walletsTogether()).toBe(before - held);
    });
    await expect(fc.assert(property, { numRuns: 20, endOnFailure: true })).resolves.toBeUndefined();
  });

  it('of one attempt by many at once happens once, in some order', async () => {
    const says = fc.constantFrom<Word['says']>('delivered', 'refused', 'unsettled');
    const volley = fc.array(fc.record({ purchase: fc.nat(2), says }), { minLength: 5, maxLength: 30 });
    const property = fc.asyncProperty(volley, async (words) => {
      const ids: bigint[] = [];
      for (const buyer of [buyers[0], buyers[0], buyers[1]])
        if (buyer !== undefined) ids.push(await open(buyer));
      const applied = await Promise.all(
        words.map(async ({ purchase, says: said }, index) => {
          const settlement = settlementOf(ids[purchase] ?? 0n, {
            purchase,
            attempt: 1,
            says: said,
            hasNext: false,
          });
          return { purchase, ...(await settleQueues[index % 2]?.add(settlement)) };
        }),
      );
      for (const purchase of [0, 1, 2]) {
        const ends = applied.filter(
          (one) => one.purchase === purchase && one.applied !== 'nothing' && one.applied !== 'unsettled',
        );
        const outcomes = ends.map((one) => String(one.applied)).toSorted();
        expect([
          [],
          ['delivered'],
          ['returned'],
          ['delivered', 'reversed'],
          ['delivered_late', 'returned'],
          ['delivered_late', 'returned', 'reversed_late'],
        ]).toContainEqual(outcomes);
      }
      await expectBooksToBalance(db.pool);
    });
    await expect(fc.assert(property, { numRuns: 25, endOnFailure: true })).resolves.toBeUndefined();
  });

  it('of an attempt that was never made is a bug, not a question without end', async () => {
    const settlement = settlementOf(999_999n, { purchase: 0, attempt: 1, says: 'delivered', hasNext: false });
    await expect(settleQueues[0]?.add(settlement)).rejects.toThrow('no answer');
  });
});
