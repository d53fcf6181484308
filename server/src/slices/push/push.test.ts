import { naira } from '@jara/contract/money.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { askNow, control, shortWaits } from '../../../test/buying.ts';
import { newPushDevice } from '../../../test/push-device.ts';
import { createKeyring } from '../../platform/keys/keyring.ts';
import { createSeal } from '../../platform/keys/sealed.ts';
import { removeOldSessions } from '../../platform/session.ts';
import { createFakeBank } from '../withdrawals/testing/fake-bank.ts';
import { pushKeys } from './keys.ts';
import { createFakePushService } from './testing/fake-push-service.ts';

const app = useTestApp({ env: shortWaits, timings: { processingMs: 100, reversalMs: 60_000 } });
const fakeBank = createFakeBank(app);
const fakePushService = createFakePushService(app);
const { newDevice, withDevice, another, pushesTo, noticesAt, endpointOf } = fakePushService;
const { deliverAll, makeDue, queued, makeOlder, buys, endsLater } = fakePushService;

const masked = (number: string | null) => `${number?.slice(0, 4)}\u2026${number?.slice(-4)}`;

beforeEach(async () => {
  await app.context.pool.run('delete from push_messages');
});

describe('a device', () => {
  it('is told once, and in words that only it can read, of a purchase that was pending and was delivered', async () => {
    const { ada, device } = await withDevice();
    const receipt = await endsLater(ada, '0002', 'success');
    await deliverAll();
    await deliverAll();
    expect(noticesAt(device)).toEqual([
      {
        title: 'Jara',
        body: `Delivered: MTN airtime ₦500.00, for ${masked(receipt.recipient)}. You paid ₦495.00.`,
        tag: receipt._id,
        path: `/profile/transactions/${receipt._id}`,
      },
    ]);
    const [push] = pushesTo(device);
    const { publicKey } = (await app.as(ada).call('getPush')).reply;
    expect(push).toMatchObject({ sender: publicKey, topic: `transaction${receipt._id}`, urgency: 'high' });
    expect(push?.ttlSeconds).toBeLessThanOrEqual(86_400);
    expect(push?.ttlSeconds).toBeGreaterThan(86_000);
    expect(() => newPushDevice('').read(push?.body ?? '')).toThrow(/unable to authenticate/);
    expect(await queued()).toBe(0);
  });

  it('is told once of a purchase that failed later, not of its refund transaction too', async () => {
    const { ada, device } = await withDevice();
    const receipt = await endsLater(ada, '0003', 'failed');
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([
      {
        body: `Failed: MTN airtime ₦500.00, for ${masked(receipt.recipient)}. ₦495.00 is back in your wallet.`,
      },
    ]);
  });

  it.each(['5555', '0001'])('is not told of a purchase that ended in its own answer (%s)', async (ending) => {
    const { ada, device } = await withDevice();
    await buys(ada, ending);
    expect(await queued()).toBe(0);
    // An order that took longer than a second and was answered with its end all the same.
    const slow = await buys(ada, ending);
    await app.context.pool.run(
      `insert into push_messages (subscription_id, service, transaction_id, status)
       select s.id, s.service, t.id, t.status from push_subscriptions s join transactions t on t.user_id = s.user_id
       where t.id = $1`,
      [slow._id],
    );
    await deliverAll();
    expect(noticesAt(device)).toEqual([]);
    expect(await queued()).toBe(0);
  });

  it('is told of a refund by staff', async () => {
    const { ada, device } = await withDevice();
    const admin = await app.make.user({ isAdmin: true });
    const receipt = await buys(ada, '5555');
    await makeOlder(receipt._id);
    await app.as(admin).call('refund', { id: receipt._id, reason: 'wrong number' });
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([
      {
        body: `Taken back: MTN airtime ₦500.00, for ${masked(receipt.recipient)}. ₦495.00 is back in your wallet.`,
        tag: receipt._id,
      },
    ]);
  });

  it('is told of a withdrawal that ended later, with the end of the account number only', async () => {
    const { ada, device } = await withDevice();
    const { receipt } = (await fakeBank.withdrawTo(ada, '0002', 1_000)).reply;
    expect(receipt.trans_Status).toBe('pending');
    await makeOlder(receipt._id);
    await expect
      .poll(async () => {
        await fakeBank.askNow(receipt._id);
        return fakeBank.stateOf(receipt._id);
      })
      .toBe('delivered');
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([{ body: 'Paid out: ₦950.00 is in the account \u20260002.' }]);
  });

  it('is told of money that came in, and the one who sent it is not', async () => {
    const [{ ada, device }, bola] = [await withDevice(), await withDevice()];
    await app.as(bola.ada).call('transferFund', { userName: ada.userName, amount: 250 });
    await app.as(ada).call('testTopUp', { amount: 100 });
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([{ body: 'Received: ₦250.00 is in your wallet.' }]);
    expect(noticesAt(bola.device)).toEqual([]);
  });

  it('is told of a card payment that was credited by the hook', async () => {
    const { ada, device } = await withDevice();
    const { reference } = (await app.as(ada).call('initiateSquadFunding', { amount: 1_000 })).reply;
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    await makeOlder(receipt._id);
    await control(app, 'pay', { reference });
    await expect.poll(queued).toBe(1);
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([
      { body: 'Received: ₦990.00 is in your wallet.', tag: receipt._id },
    ]);
  });

  it("never hears of another's money", async () => {
    const [{ ada, device }, bola] = [await withDevice(), await withDevice()];
    await endsLater(ada, '0002', 'success');
    // Even if a row said so.
    await app.context.pool.run(
      `insert into push_messages (subscription_id, service, transaction_id, status)
       select s.id, s.service, m.transaction_id, m.status from push_messages m, push_subscriptions s where s.user_id = $1`,
      [bola.ada.userId],
    );
    await deliverAll();
    expect(noticesAt(device)).toHaveLength(1);
    expect(pushesTo(bola.device)).toEqual([]);
  });

  it('hears the newest state only, when it was overtaken', async () => {
    const { ada, device } = await withDevice();
    const admin = await app.make.user({ isAdmin: true });
    const receipt = await endsLater(ada, '0002', 'success');
    await app.as(admin).call('refund', { id: receipt._id, reason: 'wrong number' });
    expect(await queued()).toBe(2);
    await deliverAll();
    expect(noticesAt(device)).toMatchObject([{ body: expect.stringMatching(/^Taken back: /) as string }]);
  });
});

