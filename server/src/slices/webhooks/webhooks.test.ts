import { createHmac, timingSafeEqual } from 'node:crypto';
import { naira } from '@jara/contract/money.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { emptyOutbox } from '../../../test/outbox.ts';
import { useReceiver, type Received } from '../../../test/outside/receiver.ts';
import { createWebhookOutbox } from './deliver.ts';

const receiver = useReceiver();
const app = useTestApp();

beforeEach(() => receiver.reset());

/** As a receiver verifies: from the standard, not from our code. */
function isSignedWith(secret: string, { id, timestamp, body, signature }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const [version, given = ''] = signature.split(',');
  return version === 'v1' && timingSafeEqual(right, Buffer.from(given, 'base64'));
}

async function userWithWebhook() {
  const ada = await app.make.user({ wallet: naira(5_000) });
  const { reply } = await app.as(ada).call('updateWebhook', { webhookUrl: receiver.url });
  return { ada, secret: reply.webhookSecret ?? '' };
}

const buy = (ada: { token: string }, phone: string) =>
  app.as(ada).call('buyAirtime', { network: 1, mobile_number: phone, amount: 100 });

const deliverAll = (): Promise<void> => emptyOutbox(createWebhookOutbox(app.context));

describe('a webhook', () => {
  it('is told of a purchase once it has an outcome, signed with the secret that was shown', async () => {
    const { ada, secret } = await userWithWebhook();
    const { receipt } = (await buy(ada, '08031112222')).reply;
    await deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    expect(message && isSignedWith(secret, message)).toBe(true);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'transaction.success',
      data: { _id: receipt._id, trans_Status: 'success', charge: 99 },
    });
  });

  it('is told of a refused purchase and of its refund', async () => {
    const { ada } = await userWithWebhook();
    expect((await buy(ada, '08031110001')).status).toBe(422);
    await deliverAll();
    const types = receiver.received.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { trans_Type: string } };
      return `${data.trans_Type} ${type}`;
    });
    expect(types.toSorted()).toEqual(['airtime transaction.failed', 'refund transaction.success']);
  });

  it('tells nobody who did not ask', async () => {
    await buy(await app.make.user({ wallet: naira(500) }), '08031113333');
    await deliverAll();
    expect(receiver.received).toEqual([]);
  });

  it.each([500, 302, 404])('answered with %s is tried again with the same id', async (status) => {
    const { ada } = await userWithWebhook();
    receiver.answers.push(status);
    await buy(ada, '08031114444');
    await deliverAll();
    await app.context.pool.run(`update webhook_messages set next_try_at = now() where next_try_at > now()`);
    await deliverAll();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    const { messages } = (await app.as(ada).call('listWebhookMessages')).reply;
    expect(messages[0]).toMatchObject({ state: 'delivered', nextTryAt: null });
    expect(messages[0]?.tries.map((one) => one.status)).toEqual([status, 204]);
    expect(messages[0]?.body).toBe(receiver.received[1]?.body);
  });

  it('is given up after ten tries, and can be replayed', async () => {
    const { ada } = await userWithWebhook();
    receiver.answers.push(...Array.from({ length: 10 }, () => 500));
    await buy(ada, '08031115555');
    for (let round = 0; round < 12; round += 1) {
      await deliverAll();
      await app.context.pool.run(`update webhook_messages set next_try_at = now() where next_try_at > now()`);
    }
    expect(receiver.received).toHaveLength(10);
    const [failed] = (await app.as(ada).call('listWebhookMessages')).reply.messages;
    expect(failed).toMatchObject({ state: 'failed', nextTryAt: null });
    const replayed = (await app.as(ada).call('replayWebhookMessage', { id: failed?._id })).reply;
    expect(replayed.message.state).toBe('delivered');
    const eve = await userWithWebhook();
    expect((await app.as(eve.ada).call('replayWebhookMessage', { id: failed?._id })).status).toBe(404);
  });

  it('is tested by a message of its own', async () => {
    const { ada } = await userWithWebhook();
    const { message } = (await app.as(ada).call('testWebhook')).reply;
    expect(message).toMatchObject({ type: 'webhook.test', state: 'delivered' });
    const stranger = await app.make.user();
    expect((await app.as(stranger).call('testWebhook')).refusal.code).toBe('no_webhook');
  });

  it('is tested by hand sixty times an hour at most, since it is our address from which that comes', async () => {
    const { ada } = await userWithWebhook();
    const statuses: number[] = [];
    for (let press = 1; press <= 61; press += 1)
      statuses.push((await app.as(ada).call('testWebhook')).status);
    expect([statuses.lastIndexOf(200), statuses.indexOf(429)]).toEqual([59, 60]);
  });

  it('keeps its secret when set to the same address, and gets a new one with another or when asked for', async () => {
    const { ada, secret } = await userWithWebhook();
    expect(
      (await app.as(ada).call('updateWebhook', { webhookUrl: receiver.url })).reply.webhookSecret,
    ).toBeNull();
    const other = (await app.as(ada).call('updateWebhook', { webhookUrl: `${receiver.url}/2` })).reply;
    expect(other.webhookSecret).not.toBe(secret);
    const anew = (
      await app.as(ada).call('updateWebhook', { webhookUrl: `${receiver.url}/2`, newSecret: true })
    ).reply;
    expect(anew.webhookSecret).not.toBe(other.webhookSecret);
    await app.as(ada).call('testWebhook');
    const [message] = receiver.received;
    expect(message && isSignedWith(anew.webhookSecret ?? '', message)).toBe(true);
    const removed = (await app.as(ada).call('updateWebhook', { webhookUrl: '' })).reply;
    expect(removed.webhookUrl).toBeNull();
  });
});
