import { afterAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { startScriptedGateway } from '../../../test/outside/scripted-gateway.ts';
import { checkPayments } from './check-payments.ts';

const gateway = await startScriptedGateway();
afterAll(() => gateway.close());
const app = useTestApp({ env: { SQUAD_BASE_URL: gateway.url } });

const open = async (user: TestUser) =>
  (await app.as(user).call('initiateSquadFunding', { amount: 500 })).reply.reference;
const makeDue = () =>
  app.owner.run(
    `update payments set next_check_at = now() - interval '1 second' where next_check_at is not null`,
  );
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;

describe('the job', () => {
  it('credits what was paid although no hook came', async () => {
    const ada = await app.make.user();
    const [paid, pending] = [await open(ada), await open(ada)];
    gateway.say(paid, { status: 'Success' });
    gateway.say(pending, { status: 'pending' });
    expect(await checkPayments(app.context)).toBe(0);
    await makeDue();
    expect(await checkPayments(app.context)).toBe(2);
    expect(await balanceOf(ada)).toBe(495);
    await makeDue();
    expect(await checkPayments(app.context)).toBe(1);
    expect(gateway.timesAsked(paid)).toBe(1);
    expect(gateway.timesAsked(pending)).toBe(2);
  });

  it('asks about each payment once, however many processes run it', async () => {
    const ada = await app.make.user();
    const references = await Promise.all(Array.from({ length: 30 }, () => open(ada)));
    for (const reference of references) gateway.say(reference, { status: 'Success' });
    await makeDue();
    await Promise.all(Array.from({ length: 4 }, () => checkPayments(app.context)));
    expect(references.map((reference) => gateway.timesAsked(reference))).toEqual(references.map(() => 1));
    expect(await balanceOf(ada)).toBe(30 * 495);
  });
});

describe('the return page', () => {
  it('credits at once, and does not ask the gateway at each look', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'pending' });
    const look = async (user: TestUser) =>
      (await app.as(user).call('getTransaction', { id: reference })).reply.receipt.trans_Status;
    for (let looks = 0; looks < 5; looks += 1) expect(await look(ada)).toBe('pending');
    expect(gateway.timesAsked(reference)).toBe(1);

    const paid = await open(ada);
    gateway.say(paid, { status: 'Success' });
    expect((await app.as(ada).call('getTransaction', { id: paid })).reply.receipt).toMatchObject({
      trans_Status: 'success',
      balance_After: 495,
    });
  });

  it('asks for the owner only', async () => {
    const ada = await app.make.user();
    const boss = await app.make.user({ isAdmin: true });
    const reference = await open(ada);
    gateway.say(reference, { status: 'Success' });
    const { receipt } = (await app.as(boss).call('getTransaction', { id: reference })).reply;
    expect(receipt.trans_Status).toBe('pending');
    expect(gateway.timesAsked(reference)).toBe(0);
  });

  it('shows the pending transaction when the gateway takes long', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'Success' });
    const release = gateway.hold();
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.trans_Status).toBe('pending');
    release();
    await expect.poll(() => balanceOf(ada)).toBe(495);
  });
});
