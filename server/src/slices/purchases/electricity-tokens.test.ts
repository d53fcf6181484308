/** What a supplier may say about a token one after the other, and that the buyer keeps both money and token through it. */
import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { askNow, balanceOf, endsAs, purchaseOf, shortWaits } from '../../../test/buying.ts';
import { buyElectricity, meterOf, routeElectricity, tokensInJournal } from '../../../test/electricity.ts';
import { runSql } from '../../../test/run-sql.ts';
import { json, startScriptedServer, type ScriptedServer } from '../../outside/testing/scripted-server.ts';
import { requeryNow } from './requery.ts';

let glad: ScriptedServer;
const env: Record<string, string> = { ...shortWaits };
beforeAll(async () => {
  glad = await startScriptedServer();
  env['GLAD_BASE_URL'] = glad.url;
});
const app = useTestApp({ env });
afterAll(() => glad.close());

const wallet = naira(5_000);
const price = naira(2_050);
const [first, second] = ['11112222333344445555', '99998888777766665555'];

/** What GLAD says of the order that it was sent, from now on. */
let says: Record<string, unknown> = {};
let lastOrder: Record<string, unknown> = {};

beforeEach(async () => {
  await routeElectricity(app, 'Ikeja', ['GLAD']);
  glad.onRequest = ({ method, path, body }) => {
    if (path.startsWith('/api/validatemeter')) return { bytes: json(200, { name: 'ADA OKAFOR' }) };
    if (method === 'POST') lastOrder = JSON.parse(body) as Record<string, unknown>; // as our adapter writes it
    const { ident, meter_number } = lastOrder;
    return { bytes: json(method === 'POST' ? 201 : 200, { id: 77, ident, meter_number, ...says }) };
  };
});

async function buy() {
  const ada = await app.make.user({ wallet });
  const answer = await buyElectricity(app, ada, meterOf('1234'));
  const { reference } = answer.reply.receipt;
  const receipt = async () => (await app.as(ada).call('getTransaction', { id: reference })).reply.receipt;
  return { ada, status: answer.status, reference, receipt };
}

/** Errors that name the purchase; everything else would fail the test. */
const outcomes = (reference: string): string[] =>
  app.takeErrors().map((transaction) => {
    const { reference: named, msg } = JSON.parse(transaction) as { reference: string; msg: string }; // pino writes it
    expect(named).toBe(reference);
    return msg;
  });

describe('another token for the same purchase', () => {
  it('is kept beside the first one, and staff are told once', async () => {
    says = { Status: 'successful', token: first };
    const { ada, reference, receipt } = await buy();
    expect((await receipt()).tokens).toEqual([first]);
    says = { Status: 'successful', token: second, units: '12.5kWh' };
    for (let times = 0; times < 3; times += 1)
      expect(await requeryNow(app.context, reference, 1)).toEqual({ provider: 'GLAD', isAnswered: true });
    expect(await receipt()).toMatchObject({ trans_Status: 'success', token: first, tokens: [first, second] });
    expect(outcomes(reference)).toEqual([expect.stringContaining('both are kept')]);
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });
});

describe('a refusal after a delivery was told', () => {
  it('returns nothing by itself; the token that comes after it is taken', async () => {
    says = { Status: 'successful' };
    const { ada, status, reference, receipt } = await buy();
    expect(status).toBe(202);
    says = { Status: 'failed' };
    for (let times = 0; times < 3; times += 1) await askNow(app);
    expect(await purchaseOf(app, reference)).toMatchObject({
      status: 'pending',
      attempts: ['GLAD manual'],
      refund: null,
    });
    expect(outcomes(reference)).toEqual([expect.stringContaining('nothing was returned')]);
    says = { Status: 'successful', api_response: 'Token: 1111-2222-3333-4444-5555 Units: 29.4kWh' };
    await requeryNow(app.context, reference, 1);
    expect(await receipt()).toMatchObject({ trans_Status: 'success', tokens: [first], units: '29.4' });
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });

  it('returns nothing when the refusal itself carries a token', async () => {
    says = { Status: 'processing' };
    const { reference, receipt } = await buy();
    says = { Status: 'failed', token: first };
    await askNow(app);
    expect(await receipt()).toMatchObject({ trans_Status: 'pending', tokens: [first] });
    expect(outcomes(reference)).toEqual([expect.stringContaining('nothing was returned')]);
  });

  it('is asked about, not believed, when it is the first answer', async () => {
    says = { Status: 'failed', token: first };
    const { status, reference, receipt } = await buy();
    expect(status).toBe(202);
    says = { Status: 'successful', token: first };
    await askNow(app);
    expect((await purchaseOf(app, reference)).attempts).toEqual(['GLAD delivered']);
    expect((await receipt()).tokens).toEqual([first]);
  });
});

describe('a token that never comes', () => {
  it('is handed to staff after a day, and the money stays', async () => {
    says = { Status: 'successful' };
    const { ada, reference } = await buy();
    await app.owner.run(
      `update purchase_attempts a set sent_at = now() - interval '25 hours' from transactions t
       where t.id = a.transaction_id and t.reference = $1`,
      [reference],
    );
    await askNow(app);
    await askNow(app);
    expect(await purchaseOf(app, reference)).toMatchObject({
      status: 'pending',
      attempts: ['GLAD manual'],
      refund: null,
    });
    expect(outcomes(reference)).toEqual([expect.stringContaining('staff must ask the supplier')]);
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });
});

describe('a token that is told while the purchase is still on its way', () => {
  it('is value given, whatever the word is', async () => {
    says = { Status: 'processing', token: '1111 2222 3333 4444 5555' };
    const { status, receipt } = await buy();
    expect(status).toBe(200);
    expect((await receipt()).tokens).toEqual([first]);
  });
});

describe('an answer that was not saved', () => {
  it('is asked for again: the token is there', async () => {
    await routeElectricity(app, 'Ikeja', ['ALARO']);
    await runSql(
      app.databaseUrl,
      `create function no_settlement() returns trigger language plpgsql as $$ begin raise 'the process died here'; end $$;
       create trigger no_settlement before update on purchase_attempts for each statement execute function no_settlement()`,
    );
    const ada = await app.make.user({ wallet });
    const meter = meterOf('1234');
    const answer = await buyElectricity(app, ada, meter);
    const { reference } = answer.reply.receipt;
    expect([answer.status, answer.reply.receipt.tokens]).toEqual([202, []]);
    expect(tokensInJournal(app, meter)).toHaveLength(1);
    expect(app.takeErrors()).toEqual([expect.stringContaining('a settlement could not be saved')]);
    await runSql(app.databaseUrl, 'drop function no_settlement() cascade');

    await endsAs(app, reference, 'success');
    const { receipt } = (await app.as(ada).call('getTransaction', { id: reference })).reply;
    expect(receipt.tokens).toEqual(tokensInJournal(app, meter));
    expect(await balanceOf(app, ada)).toBe(wallet - price);
  });
});
