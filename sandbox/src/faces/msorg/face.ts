/** A supplier of the msorg family: `POST /api/data/`, `/api/topup/`, requery by id, lists and the account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Face, World } from '../../context.ts';
import type { DeliveryView } from '../../control/views.ts';
import type { OrderState } from '../../outcomes.ts';
import type { OrderKind } from '../../records.ts';
import { last } from '../../last.ts';
import type { Supplier } from '../../suppliers.ts';
import { gate } from '../gate.ts';
import { accountBody, BROKEN_PAGE, NOT_FOUND_PAGE, orderBody } from './answers.ts';
import { Orders } from './orders.ts';
import type { Order } from './orders.ts';
import { listBody } from './list.ts';
import { createPurchase } from './purchase.ts';

/** Reversals are announced a few times and then left to the client's own questions. */
const REVERSAL_TRIES = 5;

export function createMsorgFace(supplier: Supplier, world: World): Face {
  const { face } = supplier;
  const orders = new Orders(supplier);
  /** Answers that are held back until their order is settled. */
  const held = new Map<number, (order: Order | null) => void>();

  function scheduleEnd(order: Order): void {
    const { dueAt, dueState } = order.record;
    if (dueAt === null || dueState === null) return;
    world.timers.at(dueAt, () => {
      void settle(order, dueState);
    });
  }

  async function settle(order: Order, state: OrderState): Promise<void> {
    const { id, reference } = order.record;
    const settled = { room: face, type: 'settled', id, state, at: Date.now() } as const;
    if (state === 'reversed') {
      const reversed: Order = { ...order, state, balanceAfterKobo: order.balanceBeforeKobo };
      const body = JSON.stringify(orderBody(reversed, supplier));
      const event = { face, event: 'reversal', reference, body, maxTries: REVERSAL_TRIES };
      const webhook = world.webhooks.event(event);
      await world.commit(settled, webhook);
      world.webhooks.send(webhook.id);
    } else {
      await world.commit(settled);
    }
    held.get(id)?.(order);
    held.delete(id);
  }

  const settlement = (id: number): Promise<Order | null> =>
    new Promise((resolve) => {
      held.set(id, resolve);
    });

  return {
    name: face,
    title: supplier.title,
    prefix: `/${face}`,
    apply: (record) => orders.apply(record),
    resume: () => {
      for (const order of orders.waiting()) scheduleEnd(order);
    },
    forget: () => {
      for (const release of held.values()) release(null);
      held.clear();
      return [orders.forget()];
    },
    journal: (newest) => ({
      deliveries: last(orders.deliveries, newest).map((order) => deliveryView(order, supplier)),
    }),
    summary: () => ({
      floatKobo: orders.floatKobo,
      setFloat: (floatKobo) => orders.setFloat(floatKobo),
      says: `${orders.deliveries.length} delivered`,
    }),
    register: (app) => {
      registerShell(app, supplier, world);
      const purchase = createPurchase({ supplier, world, orders, scheduleEnd, settlement });
      app.post('/api/data/', (request, reply) => purchase('data', request, reply));
      app.post('/api/topup/', (request, reply) => purchase('airtime', request, reply));
      registerQuestions(app, supplier, world, orders);
    },
  };
}

/** Who may come in, and how the site sounds when something is wrong. */
function registerShell(app: FastifyInstance, supplier: Supplier, world: World): void {
  const authorization = `Token ${world.keys[supplier.face]}`;
  app.addHook('onRequest', gate(world.switches.of(supplier.face)));
  app.addHook('onRequest', (request, reply, next) => {
    if (request.headers.authorization === authorization) next();
    else void reply.code(401).send({ detail: 'Invalid token.' });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/html').send(NOT_FOUND_PAGE));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return reply.code(status).send({ detail: 'JSON parse error' });
    return reply.code(500).type('text/html').send(BROKEN_PAGE);
  });
}

function registerQuestions(app: FastifyInstance, supplier: Supplier, world: World, orders: Orders): void {
  const paths: readonly (readonly [string, OrderKind])[] = [
    ['/api/data/', 'data'],
    ['/api/topup/', 'airtime'],
  ];
  for (const [path, kind] of paths) {
    app.get(path, async (request) => {
      await world.flushed();
      const url = `${world.url()}/${supplier.face}${path}`;
      return listBody(orders, kind, request.query, url, (order) => orderBody(order, supplier));
    });
    const one = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      await world.flushed();
      // Either path answers for either kind, as integrations of this family rely on.
      const order = orders.find(Number(request.params.id));
      return order === undefined
        ? reply.code(404).send({ detail: 'Not found.' })
        : orderBody(order, supplier);
    };
    app.get<{ Params: { id: string } }>(`${path}:id`, one);
    app.get<{ Params: { id: string } }>(`${path}:id/`, one);
  }
  app.get('/api/user/', async () => {
    await world.flushed();
    return accountBody(supplier, orders.floatKobo);
  });
}

function deliveryView({ record, deliveredAt, reversedAt }: Order, supplier: Supplier): DeliveryView {
  return {
    supplier: supplier.name,
    supplierId: String(record.id),
    reference: record.reference,
    kind: record.kind,
    network: record.network,
    recipient: record.recipient,
    amount: record.amountKobo / 100,
    planId: record.planId === null ? null : supplier.supplierPlanId(record.planId),
    catalogueId: record.planId,
    at: new Date(deliveredAt ?? record.at).toISOString(),
    ...(reversedAt === null ? {} : { reversedAt: new Date(reversedAt).toISOString() }),
  };
}
