/**
 * Where a supplier sells: check, choose the outcome, journal, answer, and later what time brings. What the journal holds is what was
 * delivered, whatever the answer says. How the supplier sounds is its voice.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../environment/context.ts';
import type { DeliveryView } from '../../control/views.ts';
import { tokensOf, unitsOf, type Disco, type MeterType } from '../../data/meters.ts';
import { outcomeFor } from '../../data/outcomes.ts';
import type { Outcome, OrderState } from '../../data/outcomes.ts';
import type { Network } from '../../data/plans.ts';
import type { OrderKind, OrderRecord, SupplierStore } from '../../environment/records.ts';
import { cut } from '../answer-by-outcome.ts';
import type { Order, Orders } from './orders.ts';

/** What a client asked for, checked and translated into our own ids. */
export interface OrderRequest {
  kind: OrderKind;
  reference: string;
  network: Network | null;
  recipient: string;
  planId: number | null;
  meter?: { disco: Disco; type: MeterType };
  amountKobo: number;
  costKobo: number;
  ported: boolean;
}

export interface Voice {
  readonly store: SupplierStore;
  /** A sale that is booked. */
  sold(reply: FastifyReply, order: Order): FastifyReply;
  /** A refusal because of what was asked for. */
  wrong(reply: FastifyReply, reason: string, request: FastifyRequest): FastifyReply;
  /** A refusal by whoever should have delivered it. */
  refused(reply: FastifyReply, request: FastifyRequest): FastifyReply;
  floatTooLow(reply: FastifyReply, request: FastifyRequest): FastifyReply;
  brokenPage(reply: FastifyReply, status: 200 | 500): FastifyReply;
  /** The body of the webhook that reports a reversal. */
  reversal(order: Order): unknown;
}

export interface SupplierSimulator {
  sell(asked: OrderRequest | string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  resume(): void;
  forget(): void;
}

/** Reversals are announced a few times and then left to the client's own questions. */
const REVERSAL_TRIES = 5;

export function createSupplierSimulator(
  voice: Voice,
  orders: Orders,
  environment: Environment,
): SupplierSimulator {
  const { store } = voice;
  /** Answers that are held back until their order is settled; null when the environment was reset meanwhile. */
  const held = new Map<number, (order: Order | null) => void>();
  const settlement = (id: number): Promise<Order | null> =>
    new Promise((resolve) => {
      held.set(id, resolve);
    });

  function scheduleEnd(order: Order): void {
    const { dueAt, dueState } = order.record;
    if (dueAt === null || dueState === null) return;
    environment.timers.at(dueAt, () => {
      void settle(order, dueState);
    });
  }

  async function settle(order: Order, state: OrderState): Promise<void> {
    const { id, reference } = order.record;
    const settled = { store, type: 'settled', id, state, at: Date.now() } as const;
    if (state === 'reversed') {
      const reversed: Order = { ...order, state, balanceAfterKobo: order.balanceBeforeKobo };
      const body = JSON.stringify(voice.reversal(reversed));
      const event = { simulator: store, event: 'reversal', reference, body, maxTries: REVERSAL_TRIES };
      const webhook = environment.webhooks.event(event);
      await environment.commitInTime(settled, webhook);
      environment.webhooks.send(webhook.id);
    } else {
      await environment.commitInTime(settled);
    }
    held.get(id)?.(order);
    held.delete(id);
  }

  async function sell(
    asked: OrderRequest | string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (typeof asked === 'string') return voice.wrong(reply, asked, request);
    const outcome = outcomeFor(asked.recipient);
    if (environment.switches.refusesByChance(store)) return voice.refused(reply, request);
    if (outcome.books === null) return answer(voice, outcome, undefined, request, reply);
    if (asked.costKobo > orders.floatKobo) return voice.floatTooLow(reply, request);

    const record = orderRecord(store, environment, orders.takeId(), asked, outcome.books, outcome);
    const settled = outcome.answer === 'body when settled' ? settlement(record.id) : undefined;
    await environment.commit(record);
    const order = orders.find(record.id);
    // The environment may have been reset while the journal was being written.
    if (order === undefined) return cut(reply);
    if (record.dueAt !== null) scheduleEnd(order);
    if (settled !== undefined && (await settled) === null) return cut(reply);
    return answer(voice, outcome, order, request, reply);
  }

  return {
    sell,
    resume() {
      for (const order of orders.pending()) scheduleEnd(order);
    },
    forget() {
      for (const release of held.values()) release(null);
      held.clear();
    },
  };
}

function answer(
  voice: Voice,
  outcome: Outcome,
  order: Order | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (outcome.answer) {
    case 'body':
    case 'body when settled':
      return order === undefined ? cut(reply) : voice.sold(reply, order);
    case 'refusal':
      return voice.refused(reply, request);
    case 'float too low':
      return voice.floatTooLow(reply, request);
    case 'dropped connection':
      return cut(reply);
    case 'silence':
      return reply.hijack();
    case 'page 200':
      return voice.brokenPage(reply, 200);
    case 'page 500':
      return voice.brokenPage(reply, 500);
  }
}

function orderRecord(
  store: SupplierStore,
  environment: Environment,
  id: number,
  { meter, ...asked }: OrderRequest,
  state: OrderRecord['state'],
  { next, isTokenLate }: Outcome,
): OrderRecord {
  const at = Date.now();
  return {
    store,
    type: 'order',
    id,
    ...asked,
    ...(meter === undefined ? {} : { meter: { ...meter, ...electricity() } }),
    at,
    state,
    dueAt: next === undefined ? null : at + environment.timings[next.after],
    dueState: next === undefined ? null : next.state,
  };

  function electricity() {
    const isPrepaid = meter?.type === 'prepaid';
    return {
      tokens: isPrepaid ? tokensOf(`${store}/${id}`, asked.recipient) : [],
      units: isPrepaid ? unitsOf(asked.amountKobo / 100) : null,
      tokensAt: isTokenLate === true ? at + environment.timings.tokenMs : at,
    };
  }
}

/** The tokens that an answer may contain now. */
export function visibleTokens({ record, state }: Order): readonly string[] {
  const { meter } = record;
  return meter === undefined || state !== 'successful' || Date.now() < meter.tokensAt ? [] : meter.tokens;
}

/** A delivery for the journal; `planId` is the supplier's own. */
export function deliveryView(
  { record, deliveredAt, reversedAt }: Order,
  { supplier, supplierId, planId }: Pick<DeliveryView, 'supplier' | 'supplierId' | 'planId'>,
): DeliveryView {
  return {
    supplier,
    supplierId,
    reference: record.reference,
    kind: record.kind,
    network: record.meter?.disco ?? record.network ?? '',
    recipient: record.recipient,
    amount: record.amountKobo / 100,
    planId,
    catalogueId: record.planId,
    ...(record.meter === undefined ? {} : { meterType: record.meter.type, tokens: record.meter.tokens }),
    at: new Date(deliveredAt ?? record.at).toISOString(),
    ...(reversedAt === null ? {} : { reversedAt: new Date(reversedAt).toISOString() }),
  };
}
