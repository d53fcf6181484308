import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Network } from '@jara/contract/constants.ts';
import { naira } from '@jara/contract/money.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/environment/environment.ts';
import { localServer } from '../../../test/outside/local-server.ts';
import { createMsorgSupplier } from './msorg.ts';
import { discoIds } from '../testing/msorg-sample.ts';
import type {
  PhoneOrder,
  RequeryAnswer,
  SentOrder,
  Supplier,
  SupplierAnswer,
  SupplierOrder,
} from './supplier.ts';

interface Site {
  simulator: 'glad' | 'alaro';
  apiKey: string;
  networkIds: Record<Network, number>;
  /** The site's id of the first MTN plan. */
  planId: string;
}

const sites: Site[] = [
  {
    simulator: 'glad',
    apiKey: 'sandbox-glad-key',
    networkIds: { MTN: 1, GLO: 2, AIRTEL: 3, '9MOBILE': 6 },
    planId: '201',
  },
  {
    simulator: 'alaro',
    apiKey: 'sandbox-alaro-key',
    networkIds: { MTN: 1, GLO: 2, AIRTEL: 4, '9MOBILE': 3 },
    planId: '7003',
  },
];

let environment: Sandbox;
const hooks: unknown[] = [];
let orders = 0;

const hookSink = localServer((request, response) => {
  void json(request).then((body) => {
    hooks.push(body);
    return response.end();
  });
});

beforeAll(async () => {
  environment = await startSandbox({
    journal: 'memory',
    timings: { processingMs: 150, slowMs: 150, reversalMs: 150, webhookRetryMs: 50 },
    webhookUrls: { glad: hookSink.url, alaro: hookSink.url },
  });
});
afterAll(async () => {
  await environment.close();
});

function makeOrder(digits: string, planId: string): PhoneOrder {
  orders += 1;
  return {
    kind: 'data',
    reference: `JR${String(orders).padStart(20, '0')}`,
    sentAt: new Date(),
    network: 'MTN',
    recipient: `0803000${digits}`,
    faceValueKobo: naira(395),
    supplierPlanId: planId,
    isPorted: false,
  };
}

const asSent = (
  { kind, reference, recipient }: SupplierOrder,
  { supplierId }: SupplierAnswer,
): SentOrder => ({
  kind,
  reference,
  recipient,
  supplierId,
  sentAt: new Date(),
});

const deliveriesOf = ({ reference }: SupplierOrder) =>
  environment.journal().deliveries.filter((delivery) => delivery.reference === reference);

