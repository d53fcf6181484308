/** What tests of notices do again and again: a user with a device, purchases that end later, and what came at the device. */
import { naira } from '@jara/contract/money.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { expect } from 'vitest';
import type { TestApp } from '../../../../test/app.ts';
import { endsAs, numberOf } from '../../../../test/buying.ts';
import type { TestUser } from '../../../../test/make.ts';
import { emptyOutbox } from '../../../../test/outbox.ts';
import { newPushDevice, type PushDevice } from '../../../../test/push-device.ts';
import { createPushOutbox } from '../deliver.ts';

export interface NamedDevice extends PushDevice {
  name: string;
}

let devices = 0;

export function createFakePushService(app: TestApp) {
  /** Its name, by its beginning, chooses what its push service does. */
  function newDevice(beginning = 'device'): NamedDevice {
    devices += 1;
    const name = `${beginning}-${devices}`;
    return { ...newPushDevice(`${app.sandbox.url}/push/${name}`), name };
  }

  async function withDevice(beginning?: string): Promise<{ ada: TestUser; device: NamedDevice }> {
    const ada = await app.make.user({ wallet: naira(5_000) });
    const device = newDevice(beginning);
    await app.as(ada).call('subscribePush', device.subscription);
    return { ada, device };
  }

  const pushesTo = ({ name }: NamedDevice) =>
    app.sandbox.journal().pushes.filter(({ device }) => device === name);

  /** As if it had been ordered a minute ago: for what ends within a second no notice is sent. */
  const makeOlder = (id: string): Promise<number> =>
    app.owner.run(`update transactions set created_at = created_at - interval '1 minute' where id = $1`, [
      id,
    ]);

  async function buys(user: TestUser, ending: string): Promise<Receipt> {
    const mobile_number = numberOf('MTN', ending);
    const answer = await app.as(user).call('buyAirtime', { network: 1, mobile_number, amount: 500 });
    return (answer.body as { receipt: Receipt }).receipt; // comes with every outcome
  }

  return {
    newDevice,
    withDevice,
    pushesTo,
    makeOlder,
    buys,
    endpointOf: async (user: TestUser): Promise<string | null> =>
      (await app.as(user).call('getPush')).reply.endpoint,
    /** The same user at another device. */
    async another(user: TestUser): Promise<TestUser> {
      const { pool, sessions } = app.context;
      const token = await sessions.open(pool, user.userId, { userAgent: 'another', ip: '127.0.0.1' });
      return { ...user, token };
    },
    /** What the device could show. */
    noticesAt: (device: NamedDevice): unknown[] =>
      pushesTo(device)
        .filter(({ status }) => status === 201)
        .map(({ body }) => device.read(body)),
    deliverAll: (): Promise<void> => emptyOutbox(createPushOutbox(app.context)),
    makeDue: (): Promise<number> => app.context.pool.run('update push_messages set next_try_at = now()'),
    queued: async (): Promise<number> => (await app.context.pool.rows('select from push_messages')).length,
    /** A purchase that was pending in its answer and has its end now. */
    async endsLater(user: TestUser, ending: string, status: string): Promise<Receipt> {
      const receipt = await buys(user, ending);
      expect(receipt.trans_Status).toBe('pending');
      await makeOlder(receipt._id);
      await endsAs(app, receipt.reference, status);
      return receipt;
    },
  };
}
