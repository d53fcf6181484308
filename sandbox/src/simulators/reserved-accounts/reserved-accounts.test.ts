import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ask, cutOff, freshSandbox, post, temporaryDirectory, webhookSink } from '../../../test/sandbox.ts';
import type { Answer } from '../../../test/sandbox.ts';
import { startSandbox } from '../../environment/environment.ts';

const key = { authorization: 'Bearer sandbox-paymentpoint-secret', 'api-key': 'sandbox-paymentpoint-key' };
const open = (url: string, changes: Record<string, unknown> = {}): Promise<Answer> =>
  post(
    `${url}/paymentpoint/createVirtualAccount`,
    {
      email: 'ada@example.com',
      name: 'ada',
      phoneNumber: '08031234567',
      bankCode: ['20946'],
      businessId: 'sandbox-business',
      reference: 'R1',
      ...changes,
    },
    key,
  );
const numberIn = ({ body }: Answer): string => {
  const [account] = body['bankAccounts'] as { accountNumber: string }[];
  return account?.accountNumber ?? '';
};
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

describe('opening an account', () => {
  it('gives one account for each reference', async () => {
    const { url } = await freshSandbox();
    const [first, again, other] = [await open(url), await open(url), await open(url, { reference: 'R2' })];
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      status: 'success',
      bankAccounts: [{ bankCode: '20946', bankName: 'Palmpay', accountName: 'Jara-ada(PaymentPoint)' }],
    });
    expect(numberIn(again)).toBe(numberIn(first));
    expect(numberIn(other)).not.toBe(numberIn(first));
  });

  it.each([
    { businessId: 'other' },
    { email: 'x' },
    { name: ' ' },
    { phoneNumber: '0803' },
    { bankCode: '20946' },
    { bankCode: ['070'] },
    { phoneNumber: '08031230001' },
  ])('refuses %j', async (changes) => {
    const { url } = await freshSandbox();
    const { status, body } = await open(url, changes);
    expect([status, body['status']]).toEqual([400, 'fail']);
  });

  it('asks for both keys', async () => {
    const { url } = await freshSandbox();
    const { status } = await post(
      `${url}/paymentpoint/createVirtualAccount`,
      {},
      { authorization: key.authorization },
    );
    expect(status).toBe(401);
  });

  it.each(['08031230004', '08031230006'])('may lose its answer: %s', async (phoneNumber) => {
    const { url } = await freshSandbox();
    await cutOff(open(url, { phoneNumber }));
    const simulators = await ask(`${url}/control/faces`);
    expect(simulators.text).toContain('1 accounts, 0 transfers');
  });
});

describe('a bank transfer', () => {
  it('is told by a signed event until it is heard', async () => {
    const sink = await webhookSink([503]);
    const sandbox = await freshSandbox({
      webhookUrls: { 'reserved-accounts': sink.url },
      timings: { webhookRetryMs: 10 },
    });
    const accountNumber = numberIn(await open(sandbox.url));
    const sent = await post(`${sandbox.url}/control/bank-transfer`, { accountNumber, amount: 1_000.5 });
    expect(sent.status).toBe(200);
    await vi.waitFor(() => expect(sink.received).toHaveLength(2), 5_000);
    const [event] = sink.received;
    expect(event?.headers['paymentpoint-signature']).toBe(
      createHmac('sha256', 'sandbox-paymentpoint-secret')
        .update(event?.body ?? '')
        .digest('hex'),
    );
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      notification_status: 'payment_successful',
      transaction_status: 'success',
      transaction_id: sent.body['transactionId'],
      amount_paid: 1_000.5,
      receiver: { account_number: accountNumber },
      customer: { email: 'ada@example.com' },
    });
    expect(sandbox.journal().payments).toMatchObject([{ accountNumber, amount: 1_000.5 }]);
  });

  it.each([
    ['twice', 2],
    ['never', 0],
    ['late', 1],
  ])('sends the webhook as asked: %s', async (tell, events) => {
    const sandbox = await freshSandbox({ timings: { processingMs: 20 } });
    const { status } = await post(`${sandbox.url}/control/bank-transfer`, {
      accountNumber: '1234567890',
      amount: 10,
      tell,
    });
    expect(status).toBe(200);
    expect(sandbox.journal().webhooks).toHaveLength(events);
    expect(sandbox.journal().payments).toHaveLength(1);
  });

  it.each([
    { accountNumber: '123', amount: 10 },
    { accountNumber: '1234567890', amount: 0 },
    { accountNumber: '1234567890', amount: 1.005 },
    { accountNumber: '1234567890' },
    { accountNumber: '1234567890', amount: 10, tell: 'softly' },
  ])('is refused with %j', async (body) => {
    const { url } = await freshSandbox();
    expect((await post(`${url}/control/bank-transfer`, body)).status).toBe(400);
  });

  it('can be sent on a page, into accounts that exist', async () => {
    const sandbox = await freshSandbox();
    const page = `${sandbox.url}/paymentpoint/transfer`;
    const accountNumber = numberIn(await open(sandbox.url, { name: '<b>ada</b>' }));
    expect((await ask(page)).text).not.toContain('<b>ada');
    const sent = await ask(page, form({ accountNumber, amount: '250' }));
    expect([sent.status, sent.text.includes('₦250.00 is on its way')]).toEqual([200, true]);
    expect((await ask(page, form({ accountNumber: '1234567890', amount: '250' }))).status).toBe(400);
    expect((await ask(page, form({ accountNumber, amount: '0.5' }))).status).toBe(400);
    expect(sandbox.journal().payments).toMatchObject([{ accountNumber, amount: 250 }]);
  });

  it('and the accounts outlive a restart', async () => {
    const directory = temporaryDirectory();
    const before = await startSandbox({ journal: { directory } });
    const accountNumber = numberIn(await open(before.url));
    await post(`${before.url}/control/bank-transfer`, { accountNumber, amount: 10 });
    await before.close();
    const after = await freshSandbox({ journal: { directory } });
    expect(after.journal().payments).toMatchObject([{ accountNumber, amount: 10 }]);
    expect(numberIn(await open(after.url))).toBe(accountNumber);
  });
});
