import { describe, expect, it } from 'vitest';
import { DEFAULT_KEYS } from '../../environment/environment.ts';
import { ask, cutOff, freshSandbox, post, readJournal, webhookSink } from '../../../test/sandbox.ts';

const sells = { 'api-key': DEFAULT_KEYS.vtpassApi, 'secret-key': DEFAULT_KEYS.vtpassSecret };
const looks = { 'api-key': DEFAULT_KEYS.vtpassApi, 'public-key': DEFAULT_KEYS.vtpassPublic };

/** The time in Lagos, which is an hour ahead all year. */
const now = (): string => new Date(Date.now() + 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 12);
let orders = 0;
const newId = (): string => `${now()}T${(orders += 1)}`;

const pay = (url: string, ending: string, changes: Record<string, unknown> = {}) =>
  post(
    `${url}/vtpass/pay`,
    {
      request_id: newId(),
      serviceID: 'kano-electric',
      billersCode: `4100000${ending}`,
      variation_code: 'prepaid',
      amount: 1_000,
      phone: '08031234567',
      ...changes,
    },
    sells,
  );
const requery = (url: string, requestId: unknown) =>
  post(`${url}/vtpass/requery`, { request_id: requestId }, sells);

describe('a purchase', () => {
  it('is delivered with a token, and journalled', async () => {
    const { url } = await freshSandbox();
    const { body } = await pay(url, '1234');
    expect(body).toMatchObject({
      code: '000',
      content: { transactions: { status: 'delivered', unique_element: '41000001234' } },
      purchased_code: expect.stringMatching(/^Token : \d{20}$/),
      units: '14.7 kWh',
    });
    const { deliveries } = await readJournal(url);
    expect(deliveries).toMatchObject([
      {
        supplier: 'VTPASS',
        kind: 'electricity',
        network: 'Kano',
        recipient: '41000001234',
        amount: 1_000,
        reference: body['requestId'],
      },
    ]);
    expect(deliveries[0]?.tokens).toEqual([body['token']]);
  });

  it('is also data, by the variations of a service, and airtime', async () => {
    const { url } = await freshSandbox();
    const { body } = await ask(`${url}/vtpass/service-variations?serviceID=glo-data`, { headers: looks });
    expect(body).toMatchObject({
      content: {
        varations: expect.arrayContaining([expect.objectContaining({ variation_code: 'plan-17' })]),
      },
    });
    const phone = '08051231234';
    const data = { serviceID: 'glo-data', billersCode: phone, variation_code: 'plan-17', phone };
    expect((await pay(url, '', data)).body).toMatchObject({ code: '000' });
    expect(
      (await pay(url, '', { serviceID: 'glo', billersCode: undefined, amount: 500, phone })).body,
    ).toMatchObject({ code: '000' });
    const { deliveries } = await readJournal(url);
    expect(deliveries).toMatchObject([
      { kind: 'data', network: 'GLO', planId: 'plan-17', catalogueId: 17, amount: 399 },
      { kind: 'airtime', network: 'GLO', amount: 500, planId: null },
    ]);
  });

  it.each([
    ['0001', '016'],
    ['0002', '099'],
    ['0003', '000'],
    ['0009', '099'],
    ['0010', '018'],
  ])('…%s answers with the code %s', async (ending, code) => {
    const { url } = await freshSandbox();
    expect((await pay(url, ending)).body).toMatchObject({ code });
    expect((await readJournal(url)).deliveries).toEqual([]);
  });

  it('ends later as its digits say, and the requery tells', async () => {
    const { url } = await freshSandbox({ timings: { processingMs: 30 } });
    for (const [ending, code, status] of [
      ['0002', '000', 'delivered'],
      ['0003', '016', 'failed'],
    ]) {
      const { body } = await pay(url, ending ?? '');
      await expect
        .poll(async () => (await requery(url, body['requestId'])).body)
        .toMatchObject({ code, content: { transactions: { status } } });
    }
  });

  it('is lost, broken or silent as its digits say, and the requery tells', async () => {
    const { url } = await freshSandbox();
    const [lost, broken, page, silent] = [newId(), newId(), newId(), newId()];
    expect(await cutOff(pay(url, '0004', { request_id: lost }))).toBeInstanceOf(Error);
    expect((await requery(url, lost)).body).toMatchObject({ code: '000' });
    expect((await pay(url, '0006', { request_id: broken })).status).toBe(500);
    expect((await requery(url, broken)).body).toMatchObject({ code: '000' });
    expect((await pay(url, '0007', { request_id: page })).type).toContain('html');
    expect((await requery(url, page)).body).toMatchObject({ code: '015' });
    expect((await requery(url, silent)).body).toMatchObject({ code: '015' });
  });

  it('…0011 is reversed later, and a hook says so', async () => {
    const sink = await webhookSink();
    const { url } = await freshSandbox({ timings: { reversalMs: 20 }, webhookUrls: { vtpass: sink.url } });
    const { body } = await pay(url, '0011');
    await expect.poll(() => sink.received.length).toBe(1);
    expect(JSON.parse(sink.received[0]?.body ?? '')).toMatchObject({
      type: 'transaction-update',
      data: { code: '040', requestId: body['requestId'], content: { transactions: { status: 'reversed' } } },
    });
  });

  it('…0012 has its token later', async () => {
    const { url } = await freshSandbox({ timings: { tokenMs: 80 } });
    const { body } = await pay(url, '0012');
    expect([body['code'], body['token']]).toEqual(['000', undefined]);
    await expect.poll(async () => (await requery(url, body['requestId'])).body['token']).toMatch(/^\d{20}$/);
  });

  it('for a meter that awaits its key change has two more tokens', async () => {
    const { url } = await freshSandbox();
    const { body } = await pay(url, '', { billersCode: '77000001234' });
    expect((await readJournal(url)).deliveries[0]?.tokens).toEqual([
      body['kct1'],
      body['kct2'],
      body['token'],
    ]);
  });
});

