/** A supplier that speaks as VTpass does: `POST /pay`, `/requery`, `/merchant-verify`, `GET /service-variations`, `/balance`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Simulator, Environment } from '../../environment/context.ts';
import { last } from '../../environment/last.ts';
import { findMeter } from '../../data/meters.ts';
import { PLANS } from '../../data/plans.ts';
import { gate } from '../gate.ts';
import {
  createSupplierSimulator,
  deliveryView,
  type SupplierSimulator,
  type OrderRequest,
  type Voice,
} from '../supplier/supplier-simulator.ts';
import { Orders } from '../supplier/orders.ts';
import { BROKEN_PAGE, hookBody, orderBody, plainBody } from './answers.ts';
import { discoOf, meterTypeIn, readPay, variationCode, variationsOf } from './services.ts';

const FIRST_ID = 3_300_001;

export function createVtpassSimulator(environment: Environment): Simulator {
  const orders = new Orders('vtpass', FIRST_ID);
  const supplierSimulator = createSupplierSimulator(voice, orders, environment);
  return {
    name: 'vtpass',
    title: 'VTpass airtime, data and electricity',
    prefix: '/vtpass',
    apply: (record) => orders.apply(record),
    resume: () => supplierSimulator.resume(),
    forget: () => {
      supplierSimulator.forget();
      return [orders.forget()];
    },
    journal: (newest) => ({
      deliveries: last(orders.deliveries, newest).map((order) => {
        const plan = order.record.planId === null ? undefined : PLANS[order.record.planId - 1];
        return deliveryView(order, {
          supplier: 'VTPASS',
          supplierId: String(order.record.id),
          planId: plan === undefined ? null : variationCode(plan),
        });
      }),
    }),
    summary: () => ({
      floatKobo: orders.floatKobo,
      setFloat: (floatKobo) => orders.setFloat(floatKobo),
      says: `${orders.deliveries.length} delivered`,
    }),
    register: (app) => {
      registerShell(app, environment);
      registerSales(app, environment, orders, supplierSimulator);
      registerQuestions(app, environment, orders);
    },
  };
}

function requestIdOf(request: FastifyRequest): string {
  const requestId = fieldsOf(request)['request_id'];
  return typeof requestId === 'string' ? requestId : '';
}

const voice: Voice = {
  store: 'vtpass',
  sold: (reply, order) => reply.send(orderBody(order)),
  wrong: (reply, reason, request) => {
    const code = (['010', '011', '012', '013', '017'] as const).find((one) => one === reason) ?? '011';
    return reply.send(plainBody(code, requestIdOf(request)));
  },
  refused: (reply, request) => reply.send(plainBody('016', requestIdOf(request))),
  floatTooLow: (reply, request) => reply.send(plainBody('018', requestIdOf(request))),
  brokenPage: (reply, status) => reply.code(status).type('text/html').send(BROKEN_PAGE),
  reversal: hookBody,
};

function fieldsOf({ body }: FastifyRequest): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** A POST comes with the secret key, a GET with the public one. */
function registerShell(app: FastifyInstance, { keys, switches }: Environment): void {
  app.addHook('onRequest', gate(switches.of('vtpass')));
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, method } = request;
    const isKnown =
      method === 'POST'
        ? headers['secret-key'] === keys.vtpassSecret
        : headers['public-key'] === keys.vtpassPublic;
    if (isKnown && headers['api-key'] === keys.vtpassApi) next();
    else void reply.code(401).send(plainBody('087'));
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return reply.code(status).send(plainBody('011'));
    return reply.code(500).type('text/html').send(BROKEN_PAGE);
  });
}

const LAGOS_AHEAD_MS = 3_600_000;
const MINUTES_APART = 24 * 60;

/** Twelve digits of a time of today in Lagos, then anything: an id from another day is not taken. */
function isProper(requestId: string): boolean {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)[\w-]*$/.exec(requestId);
  if (parts === null) return false;
  const [, year, month, day, hour, minute] = parts.map(Number);
  const at = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute) - LAGOS_AHEAD_MS;
  return Math.abs(Date.now() - at) < MINUTES_APART * 60_000;
}

function registerSales(
  app: FastifyInstance,
  environment: Environment,
  orders: Orders,
  supplierSimulator: SupplierSimulator,
): void {
  /** Ids that are being booked: the same one twice at the same moment is one order too. */
  const taken = new Set<string>();
  const isUsed = (requestId: string): boolean =>
    taken.has(requestId) || orders.findByReference(requestId) !== undefined;

  app.post('/pay', async (request, reply) => {
    const requestId = requestIdOf(request);
    if (!isProper(requestId)) return reply.send(plainBody('085', requestId));
    if (isUsed(requestId)) return reply.send(plainBody('014', requestId));
    taken.add(requestId);
    try {
      const asked: OrderRequest | string = readPay(fieldsOf(request));
      return await supplierSimulator.sell(asked, request, reply);
    } finally {
      taken.delete(requestId);
    }
  });

  app.post('/requery', async (request, reply) => {
    await environment.flushed();
    const requestId = requestIdOf(request);
    const order = orders.findByReference(requestId);
    return reply.send(order === undefined ? plainBody('015', requestId) : orderBody(order));
  });
}

function registerQuestions(app: FastifyInstance, environment: Environment, orders: Orders): void {
  app.post('/merchant-verify', (request) => {
    const { billersCode, serviceID, type } = fieldsOf(request);
    const meter = findMeter(String(billersCode));
    if (discoOf(serviceID) === undefined) return plainBody('012');
    if (meterTypeIn(type) === undefined) return plainBody('010');
    return {
      code: '000',
      content:
        meter === undefined
          ? {
              error: 'This meter is not correct or is not a valid meter. Please check.',
              WrongBillersCode: true,
            }
          : {
              Customer_Name: meter.name,
              Address: meter.address,
              Meter_Number: billersCode,
              Min_Purchase_Amount: meter.minimumNaira,
              WrongBillersCode: false,
            },
    };
  });

  app.get<{ Querystring: { serviceID?: string } }>('/service-variations', (request) => {
    const service = request.query.serviceID ?? '';
    return {
      response_description: '000',
      content: {
        ServiceName: service,
        serviceID: service,
        // The old spelling is theirs.
        varations: variationsOf(service).map((plan) => ({
          variation_code: variationCode(plan),
          name: `${plan.network} ${plan.size} ${plan.type} - ${plan.validity}`,
          variation_amount: plan.costNaira.toFixed(2),
          fixedPrice: 'Yes',
        })),
      },
    };
  });

  app.get('/balance', async () => {
    await environment.flushed();
    return { code: 1, contents: { balance: orders.floatKobo / 100 } };
  });
}
