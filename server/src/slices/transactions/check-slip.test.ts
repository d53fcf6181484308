import { createHmac } from 'node:crypto';
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { buyElectricity, meterOf, routeElectricity } from '../../../test/electricity.ts';
import { readReceiptCode, receiptCode } from './receipt-code.ts';
import { createKeyring } from '../../platform/keys/keyring.ts';

const app = useTestApp();

async function airtimeReceipt(lastFour = '0000') {
  const ada = await app.make.user({ wallet: naira(1_000) });
  const mobileNumber = `0803111${lastFour}`;
  await app.as(ada).call('buyAirtime', { network: 1, mobile_number: mobileNumber, amount: 100 });
  const [transaction] = (await app.as(ada).call('listTransactions', { type: 'airtime' })).reply.transactions;
  const { reply } = await app.as(ada).call('getTransaction', { id: transaction?._id });
  return { ada, ...reply };
}

describe('the public check of a slip', () => {
  it('tells anybody what the slip says, and nothing about the person', async () => {
    const { ada, slip, receipt } = await airtimeReceipt();
    const { status, reply } = await app.anybody().call('checkSlip', { slip });
    expect(status).toBe(200);
    expect(reply).toEqual({
      reference: receipt.reference,
      kind: 'airtime',
      status: 'success',
      network: 'MTN',
      product: receipt.description,
      recipient: '•••• 0000',
      createdAt: receipt.createdAt,
      settledAt: expect.any(String) as string,
    });
    expect(JSON.stringify(reply)).not.toContain(ada.userName);
  });

  it('tells the state as it is now, also of what failed', async () => {
    const { slip } = await airtimeReceipt('0001');
    expect((await app.anybody().call('checkSlip', { slip })).reply.status).toBe('failed');
  });

  it('is the same at the address on the slip, for programs; browsers get a page that no search engine keeps', async () => {
    const { slip } = await airtimeReceipt();
    const address = `${app.url}/check/${slip.toLowerCase()}`;
    const answer = await fetch(address, { headers: { accept: 'application/json' } });
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(await answer.json()).toEqual((await app.anybody().call('checkSlip', { slip })).reply);
    const page = await fetch(address, { headers: { accept: 'text/html,*/*' } });
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('keeps the token of electricity and the names of a transfer to itself', async () => {
    await routeElectricity(app, 'Ikeja', ['GLAD']);
    const [ada, bola] = [await app.make.user({ wallet: naira(5_000) }), await app.make.user()];
    const bought = (await buyElectricity(app, ada, meterOf('1234'))).reply.receipt;
    const sent = (
      await app.as(ada).call('transferFund', { userName: bola.userName, amount: 5, note: 'for the school' })
    ).reply.receipt;
    for (const { _id: id, tokens } of [bought, sent]) {
      const { slip } = (await app.as(ada).call('getTransaction', { id })).reply;
      const said = JSON.stringify((await app.anybody().call('checkSlip', { slip })).reply);
      for (const secret of [...tokens, ada.userName, bola.userName, 'school'])
        expect(said).not.toContain(secret);
    }
    expect(bought.tokens).not.toEqual([]);
  });

  it('finds nothing by a code that we did not make', async () => {
    const { receipt, slip } = await airtimeReceipt();
    const { slip: foreign } = await airtimeReceipt();
    const borrowed = `${receipt.reference}-${foreign.split('-')[1] ?? ''}`;
    const cut = slip.slice(0, -1);
    for (const wrong of [
      receipt.reference,
      receipt._id,
      borrowed,
      cut,
      `${slip}0`,
      'JR%',
      "' or 1=1",
      '\u0001',
    ]) {
      const { status, refusal } = await app.anybody().call('checkSlip', { slip: wrong });
      expect([wrong, status, refusal.msg]).toEqual([wrong, 404, 'There is no such slip']);
    }
  });

  it('cannot be tried again and again', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const ask = () =>
      app.anybody().call('checkSlip', { slip: 'JR000000000000-00000000000000000000' }, { headers });
    const answers = await Promise.all(Array.from({ length: 80 }, ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
    await app.context.pool.run("delete from attempt_counters where key like 'checkSlip:%'");
  });
});

describe('the code of a slip', () => {
  it('is read in any case, and only with the key that made it', () => {
    const one = createKeyring('one key');
    const code = receiptCode(one, 'JR261121ABCDEF2345');
    expect(readReceiptCode(one, ` ${code.toLowerCase()} `)).toBe('JR261121ABCDEF2345');
    expect(readReceiptCode(createKeyring('another key'), code)).toBeUndefined();
    expect(readReceiptCode(createKeyring('another key', ['one key']), code)).toBe('JR261121ABCDEF2345');
    const before = createHmac('sha256', 'one key')
      .update('slip:JR261121ABCDEF2345')
      .digest('hex')
      .slice(0, 20);
    // As hard to make up as a key of 128 bits is to guess; a piece of it is worth nothing, nor are the 80 bits of before.
    expect(code).toMatch(/^JR261121ABCDEF2345-[0-9A-F]{32}$/);
    expect(readReceiptCode(one, code.slice(0, -12))).toBeUndefined();
    expect(readReceiptCode(one, `JR261121ABCDEF2345-${before}`)).toBeUndefined();
  });
});