describe('a push service', () => {
  it.each(['broken', 'busy'])(
    'that is %s is asked again, later, until it takes the notice',
    async (beginning) => {
      const { ada, device } = await withDevice(beginning);
      await endsLater(ada, '0002', 'success');
      await deliverAll();
      const { seconds } = await app.context.pool.get<{ seconds: number }>(
        'select extract(epoch from next_try_at - now())::float8 as seconds from push_messages',
      );
      // What a busy one asks for counts more than our own pause.
      expect(seconds).toBeGreaterThan(beginning === 'busy' ? 35 : 5);
      await makeDue();
      await deliverAll();
      await makeDue();
      await deliverAll();
      expect(pushesTo(device).map(({ status }) => status)).toEqual(
        beginning === 'busy' ? [429, 429, 201] : [500, 500, 201],
      );
      expect(await queued()).toBe(0);
    },
  );

  it('that never answers is given up after six tries, and the device stays', async () => {
    const { ada } = await withDevice('lost');
    await endsLater(ada, '0002', 'success');
    let tries = 0;
    for (; (await queued()) > 0; tries += 1) {
      await makeDue();
      await deliverAll();
    }
    expect(tries).toBe(6);
    expect((await app.as(ada).call('getPush')).reply.endpoint).toContain('/push/lost-');
  });

  it('that says the device is gone ends its subscription', async () => {
    const { ada, device } = await withDevice('gone');
    await endsLater(ada, '0002', 'success');
    await deliverAll();
    expect(pushesTo(device)).toHaveLength(1);
    expect(await queued()).toBe(0);
    expect((await app.as(ada).call('getPush')).reply.endpoint).toBeNull();
  });

  it('hears nothing of what is older than a day', async () => {
    const { ada, device } = await withDevice();
    await endsLater(ada, '0002', 'success');
    await app.context.pool.run(`update push_messages set created_at = now() - interval '25 hours'`);
    await deliverAll();
    expect(pushesTo(device)).toEqual([]);
    expect(await queued()).toBe(0);
  });
});

