import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, page, useScriptedServer, type Reply } from '../testing/scripted-server.ts';
import type { PayoutBank } from './banks.ts';
import { createSquadPayouts } from './squad-payouts.ts';

const secretKey = 'sandbox_sk_5a1e';
const server = await useScriptedServer();
let bank: PayoutBank;
beforeEach(() => {
  bank = createSquadPayouts({ baseUrl: server.url, secretKey, merchantId: 'SBTEST0001', askTimeoutMs: 400 });
});
afterEach(() => bank.close());

/** The names and types of the gateway's own sample. */
const row = (changes: object = {}) => ({
  account_number_credited: '0254896325',
  amount_debited: '2000',
  total_amount_debited: '3000',
  success: true,
  recipient: 'Dummy Dummy',
  bank_code: '058',
  transaction_reference: 'SBTEST0001_JR261120A1B2C3D4E5',
  transaction_status: 'success',
  switch_transaction: null,
  ...changes,
});
const answered = (data: unknown): Reply => ({
  bytes: json(200, { status: 200, success: true, message: 'Success', data }),
});
const ask = (reply: Reply | null, number = 1) => {
  server.onRequest = () => reply;
  return bank.listPayouts?.(number);
};

describe('a page of the list of payouts', () => {
  it('is asked for newest first, and has each payout by our reference', async () => {
    expect(await ask(answered([row()]), 3)).toEqual({
      outcome: 'told',
      isLast: false,
      rows: [
        {
          reference: 'JR261120A1B2C3D4E5',
          amountKobo: 2_000n,
          accountNumber: '0254896325',
          accountName: 'Dummy Dummy',
          says: 'paid',
          words: 'success',
        },
      ],
    });
    expect(server.requests[0]?.path).toBe('/payout/list?page=3&perPage=50&dir=DESC');
  });

  it.each([
    ['success', 'paid'],
    ['Success', 'paid'],
    ['reversed', 'refused'],
    ['failed', 'refused'],
    ['pending', 'unknown'],
    ['cleared', 'unknown'],
    [null, 'unknown'],
  ])('with the word %s says %s', async (word, says) => {
    expect(await ask(answered([row({ transaction_status: word })]))).toMatchObject({ rows: [{ says }] });
  });

  it('has what others ordered under the name that the gateway has for it', async () => {
    const reference = '4d665e98-802d-4cd7-b76c-c77eaba9e394';
    const other = row({ transaction_reference: reference, amount_debited: 2_000.5, recipient: null });
    expect(await ask(answered([other]))).toMatchObject({
      rows: [{ reference, amountKobo: null, accountName: null }],
    });
  });

  it('is the last one when nothing is on it', async () => {
    expect(await ask(answered([]))).toEqual({ outcome: 'told', rows: [], isLast: true });
  });

  it.each<[string, Reply | null, string]>([
    ['an error', { bytes: json(500, { message: 'Server error' }) }, 'answered 500'],
    ['too many questions', { bytes: json(429, { message: 'Slow down' }) }, 'answered 429'],
    ['a wrong key', { bytes: json(403, { data: {} }) }, 'answered 403'],
    ['a page of HTML', { bytes: page(200, '<h1>Back soon</h1>') }, 'answered 200'],
    ['no list', answered({ count: 8 }), 'answered 200'],
    ['rows that are none', answered([row(), 'SBTEST0001_JR2']), 'answered 200'],
    [
      'a payout without a name',
      answered([row({ transaction_reference: '' })]),
      'a payout without a reference',
    ],
    ['a cut connection', { bytes: '', afterwards: 'destroy' }, 'connection'],
    ['silence', null, 'timeout'],
    ['more than anybody reads', answered([row({ recipient: 'x'.repeat(300_000) })]), 'too_large'],
  ])('says nothing by %s', async (_what, reply, problem) => {
    expect(await ask(reply)).toEqual({ outcome: 'unknown', problem });
  });
});