describe('a request id', () => {
  it('is taken once, also when it comes twice at the same moment', async () => {
    const { url } = await freshSandbox();
    const request_id = newId();
    const answers = await Promise.all([1, 2, 3].map(() => pay(url, '1234', { request_id })));
    const codes = answers.map(({ body }) => body['code']);
    expect([
      codes.filter((one) => one === '000').length,
      codes.filter((one) => one === '014').length,
    ]).toEqual([1, 2]);
    expect((await pay(url, '1234', { request_id })).body).toMatchObject({ code: '014' });
    expect((await readJournal(url)).deliveries).toHaveLength(1);
  });

  it.each(['', 'JR1', '20261120', '202001010000A'])(
    'of no time of today is not taken: "%s"',
    async (request_id) => {
      const { url } = await freshSandbox();
      expect((await pay(url, '1234', { request_id })).body).toMatchObject({ code: '085' });
    },
  );
});

describe('what it does not take', () => {
  it.each([
    [{ serviceID: 'lagos-electric' }, '012'],
    [{ variation_code: 'sts' }, '010'],
    [{ billersCode: '41000000000' }, '011'],
    [{ phone: '12' }, '011'],
    [{ amount: 499 }, '013'],
    [{ billersCode: '88000001234', amount: 1_999 }, '013'],
    [{ amount: 1_000_001 }, '017'],
    [{ serviceID: 'mtn-data', billersCode: '08031231234', variation_code: 'plan-17' }, '010'],
    [{ serviceID: 'mtn', amount: 49, phone: '08031231234' }, '013'],
  ])('%j', async (changes, code) => {
    const { url } = await freshSandbox();
    expect((await pay(url, '1234', changes)).body).toMatchObject({ code });
    expect((await readJournal(url)).deliveries).toEqual([]);
  });

  it('a wrong key, and the key of the other kind', async () => {
    const { url } = await freshSandbox();
    for (const headers of [{}, looks]) {
      const answer = await post(`${url}/vtpass/pay`, { request_id: newId() }, headers);
      expect([answer.status, answer.body['code']]).toEqual([401, '087']);
    }
    expect((await ask(`${url}/vtpass/balance`, { headers: sells })).status).toBe(401);
  });
});

describe('questions', () => {
  it('whose meter it is: always the same', async () => {
    const { url } = await freshSandbox();
    const verify = (billersCode: string) =>
      post(
        `${url}/vtpass/merchant-verify`,
        { billersCode, serviceID: 'eko-electric', type: 'prepaid' },
        sells,
      );
    const { body } = await verify('41000001234');
    expect(body).toMatchObject({ content: { Customer_Name: expect.any(String), Min_Purchase_Amount: 500 } });
    expect((await verify('41000001234')).body).toEqual(body);
    expect((await verify('41000000000')).body).toMatchObject({ content: { WrongBillersCode: true } });
  });

  it('the float goes down by what is sold, and can be set', async () => {
    const { url } = await freshSandbox();
    await pay(url, '1234');
    const balance = async () => (await ask(`${url}/vtpass/balance`, { headers: looks })).body['contents'];
    expect(await balance()).toEqual({ balance: 49_999_010 });
    await post(`${url}/control/faces/vtpass`, { float: 10 });
    expect(await balance()).toEqual({ balance: 10 });
    expect((await pay(url, '1234')).body).toMatchObject({ code: '018' });
  });
});
