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

/** As if the end of this payment had been lost while its posting stayed. */
async function forgetTheEnd(reference: string, state: 'initiated' | 'credited'): Promise<void> {
  await app.owner.commit(async (db) => {
    await db.run('alter table payments disable trigger payments_end_once');
    await db.run('update payments set state = $2, next_check_at = now() where reference = $1', [
      reference,
      state,
    ]);
    await db.run('alter table payments enable trigger payments_end_once');
  });
}

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

  it('goes on until nothing is due, and counts all that it asked about', async () => {
    const ada = await app.make.user();
    const references = await Promise.all(Array.from({ length: 20 }, () => open(ada)));
    for (const reference of references) gateway.say(reference, { status: 'failed' });
    await makeDue();
    expect(await checkPayments(app.context)).toBeGreaterThanOrEqual(20);
    expect(references.map((reference) => gateway.timesAsked(reference))).toEqual(references.map(() => 1));
  });

  it('is not stopped by a payment that cannot be settled, which is told and not credited twice', async () => {
    const ada = await app.make.user();
    const [spoilt, paid] = [await open(ada), await open(ada)];
    for (const reference of [spoilt, paid]) gateway.say(reference, { status: 'Success' });
    await app.as(ada).call('getTransaction', { id: spoilt });
    expect(await balanceOf(ada)).toBe(495);
    await forgetTheEnd(spoilt, 'initiated');
    await makeDue();
    expect(await checkPayments(app.context)).toBeGreaterThanOrEqual(2);
    expect(app.takeErrors()).toEqual([expect.stringContaining('checking a payment failed')]);
    expect(await balanceOf(ada)).toBe(2 * 495);
    await forgetTheEnd(spoilt, 'credited');
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

  it('shows what there is when asking fails', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    gateway.say(reference, { status: 'Success' });
    await makeDue();
    await checkPayments(app.context);
    await forgetTheEnd(reference, 'initiated');
    await app.owner.run(
      `update transactions set status = 'failed', balance_before = null, balance_after = null where reference = $1`,
      [reference],
    );
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect([receipt.trans_Status, await balanceOf(ada)]).toEqual(['failed', 495]);
    await app.owner.run(
      `update transactions set status = 'success', balance_before = 0, balance_after = 49500 where reference = $1`,
      [reference],
    );
    await forgetTheEnd(reference, 'credited');
  });

  it('asks again after a while, also about one that failed today, and not about an older one', async () => {
    const ada = await app.make.user();
    const [today, before] = [await open(ada), await open(ada)];
    const look = async (id: string) =>
      (await app.as(ada).call('getTransaction', { id })).reply.receipt.trans_Status;
    for (const reference of [today, before]) {
      gateway.say(reference, { status: 'failed' });
      expect(await look(reference)).toBe('failed');
      gateway.say(reference, { status: 'Success' });
    }
    await app.owner.run(
      `update transactions set created_at = created_at - interval '25 hours' where reference = $1`,
      [before],
    );
    await expect.poll(() => look(today), { timeout: 20_000 }).toBe('success');
    expect(await look(before)).toBe('failed');
    expect(gateway.timesAsked(before)).toBe(1);
    expect(await balanceOf(ada)).toBe(495);
  });

  it('does not ask about a payment whose link nobody got', async () => {
    const ada = await app.make.user();
    gateway.answerInitiateWith({ status: 500, body: {} });
    expect((await app.as(ada).call('initiateSquadFunding', { amount: 500 })).status).toBe(503);
    gateway.answerInitiateWith(null);
    const [transaction] = (await app.as(ada).call('listTransactions')).reply.transactions;
    const id = transaction?.reference ?? '';
    const { receipt } = (await app.as(ada).call('getTransaction', { id })).reply;
    expect([receipt.trans_Status, gateway.timesAsked(id)]).toEqual(['pending', 0]);
  });
});
