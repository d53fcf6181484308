/** The card gateway: initiate, hosted checkout, verify, the signed event of a payment, and transfers to bank accounts. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Simulator, PaymentOutcome, Environment } from '../../environment/context.ts';
import type { LinkView, PaymentView, PayoutView } from '../../control/views.ts';
import { registerAssets, registerForms, sendPage } from '../../pages/pages.ts';
import type { PaymentRecord } from '../../environment/records.ts';
import { gate } from '../gate.ts';
import { last } from '../../environment/last.ts';
import { chargeEvent, failure, initiateAnswer, validationProblem, verifyAnswer } from './answers.ts';
import { checkoutPage, unknownLinkPage } from './checkout-page.ts';
import { Links, returnAddress } from './links.ts';
import type { Link } from './links.ts';
import { createPayoutCalls } from './payout-calls.ts';
import { registerPayoutList, type IsKnown } from './payout-list.ts';
import { Payouts } from './payouts.ts';
import type { Payout } from './payouts.ts';
import { isComplaints, readInitiate } from './read-initiate.ts';

/** Header value that proves the gateway: HMAC-SHA512 of the exact body, hex in capitals. */
function squadSignature(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex').toUpperCase();
}

export function createSquadSimulator(environment: Environment): Simulator {
  const links = new Links();
  const payouts = new Payouts();
  const payoutCalls = createPayoutCalls(environment, payouts);
  environment.webhooks.sign('squad', (body) => ({
    'x-squad-encrypted-body': squadSignature(body, environment.keys.squad),
  }));

  async function settle(link: Link, wanted: PaymentRecord['status']): Promise<PaymentOutcome> {
    if (link.status === 'success') return 'already paid';
    const status = wanted === 'success' && environment.switches.refusesByChance('squad') ? 'failed' : wanted;
    const payment = links.payment(link, status);
    if (status === 'failed') {
      await environment.commit(payment);
      return status;
    }
    const event = 'charge_successful';
    const body = JSON.stringify(chargeEvent(link, payment.at, environment.keys.squadMerchant));
    const { reference } = link.record;
    const webhook = environment.webhooks.event({
      simulator: 'squad',
      event,
      reference,
      body,
      maxTries: null,
    });
    await environment.commit(payment, webhook);
    environment.webhooks.send(webhook.id);
    return status;
  }

  return {
    name: 'squad',
    title: 'Squad card gateway',
    prefix: '/squad',
    apply: (record) => {
      links.apply(record);
      payouts.apply(record);
    },
    resume: () => {
      for (const payout of payouts.pending()) payoutCalls.scheduleEnd(payout);
    },
    forget: () => {
      payoutCalls.release();
      payouts.forget();
      links.forget();
      return [];
    },
    journal: (newest) => ({
      payments: last(links.payments, newest).map(paymentView),
      links: last(links.all(), newest).map(linkView),
      payouts: last(payouts.paid, newest).map(payoutView),
    }),
    summary: () => ({
      floatKobo: payouts.balanceKobo,
      setFloat: (floatKobo) => payouts.setBalance(floatKobo),
      says: `${links.payments.length} paid of ${links.all().length} links, ${payouts.paid.length} bank transfers`,
    }),
    pay: async (reference) => {
      const link = links.find(reference);
      return link === undefined ? 'unknown' : settle(link, 'success');
    },
    register: (app) => {
      registerShell(app, environment);
      const isKnown = knowsKey(environment);
      registerApi(app, environment, links, isKnown);
      payoutCalls.register(app, isKnown);
      registerPayoutList(app, environment, payouts, isKnown);
      registerCheckout(app, environment, links, settle);
    },
  };
}

/** How the site sounds when something is wrong, and what its pages need. */
function registerShell(app: FastifyInstance, environment: Environment): void {
  app.addHook('onRequest', gate(environment.switches.of('squad')));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure(404, 'Not found')));
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const status = known >= 400 && known < 500 ? 400 : 500;
    return reply.code(status).send(failure(status, status === 400 ? 'Invalid request' : 'Server error'));
  });
  registerAssets(app);
  registerForms(app);
}