describe('a subscription', () => {
  it('is on, can be switched off, and stays the same when it is given twice', async () => {
    const { ada, device } = await withDevice();
    expect((await app.as(ada).call('subscribePush', device.subscription)).reply.msg).toBe(
      'Notices are on for this device',
    );
    expect(await endpointOf(ada)).toBe(device.subscription.endpoint);
    expect((await app.as(ada).call('unsubscribePush')).reply.msg).toBe('Notices are off on this device');
    expect(await endpointOf(ada)).toBeNull();
    await endsLater(ada, '0002', 'success');
    await deliverAll();
    expect(pushesTo(device)).toEqual([]);
  });

  it('goes with its session: by logging out, by another device, and with time', async () => {
    const { ada, device } = await withDevice();
    const phone = await another(ada);
    const phoneDevice = newDevice();
    await app.as(phone).call('subscribePush', phoneDevice.subscription);
    await app.as(ada).call('logout');
    await endsLater(phone, '0002', 'success');
    await deliverAll();
    expect(pushesTo(device)).toEqual([]);
    expect(noticesAt(phoneDevice)).toHaveLength(1);

    const tablet = await another(ada);
    await app.as(tablet).call('endOtherSessions');
    await app.as(tablet).call('subscribePush', newDevice().subscription);
    const left = () =>
      app.context.pool.rows('select from push_subscriptions where user_id = $1', [ada.userId]);
    expect(await left()).toHaveLength(1);
    await app.context.pool.run(`update sessions set expires_at = now() where user_id = $1`, [ada.userId]);
    await removeOldSessions(app.context.pool, app.context.config.session);
    expect(await left()).toEqual([]);
  });

  it('of a browser goes to whoever uses it now', async () => {
    const { ada, device } = await withDevice();
    const bola = await app.make.user();
    await app.as(bola).call('subscribePush', device.subscription);
    expect(await endpointOf(ada)).toBeNull();
    expect(await endpointOf(bola)).toBe(device.subscription.endpoint);
    await endsLater(ada, '0002', 'success');
    await deliverAll();
    expect(pushesTo(device)).toEqual([]);
  });

  it('is kept of the ten newest devices of a user', async () => {
    const { ada } = await withDevice();
    const newer = [];
    for (let count = 0; count < 10; count += 1) {
      const one = await another(ada);
      await app.as(one).call('subscribePush', newDevice().subscription);
      newer.push(one);
    }
    expect(await endpointOf(ada)).toBeNull();
    for (const one of newer) expect(await endpointOf(one)).not.toBeNull();
  });

  it('is taken once when it is given many times at the same moment', async () => {
    const ada = await app.make.user();
    const { subscription } = newDevice();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.as(ada).call('subscribePush', subscription)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it.each([
    ['endpoint', 'ftp://push.example/1', 'This is not the address of a push service'],
    ['p256dh', 'AAAA', 'This is not a public key of a browser'],
    ['auth', 'AAAA', 'This is not a secret of a browser'],
  ] as const)('is refused with a wrong %s', async (field, value, msg) => {
    const ada = await app.make.user();
    const { refusal } = await app
      .as(ada)
      .call('subscribePush', { ...newDevice().subscription, [field]: value });
    expect(refusal).toMatchObject({ code: 'invalid_input', errors: [{ field, msg }] });
  });

  it('is not taken more than sixty times in an hour', async () => {
    const { ada, device } = await withDevice();
    await app.context.pool.run(`update attempt_counters set attempts = 60 where key like 'push:%'`);
    expect((await app.as(ada).call('subscribePush', device.subscription)).refusal.code).toBe(
      'too_many_requests',
    );
  });
});

describe('the key of the installation', () => {
  it('is made once, whoever asks first, and lies sealed in the database', async () => {
    await app.context.pool.run('delete from push_keys');
    const asked = await Promise.all(Array.from({ length: 5 }, () => pushKeys(app.context)));
    expect(new Set(asked.map(({ publicKey }) => publicKey)).size).toBe(1);
    const { sealed } = await app.context.pool.get<{ sealed: Buffer }>(
      'select sealed_private_key as sealed from push_keys',
    );
    const privateKey = asked[0]?.privateKey ?? '';
    expect(sealed.includes(Buffer.from(privateKey))).toBe(false);
    expect(app.context.seal.open(sealed)).toBe(privateKey);
  });

  it('is made anew when SECRETS_KEY is another one, and devices subscribe again', async () => {
    const { ada } = await withDevice();
    const before = await pushKeys(app.context);
    const seal = createSeal(createKeyring('another key of the same installation'));
    const after = await pushKeys({ ...app.context, seal });
    expect(after.publicKey).not.toBe(before.publicKey);
    expect((await app.as(ada).call('getPush')).reply.endpoint).toBeNull();
  });
});

it('costs who has no device not a single row', async () => {
  const ada = await app.make.user({ wallet: naira(5_000) });
  await endsLater(ada, '0002', 'success');
  await askNow(app);
  expect(await queued()).toBe(0);
});
