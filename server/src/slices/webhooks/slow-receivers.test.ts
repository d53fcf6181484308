/** A user's server that hangs, and everybody else's messages meanwhile. */
import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { useHangingReceiver } from '../../../test/outside/hanging-receiver.ts';
import type { TestUser } from '../../../test/make.ts';
import { useReceiver } from '../../../test/outside/receiver.ts';

const app = useTestApp({ jobs: true });
const hanging = useHangingReceiver();
const receiver = useReceiver();

beforeEach(() => receiver.reset());

async function userWithWebhook(webhookUrl: string): Promise<TestUser> {
  const user = await app.make.user();
  await app.as(user).call('updateWebhook', { webhookUrl });
  return user;
}

/** Messages that are due now, the oldest first. */
const leaveMessages = (user: TestUser, count: number) =>
  app.context.pool.run(
    `insert into webhook_messages (user_id, type, next_try_at) select $1, 'webhook.test', now() from generate_series(1, $2::int)`,
    [user.userId, count],
  );

async function receivedAll(count: number): Promise<void> {
  await expect.poll(() => receiver.received.length, { timeout: 12_000 }).toBe(count);
}

it('delays nobody else', async () => {
  await leaveMessages(await userWithWebhook(hanging.url), 50);
  await expect.poll(() => hanging.came, { timeout: 10_000 }).toBeGreaterThan(0);
  const cameBefore = hanging.came;
  const openBefore = hanging.open;
  await leaveMessages(await userWithWebhook(receiver.url), 3);
  await receivedAll(3);
  // None of those that hung had ended by then.
  expect(hanging.open).toBeGreaterThanOrEqual(openBefore);
  expect(hanging.came - cameBefore).toBeLessThan(4);
});

it('delays nobody else when thirty of them hang at once', async () => {
  const cameBefore = hanging.came;
  const slow = await Promise.all(Array.from({ length: 30 }, () => userWithWebhook(hanging.url)));
  await Promise.all(slow.map((user) => leaveMessages(user, 4)));
  await expect.poll(() => hanging.came - cameBefore, { timeout: 10_000 }).toBeGreaterThanOrEqual(20);
  const openBefore = hanging.open;
  await leaveMessages(await userWithWebhook(receiver.url), 3);
  await receivedAll(3);
  expect(hanging.open).toBeGreaterThanOrEqual(openBefore);
});

it('does not undo by its late end what a replay achieved meanwhile', async () => {
  const ada = await userWithWebhook(hanging.url);
  const cameBefore = hanging.came;
  await leaveMessages(ada, 1);
  await expect.poll(() => hanging.came - cameBefore, { timeout: 10_000 }).toBe(1);
  await app.as(ada).call('updateWebhook', { webhookUrl: receiver.url });
  const messages = async () => (await app.as(ada).call('listWebhookMessages')).reply.messages;
  const [message] = await messages();
  await app.as(ada).call('replayWebhookMessage', { id: message?._id });
  hanging.cut();
  await expect.poll(async () => (await messages())[0]?.tries.length).toBe(2);
  expect((await messages())[0]).toMatchObject({ state: 'delivered', nextTryAt: null });
});
