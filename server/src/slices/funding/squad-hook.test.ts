import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { signHook } from '../../../test/outside/scripted-gateway.ts';

const app = useTestApp();

async function postToSandbox(path: string, body: unknown): Promise<number> {
  const response = await fetch(`${app.sandbox.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

async function hook(body: string, signature: string | null = signHook(body)) {
  const response = await fetch(`${app.url}/hooks/squad`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-squad-encrypted-body': signature }),
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const chargeEvent = (reference: string, changes: Record<string, unknown> = {}): string =>
  JSON.stringify({
    Event: 'charge_successful',
    TransactionRef: reference,
    Body: { amount: 100_000_000, transaction_ref: reference, transaction_status: 'Success', ...changes },
  });

const open = async (user: TestUser) =>
  (await app.as(user).call('initiateSquadFunding', { amount: 500 })).reply.reference;
const balanceOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user.balance;
const savedHooks = (reference: string) =>
  app.context.pool.rows('select id from hook_events where reference = $1', [reference]);

describe('the hook of a payment', () => {
  it('credits it without anybody looking', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    expect(await postToSandbox('/control/pay', { reference })).toBe(200);
    await expect.poll(() => balanceOf(ada)).toBe(495);
    expect(await savedHooks(reference)).toHaveLength(1);
  });

  it('credits one that failed before', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    expect(await postToSandbox(`/squad/checkout/${reference}/fail`, {})).toBe(303);
    expect((await app.as(ada).call('getTransaction', { id: reference })).reply.receipt.trans_Status).toBe(
      'failed',
    );
    expect(await postToSandbox(`/squad/checkout/${reference}/pay`, {})).toBe(303);
    await expect.poll(() => balanceOf(ada)).toBe(495);
  });

  it('is not believed about anything but the reference', async () => {
    const [ada, thief] = [await app.make.user(), await app.make.user()];
    const reference = await open(ada);
    expect((await hook(chargeEvent(reference, { email: thief.email }))).status).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await app.context.pool.get<{ checks: number }>(
              'select checks from payments where reference = $1',
              [reference],
            )
          ).checks,
      )
      .toBe(1);
    expect(await balanceOf(ada)).toBe(0);
    expect(await balanceOf(thief)).toBe(0);
  });

  it('is kept and answered when the reference is not known', async () => {
    const reference = 'JR000000NOTOFOURS0';
    expect(await hook(chargeEvent(reference))).toEqual({ status: 200, body: { msg: 'Received' } });
    expect(await savedHooks(reference)).toHaveLength(1);
  });

  it.each(['lower', 'upper'])('may be signed in %s case', async (spelling) => {
    const body = chargeEvent('JR000000WHATEVER00');
    const signature = signHook(body);
    const spelled = spelling === 'lower' ? signature.toLowerCase() : signature.toUpperCase();
    expect((await hook(body, spelled)).status).toBe(200);
  });
});

describe('a paid payment whose own hook got lost', () => {
  beforeAll(() => postToSandbox('/control/faces/squad', { webhookUrl: 'http://127.0.0.1:9/nobody' }));

  it('is credited by a hook that comes later, which is kept once however often it comes', async () => {
    const ada = await app.make.user();
    const reference = await open(ada);
    await postToSandbox('/control/pay', { reference });
    const body = chargeEvent(reference);
    const answers = await Promise.all(Array.from({ length: 50 }, () => hook(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expect.poll(() => balanceOf(ada)).toBe(495);
    expect(await savedHooks(reference)).toHaveLength(1);
    const { reply } = await app.as(ada).call('listTransactions');
    expect(reply).toMatchObject({ noOfTransaction: 1, totalCredit: 495 });
  });

  it.each<[string, (body: string) => { body: string; signature: string | null }]>([
    ['unsigned', (body) => ({ body, signature: null })],
    ['with an empty signature', (body) => ({ body, signature: '' })],
    ['with another key', (body) => ({ body, signature: signHook(body, 'sandbox_sk_other') })],
    [
      'with a changed byte',
      (body) => ({ body: body.replace('Success', 'success'), signature: signHook(body) }),
    ],
    ['with a cut body', (body) => ({ body: body.slice(0, -2), signature: signHook(body) })],
    ['with a cut signature', (body) => ({ body, signature: signHook(body).slice(0, 127) })],
    ['that is no JSON', () => ({ body: 'hello', signature: signHook('hello') })],
    [
      'that names two references',
      (body) => {
        const twofold = body.replace('"TransactionRef":"', '"TransactionRef":"X');
        return { body: twofold, signature: signHook(twofold) };
      },
    ],
  ])('is not credited by a hook %s, of which nothing is kept', async (_how, forge) => {
    const ada = await app.make.user();
    const reference = await open(ada);
    await postToSandbox('/control/pay', { reference });
    const forged = forge(chargeEvent(reference));
    const before = await app.context.pool.get('select count(*) from hook_events');
    const answer = await hook(forged.body, forged.signature);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid_input' });
    expect(await app.context.pool.get('select count(*) from hook_events')).toEqual(before);
    expect(await balanceOf(ada)).toBe(0);
  });
});