function knowsKey(environment: Environment): IsKnown {
  const authorization = `Bearer ${environment.keys.squad}`;
  return (header, reply) => {
    if (header === authorization) return true;
    reply.code(401).send(failure(401, 'Unauthorized'));
    return false;
  };
}

function registerApi(app: FastifyInstance, environment: Environment, links: Links, isKnown: IsKnown): void {
  app.post('/transaction/initiate', async (request, reply) => {
    if (!isKnown(request.headers.authorization, reply)) return reply;
    const asked = readInitiate(request.body);
    if (isComplaints(asked))
      return reply
        .code(400)
        .type('application/problem+json')
        .send(JSON.stringify(validationProblem(asked)));
    const reference = asked.reference ?? `SQ${randomBytes(10).toString('hex').toUpperCase()}`;
    if (links.find(reference) !== undefined)
      return reply.code(400).send(failure(400, 'Duplicate transaction reference'));
    const gatewayReference = `${reference}_1_${randomBytes(4).toString('hex')}`;
    const record = {
      ...asked,
      store: 'squad',
      type: 'link',
      reference,
      gatewayReference,
      at: Date.now(),
    } as const;
    await environment.commit(record);
    const link: Link = { record, status: 'pending', paidAt: null };
    const merchant = { id: environment.keys.squadMerchant, name: environment.merchantName };
    return initiateAnswer(link, `${environment.url()}/squad/checkout/${reference}`, merchant);
  });

  app.get<{ Params: { reference: string } }>('/transaction/verify/:reference', async (request, reply) => {
    if (!isKnown(request.headers.authorization, reply)) return reply;
    await environment.flushed();
    const link = links.find(request.params.reference);
    if (link === undefined) return reply.code(400).send(failure(400, 'Invalid transaction reference'));
    return verifyAnswer(link, environment.merchantName);
  });
}

function registerCheckout(
  app: FastifyInstance,
  environment: Environment,
  links: Links,
  settle: (link: Link, wanted: 'success' | 'failed') => Promise<unknown>,
): void {
  type Asked = { Params: { reference: string } };
  const { merchantName } = environment;

  app.get<Asked>('/checkout/:reference', async (request, reply) => {
    await environment.flushed();
    const link = links.find(request.params.reference);
    if (link === undefined) return sendPage(reply.code(404), unknownLinkPage(merchantName));
    return sendPage(reply, checkoutPage(link, merchantName));
  });

  for (const [action, wanted] of [
    ['pay', 'success'],
    ['fail', 'failed'],
  ] as const) {
    app.post<Asked>(`/checkout/:reference/${action}`, async (request, reply) => {
      const link = links.find(request.params.reference);
      if (link === undefined) return sendPage(reply.code(404), unknownLinkPage(merchantName));
      if (link.status === 'success') return sendPage(reply, checkoutPage(link, merchantName));
      await settle(link, wanted);
      return reply.redirect(returnAddress(link), 303);
    });
  }
}

function paymentView({ record, paidAt }: Link): PaymentView {
  return {
    gateway: 'squad',
    reference: record.reference,
    gatewayReference: record.gatewayReference,
    amount: record.amountKobo / 100,
    email: record.email,
    at: new Date(paidAt ?? record.at).toISOString(),
  };
}

function linkView({ record, status }: Link): LinkView {
  return {
    gateway: 'squad',
    reference: record.reference,
    amount: record.amountKobo / 100,
    email: record.email,
    status,
    at: new Date(record.at).toISOString(),
  };
}

function payoutView({ record, paidAt, reversedAt }: Payout): PayoutView {
  return {
    bank: 'squad',
    reference: record.reference,
    bankCode: record.bankCode,
    accountNumber: record.accountNumber,
    accountName: record.accountName,
    amount: record.amountKobo / 100,
    at: new Date(paidAt ?? record.at).toISOString(),
    ...(reversedAt === null ? {} : { reversedAt: new Date(reversedAt).toISOString() }),
  };
}
