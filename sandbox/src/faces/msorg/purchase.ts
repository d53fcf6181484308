/**
 * A purchase at a supplier: check, choose the outcome, journal, answer. What the journal holds is what was
 * delivered, whatever the answer says. A repeated `ident` is a second purchase, as it is at the real sites.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { World } from '../../context.ts';
import { outcomeFor } from '../../outcomes.ts';
import type { Outcome } from '../../outcomes.ts';
import type { OrderKind, OrderRecord } from '../../records.ts';
import type { Supplier } from '../../suppliers.ts';
import { BROKEN_PAGE, LOW_FLOAT, NETWORK_REFUSAL, orderBody } from './answers.ts';
import { orderReader } from './read-order.ts';
import type { OrderRequest } from './read-order.ts';
import type { Order, Orders } from './orders.ts';

interface PurchaseParts {
  supplier: Supplier;
  world: World;
  orders: Orders;
  scheduleEnd: (order: Order) => void;
  /** Resolves with the order once it is settled; null when the world was reset meanwhile. */
  settlement: (id: number) => Promise<Order | null>;
}

type Purchase = (kind: OrderKind, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function createPurchase({
  supplier,
  world,
  orders,
  scheduleEnd,
  settlement,
}: PurchaseParts): Purchase {
  const read = orderReader(supplier);

  return async (kind, request, reply) => {
    const asked = read(kind, request.body);
    if (typeof asked === 'string') return refuse(reply, [asked]);
    const outcome = outcomeFor(asked.recipient);
    if (world.switches.refusesByChance(supplier.face)) return refuseByNetwork(reply);
    if (outcome.books === null) return answer(outcome, undefined, request, reply);
    if (asked.costKobo > orders.floatKobo) return refuse(reply, [LOW_FLOAT]);

    const record = orderRecord(supplier, world, orders.takeId(), asked, outcome.books, outcome);
    const settled = outcome.answer === 'body when settled' ? settlement(record.id) : undefined;
    await world.commit(record);
    const order = orders.find(record.id);
    // The world may have been reset while the journal was being written.
    if (order === undefined) return cut(request, reply);
    if (record.dueAt !== null) scheduleEnd(order);
    if (settled !== undefined && (await settled) === null) return cut(request, reply);
    return answer(outcome, order, request, reply);
  };

  function answer(outcome: Outcome, order: Order | undefined, request: FastifyRequest, reply: FastifyReply) {
    switch (outcome.answer) {
      case 'body':
      case 'body when settled':
        return order === undefined ? cut(request, reply) : reply.code(201).send(orderBody(order, supplier));
      case 'refusal':
        return refuseByNetwork(reply);
      case 'float too low':
        return refuse(reply, [LOW_FLOAT]);
      case 'dropped connection':
        return cut(request, reply);
      case 'silence':
        return reply.hijack();
      case 'page 200':
      case 'page 500':
        break;
    }
    const status = outcome.answer === 'page 200' ? 200 : 500;
    return reply.code(status).type('text/html').send(BROKEN_PAGE);
  }

  function refuseByNetwork(reply: FastifyReply): FastifyReply {
    return refuse(reply, supplier.refusalForm === 'list' ? [NETWORK_REFUSAL] : NETWORK_REFUSAL);
  }
}

function orderRecord(
  supplier: Supplier,
  world: World,
  id: number,
  asked: OrderRequest,
  state: OrderRecord['state'],
  { next }: Outcome,
): OrderRecord {
  const at = Date.now();
  return {
    room: supplier.face,
    type: 'order',
    id,
    kind: asked.kind,
    reference: asked.reference,
    network: asked.network,
    recipient: asked.recipient,
    planId: asked.planId,
    amountKobo: asked.amountKobo,
    costKobo: asked.costKobo,
    ported: asked.ported,
    at,
    state,
    dueAt: next === undefined ? null : at + world.timings[next.after],
    dueState: next === undefined ? null : next.state,
  };
}

function refuse(reply: FastifyReply, error: string | readonly string[]): FastifyReply {
  return reply.code(400).send({ error });
}

/** Closes the connection before any byte of an answer. */
function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
