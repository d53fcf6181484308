/** A push service that hangs, and the devices of all others meanwhile. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { shortWaits } from '../../../test/buying.ts';
import { useHangingReceiver } from '../../../test/outside/hanging-receiver.ts';
import { newPushDevice } from '../../../test/push-device.ts';
import { createFakePushService } from './testing/fake-push-service.ts';

const app = useTestApp({ env: shortWaits, timings: { processingMs: 100, reversalMs: 60_000 }, jobs: true });
const hanging = useHangingReceiver();
const { withDevice, endsLater, noticesAt } = createFakePushService(app);

it('delays the devices of no other', async () => {
  const bola = await app.make.user({ wallet: naira(1_000) });
  await app.as(bola).call('subscribePush', newPushDevice(`${hanging.url}/device`).subscription);
  const { _id } = await endsLater(bola, '0002', 'success');
  await app.context.pool.run(
    `insert into push_messages (subscription_id, service, transaction_id, status)
     select s.id, s.service, t.id, t.status from transactions t join push_subscriptions s on s.user_id = t.user_id, generate_series(1, 50)
     where t.id = $1`,
    [_id],
  );
  await expect.poll(() => hanging.came, { timeout: 10_000 }).toBeGreaterThan(0);
  const openBefore = hanging.open;
  const { ada, device } = await withDevice();
  await endsLater(ada, '0002', 'success');
  await expect.poll(() => noticesAt(device).length, { timeout: 12_000 }).toBe(1);
  // None of those that hung had ended by then.
  expect(hanging.open).toBeGreaterThanOrEqual(openBefore);
});