async function setSimulator(simulator: string, change: object): Promise<void> {
  const answer = await fetch(`${environment.url}/control/faces/${simulator}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  expect(answer.status).toBe(200);
}

describe.each(sites)('$simulator', ({ simulator, apiKey, networkIds, planId }) => {
  let supplier: Supplier;

  const connect = (options: { vendTimeoutMs?: number; apiKey?: string } = {}) =>
    createMsorgSupplier({
      name: simulator.toUpperCase(),
      baseUrl: `${environment.url}/${simulator}`,
      apiKey,
      vendTimeoutMs: 25_000,
      networkIds: { data: networkIds, airtime: networkIds },
      discoIds: discoIds(),
      meterTypeIds: { prepaid: '1', postpaid: '2' },
      lastDelivered: () => Promise.resolve(known),
      ...options,
    });

  let known: PhoneOrder | null = null;
  beforeAll(async () => {
    const first = connect();
    const order = makeOrder('4567', planId);
    await first.vend(order);
    await first.close();
    known = order;
  });
  beforeEach(() => {
    supplier = connect();
  });
  afterEach(() => supplier.close());

  /** Asks until the outcome is no longer the one that it was. */
  async function untilNot(outcome: RequeryAnswer['outcome'], sent: SentOrder): Promise<RequeryAnswer> {
    for (;;) {
      const answer = await supplier.requery(sent);
      if (answer.outcome !== outcome) return answer;
      await delay(20);
    }
  }

  it('delivers data on every network, and airtime', async () => {
    const order = makeOrder('4567', planId);
    const answer = await supplier.vend(order);
    expect(answer).toMatchObject({ outcome: 'delivered', supplierId: expect.stringMatching(/^\d+$/) });
    expect(answer.message).toContain('500MB');
    expect(deliveriesOf(order)).toMatchObject([
      { supplierId: answer.supplierId, recipient: order.recipient },
    ]);

    for (const network of ['MTN', 'GLO', 'AIRTEL', '9MOBILE'] as const) {
      const airtime = { ...makeOrder('4567', planId), kind: 'airtime', network, isPorted: true } as const;
      expect(await supplier.vend(airtime)).toMatchObject({ outcome: 'delivered' });
      expect(deliveriesOf(airtime)).toMatchObject([{ kind: 'airtime', network, amount: 395 }]);
    }
  });

  it.each([
    ['0001', 'not accept', 'refused'],
    ['0010', 'The supplier cannot take the order now', 'refused'],
  ])('%s is refused', async (digits, words, outcome) => {
    const order = makeOrder(digits, planId);
    const answer = await supplier.vend(order);
    expect(answer).toMatchObject({ outcome, message: expect.stringContaining(words) });
    expect(deliveriesOf(order)).toEqual([]);
  });

  it.each([
    ['0002', 'delivered'],
    ['0003', 'refused'],
  ])('%s is processing and ends as %s', async (digits, end) => {
    const order = makeOrder(digits, planId);
    const first = await supplier.vend(order);
    expect(first).toMatchObject({ outcome: 'unknown', reason: 'processing' });
    expect(first.supplierId).not.toBeNull();
    const last = await untilNot('unknown', asSent(order, first));
    expect(last.outcome).toBe(end);
    expect(deliveriesOf(order)).toHaveLength(end === 'delivered' ? 1 : 0);
  });

  it.each([
    ['0004', 'connection', 'delivered'],
    ['0006', 'server_error', 'delivered'],
    ['0007', 'unreadable', 'not_found'],
  ])('%s says nothing for certain (%s), and the question tells: %s', async (digits, reason, outcome) => {
    const order = makeOrder(digits, planId);
    const first = await supplier.vend(order);
    expect(first).toMatchObject({ outcome: 'unknown', reason, supplierId: null });
    const asked = await supplier.requery(asSent(order, first));
    expect(asked.outcome).toBe(outcome);
    expect(deliveriesOf(order)).toHaveLength(outcome === 'delivered' ? 1 : 0);
  });

  it('0005 never answers; the supplier does not know it', async () => {
    const impatient = connect({ vendTimeoutMs: 300 });
    const order = makeOrder('0005', planId);
    const first = await impatient.vend(order);
    await impatient.close();
    expect(first).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    expect(await supplier.requery(asSent(order, first))).toMatchObject({ outcome: 'not_found' });
    expect(deliveriesOf(order)).toEqual([]);
  });

  it('0008 is slow, and found by its reference when the answer came too late', async () => {
    expect(await supplier.vend(makeOrder('0008', planId))).toMatchObject({ outcome: 'delivered' });
    const impatient = connect({ vendTimeoutMs: 100 });
    const order = makeOrder('0008', planId);
    const first = await impatient.vend(order);
    await impatient.close();
    expect(first).toMatchObject({ outcome: 'unknown', reason: 'timeout' });
    expect(await untilNot('unknown', asSent(order, first))).toMatchObject({ outcome: 'delivered' });
    expect(deliveriesOf(order)).toHaveLength(1);
  });

  it('0009 stays open', async () => {
    const order = makeOrder('0009', planId);
    const first = await supplier.vend(order);
    for (let times = 0; times < 3; times += 1)
      expect(await supplier.requery(asSent(order, first))).toMatchObject({ reason: 'processing' });
    expect(deliveriesOf(order)).toEqual([]);
  });

  it('0011 is delivered, then taken back, and the hook says for which order', async () => {
    const order = makeOrder('0011', planId);
    const first = await supplier.vend(order);
    expect(first.outcome).toBe('delivered');
    expect(await untilNot('delivered', asSent(order, first))).toMatchObject({ outcome: 'refused' });
    while (!hooks.some((hook) => supplier.referenceInHook(hook) === order.reference)) await delay(20);
  });

  it('refuses for certain what the supplier refuses at random', async () => {
    await setSimulator(simulator, { failPercent: 100 });
    const order = makeOrder('4567', planId);
    expect(await supplier.vend(order)).toMatchObject({ outcome: 'refused' });
    await setSimulator(simulator, { failPercent: 0 });
    expect(deliveriesOf(order)).toEqual([]);
  });

  it('knows nothing while the supplier cuts every connection, and finds out afterwards', async () => {
    await setSimulator(simulator, { down: true });
    const order = makeOrder('4567', planId);
    const first = await supplier.vend(order);
    expect(first).toMatchObject({ outcome: 'unknown', reason: 'connection' });
    expect(await supplier.requery(asSent(order, first))).toMatchObject({ reason: 'connection' });
    await setSimulator(simulator, { down: false });
    expect(await supplier.requery(asSent(order, first))).toMatchObject({ outcome: 'not_found' });
  });

  it('refuses for certain with a wrong key, and learns nothing by asking', async () => {
    const stranger = connect({ apiKey: 'wrong' });
    const order = makeOrder('4567', planId);
    const first = await stranger.vend(order);
    expect(first).toMatchObject({ outcome: 'refused' });
    expect(await stranger.requery(asSent(order, first))).toMatchObject({ reason: 'unexpected_status' });
    await stranger.close();
    expect(deliveriesOf(order)).toEqual([]);
  });

  it('sends each of many orders exactly once', async () => {
    const many = Array.from({ length: 300 }, () => makeOrder('4567', planId));
    const answers = await Promise.all(many.map((order) => supplier.vend(order)));
    expect(answers.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    const delivered = environment.journal().deliveries.map(({ reference }) => reference);
    const references = many.map(({ reference }) => reference);
    expect(delivered.filter((reference) => references.includes(reference)).sort()).toEqual(references);
  });
});
