/** A supplier of the msorg family: `POST /api/data/`, `/api/topup/`, `/api/billpayment/`, requery by id, lists and the account. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulator, Environment } from '../../environment/context.ts';
import type { OrderKind } from '../../environment/records.ts';
import { last } from '../../environment/last.ts';
import type { Supplier } from '../../data/suppliers.ts';
import { gate } from '../gate.ts';
import { createListQuestions } from '../lists.ts';
import { createSupplierSimulator, deliveryView, type Voice } from '../supplier/supplier-simulator.ts';
import { Orders } from '../supplier/orders.ts';
import {
  accountBody,
  BROKEN_PAGE,
  LOW_FLOAT,
  meterBody,
  NETWORK_REFUSAL,
  NOT_FOUND_PAGE,
  orderBody,
} from './answers.ts';
import { listBody } from './list.ts';
import { orderReader } from './read-order.ts';

const paths: readonly (readonly [string, OrderKind])[] = [
  ['/api/data/', 'data'],
  ['/api/topup/', 'airtime'],
  ['/api/billpayment/', 'electricity'],
];

export function createMsorgSimulator(supplier: Supplier, environment: Environment): Simulator {
  const { simulator } = supplier;
  const orders = new Orders(simulator, supplier.firstId);
  const supplierSimulator = createSupplierSimulator(voiceOf(supplier), orders, environment);

  return {
    name: simulator,
    title: supplier.title,
    prefix: `/${simulator}`,
    apply: (record) => orders.apply(record),
    resume: () => supplierSimulator.resume(),
    forget: () => {
      supplierSimulator.forget();
      return [orders.forget()];
    },
    journal: (newest) => ({
      deliveries: last(orders.deliveries, newest).map((order) => {
        const { id, planId } = order.record;
        return deliveryView(order, {
          supplier: supplier.name,
          supplierId: String(id),
          planId: planId === null ? null : supplier.supplierPlanId(planId),
        });
      }),
    }),
    summary: () => ({
      floatKobo: orders.floatKobo,
      setFloat: (floatKobo) => orders.setFloat(floatKobo),
      says: `${orders.deliveries.length} delivered`,
    }),
    register: (app) => {
      registerShell(app, supplier, environment);
      const read = orderReader(supplier);
      for (const [path, kind] of paths) {
        app.post(path, (request, reply) => supplierSimulator.sell(read(kind, request.body), request, reply));
      }
      registerQuestions(app, supplier, environment, orders);
    },
  };
}

/** A repeated `ident` is a second purchase, as it is at the real sites. */
function voiceOf(supplier: Supplier): Voice {
  const refuse = (reply: FastifyReply, error: string | readonly string[]) => reply.code(400).send({ error });
  return {
    store: supplier.simulator,
    sold: (reply, order) => reply.code(201).send(orderBody(order, supplier)),
    wrong: (reply, reason) => refuse(reply, [reason]),
    refused: (reply) => refuse(reply, supplier.refusalForm === 'list' ? [NETWORK_REFUSAL] : NETWORK_REFUSAL),
    floatTooLow: (reply) => refuse(reply, [LOW_FLOAT]),
    brokenPage: (reply, status) => reply.code(status).type('text/html').send(BROKEN_PAGE),
    reversal: (order) => orderBody(order, supplier),
  };
}

/** Who may come in, and how the site sounds when something is wrong. */
function registerShell(app: FastifyInstance, supplier: Supplier, environment: Environment): void {
  const authorization = `Token ${environment.keys[supplier.simulator]}`;
  app.addHook('onRequest', gate(environment.switches.of(supplier.simulator)));
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

function registerQuestions(
  app: FastifyInstance,
  supplier: Supplier,
  environment: Environment,
  orders: Orders,
): void {
  const questions = createListQuestions(environment, supplier.simulator);
  for (const [path, kind] of paths) {
    app.get<{ Querystring: Record<string, string> }>(path, async (request, reply) => {
      const { search, ident } = request.query;
      if (search === undefined && ident === undefined && questions.fails(reply)) return reply;
      await environment.flushed();
      const url = `${environment.url()}/${supplier.simulator}${path}`;
      return listBody(orders, kind, request.query, { url, questions }, (order) => orderBody(order, supplier));
    });
    const one = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      await environment.flushed();
      // Either path answers for either kind, as integrations of this family rely on.
      const order = orders.find(Number(request.params.id));
      return order === undefined
        ? reply.code(404).send({ detail: 'Not found.' })
        : orderBody(order, supplier);
    };
    app.get<{ Params: { id: string } }>(`${path}:id`, one);
    app.get<{ Params: { id: string } }>(`${path}:id/`, one);
  }
  app.get<{ Querystring: { meternumber?: string } }>('/api/validatemeter', (request) =>
    meterBody(request.query.meternumber ?? ''),
  );
  app.get('/api/user/', async () => {
    await environment.flushed();
    return accountBody(supplier, orders.floatKobo);
  });
}
