import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/src/environment/environment.ts';
import { localServer } from '../../../test/outside/local-server.ts';
import type { CardGateway, InitiateAnswer, PaymentRequest } from './cards.ts';
import { createSquadGateway } from './squad.ts';

let environment: Sandbox;
let gateway: CardGateway;
const hooks: { body: Buffer; headers: IncomingHttpHeaders }[] = [];

const hookSink = localServer((request, response) => {
  void buffer(request).then((body) => {
    hooks.push({ body, headers: request.headers });
    return response.end();
  });
});

beforeAll(async () => {
  environment = await startSandbox({ journal: 'memory', webhookUrls: { squad: hookSink.url } });
  gateway = createSquadGateway({ baseUrl: `${environment.url}/squad`, secretKey: 'sandbox_sk_jara' });
});
afterAll(async () => {
  await gateway.close();
  await environment.close();
});

const request = (reference: string): PaymentRequest => ({
  reference,
  amountKobo: naira(2_500),
  email: 'ada@example.com',
  customerName: 'Ada Obi',
  returnUrl: 'http://127.0.0.1:3000/profile/fundWallet',
});

const linkOf = (answer: InitiateAnswer) => (answer.outcome === 'opened' ? answer.link : '');

async function press(link: string, button: 'pay' | 'fail'): Promise<void> {
  const answer = await fetch(`${link}/${button}`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(303);
}

it('opens a checkout, which is paid, verified and announced', async () => {
  const answer = await gateway.initiate(request('JRF1'));
  expect(answer).toMatchObject({ outcome: 'opened' });
  expect((await fetch(linkOf(answer))).status).toBe(200);
  expect(await gateway.verify('JRF1')).toEqual({ outcome: 'pending' });

  await press(linkOf(answer), 'pay');
  expect(await gateway.verify('JRF1')).toEqual({
    outcome: 'paid',
    amountKobo: 250_000n,
    currency: 'NGN',
    providerReference: expect.stringContaining('JRF1'),
  });
  while (hooks.length === 0) await delay(20);
  const [sent] = hooks;
  const hook = sent && { rawBody: sent.body, headers: sent.headers };
  expect(hook && gateway.referenceInSignedHook(hook)).toBe('JRF1');
  const stranger = createSquadGateway({ baseUrl: environment.url, secretKey: 'sandbox_sk_other' });
  expect(hook && stranger.referenceInSignedHook(hook)).toBeNull();
  await stranger.close();
});

it('sees a payment that failed, and one that succeeds after it', async () => {
  const link = linkOf(await gateway.initiate(request('JRF2')));
  await press(link, 'fail');
  expect(await gateway.verify('JRF2')).toMatchObject({ outcome: 'failed' });
  await press(link, 'pay');
  expect(await gateway.verify('JRF2')).toMatchObject({ outcome: 'paid' });
});

it('keeps a reference that was opened before: it can still be verified', async () => {
  const link = linkOf(await gateway.initiate(request('JRF3')));
  expect(await gateway.initiate(request('JRF3'))).toEqual({
    outcome: 'unknown',
    reason: 'duplicate reference',
  });
  await press(link, 'pay');
  expect(await gateway.verify('JRF3')).toMatchObject({ outcome: 'paid' });
});

it('does not know what nobody opened', async () => {
  expect(await gateway.verify('JRF4')).toEqual({ outcome: 'not_found' });
});

it('is refused with a wrong key', async () => {
  const stranger = createSquadGateway({ baseUrl: `${environment.url}/squad`, secretKey: 'sandbox_sk_other' });
  expect(await stranger.initiate(request('JRF5'))).toMatchObject({ outcome: 'refused' });
  expect(await stranger.verify('JRF5')).toEqual({ outcome: 'unknown', reason: 'status 401' });
  await stranger.close();
});

it('is refused for what the gateway does not take', async () => {
  expect(await gateway.initiate({ ...request('JRF6'), email: 'nobody' })).toMatchObject({
    outcome: 'refused',
    message: expect.stringContaining('email'),
  });
});
