import { describe, expect, it, vi } from 'vitest';
import { ask, cutOff, freshSandbox, post, readJournal, temporaryDirectory } from '../../../test/sandbox.ts';
import type { Answer } from '../../../test/sandbox.ts';
import { startSandbox } from '../../environment/environment.ts';

const key = { authorization: 'Bearer sandbox_sk_jara' };
const bank = '000013';

async function holder(url: string, accountNumber: string): Promise<unknown> {
  const body = { bank_code: bank, account_number: accountNumber };
  const answer = await post(`${url}/squad/payout/account/lookup`, body, key);
  return (answer.body['data'] as Record<string, unknown>)['account_name'];
}

async function transfer(
  url: string,
  accountNumber: string,
  changes: Record<string, unknown> = {},
): Promise<Answer> {
  const body = {
    transaction_reference: `SBJARA0001_${accountNumber}`,
    amount: '45000',
    bank_code: bank,
    account_number: accountNumber,
    account_name: await holder(url, accountNumber),
    currency_id: 'NGN',
    remark: 'Withdrawal',
  };
  return post(`${url}/squad/payout/transfer`, { ...body, ...changes }, key);
}

const requery = (url: string, accountNumber: string): Promise<Answer> =>
  post(`${url}/squad/payout/requery`, { transaction_reference: `SBJARA0001_${accountNumber}` }, key);

async function wordOf(url: string, accountNumber: string): Promise<unknown> {
  const { status, body } = await requery(url, accountNumber);
  const data = body['data'] as Record<string, unknown>;
  return [status, data['transaction_status']];
}

async function balance(url: string): Promise<unknown> {
  const { body } = await ask(`${url}/squad/merchant/balance?currency_id=NGN`, { headers: key });
  return (body['data'] as Record<string, unknown>)['balance'];
}

describe('an account', () => {
  it('has the same holder whenever one asks', async () => {
    const { url } = await freshSandbox();
    const name = await holder(url, '0123456789');
    expect(name).toMatch(/^[A-Z]+ [A-Z]+ [A-Z]+$/);
    expect(await holder(url, '0123456789')).toBe(name);
  });

  it('may not exist', async () => {
    const { url } = await freshSandbox();
    const body = { bank_code: bank, account_number: '0123459999' };
    expect((await post(`${url}/squad/payout/account/lookup`, body, key)).status).toBe(400);
  });
});

describe('a transfer', () => {
  it('is paid from the balance and stands in the journal', async () => {
    const { url } = await freshSandbox();
    const { status, body } = await transfer(url, '0123456789');
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, data: { transaction_status: 'success', amount: '45000' } });
    expect((await readJournal(url)).payouts).toMatchObject([
      { bank: 'squad', reference: 'SBJARA0001_0123456789', accountNumber: '0123456789', amount: 450 },
    ]);
    expect(await balance(url)).toBe('4999955000');
    expect((await ask(url)).text).toContain('SBJARA0001_0123456789');
  });

  it('has a reference of the merchant that the environment was started for', async () => {
    const { url } = await freshSandbox({ keys: { squadMerchant: 'LIVE0042' } });
    expect((await transfer(url, '0123456789')).status).toBe(400);
    const paid = await transfer(url, '0123456789', { transaction_reference: 'LIVE0042_1' });
    expect(paid.status).toBe(200);
  });

  it.each([
    ['a reference of somebody else', { transaction_reference: 'OTHER_1' }],
    ['a number as the amount', { amount: 45_000 }],
    ['another name than the holder', { account_name: 'ADA OBI' }],
    ['another currency', { currency_id: 'USD' }],
    ['more than the balance', { amount: '5000000001' }],
  ])('with %s is refused', async (_what, changes) => {
    const { url } = await freshSandbox();
    expect((await transfer(url, '0123456789', changes)).status).toBe(400);
    expect((await readJournal(url)).payouts).toEqual([]);
  });

  it('takes a key, and each reference once', async () => {
    const { url } = await freshSandbox();
    expect((await post(`${url}/squad/payout/transfer`, {})).status).toBe(401);
    await transfer(url, '0123456789');
    expect((await transfer(url, '0123456789')).body['message']).toBe('Duplicate transaction reference');
    expect((await readJournal(url)).payouts).toHaveLength(1);
  });
});

describe('the last four digits choose', () => {
  it.each([
    ['0001', 400, [404, undefined], 0],
    ['0006', 500, [200, 'success'], 1],
    ['0007', 200, [404, undefined], 0],
    ['0008', 200, [200, 'success'], 1],
    ['0009', 424, [200, 'pending'], 0],
    ['0010', 400, [404, undefined], 0],
  ])('%s: answer %i', async (digits, status, known, paid) => {
    const { url } = await freshSandbox({ timings: { slowMs: 20 } });
    expect((await transfer(url, `012345${digits}`)).status).toBe(status);
    expect(await wordOf(url, `012345${digits}`)).toEqual(known);
    expect((await readJournal(url)).payouts).toHaveLength(paid);
  });

  it.each([
    ['0002', [200, 'success'], 1],
    ['0003', [200, 'failed'], 0],
  ])('%s: under way, and then %j', async (digits, known, paid) => {
    const { url } = await freshSandbox({ timings: { processingMs: 30 } });
    expect((await transfer(url, `012345${digits}`)).status).toBe(424);
    await vi.waitFor(async () => expect(await wordOf(url, `012345${digits}`)).toEqual(known));
    expect((await readJournal(url)).payouts).toHaveLength(paid);
  });

  it('0004: paid, but nobody hears of it', async () => {
    const { url } = await freshSandbox();
    expect(await cutOff(transfer(url, '0123450004'))).toBeInstanceOf(Error);
    expect(await wordOf(url, '0123450004')).toEqual([200, 'success']);
  });

  it('0011: paid, and then it comes back', async () => {
    const { url } = await freshSandbox({ timings: { reversalMs: 30 } });
    expect((await transfer(url, '0123450011')).status).toBe(200);
    await vi.waitFor(async () => expect(await wordOf(url, '0123450011')).toEqual([412, 'reversed']));
    expect((await readJournal(url)).payouts[0]).toHaveProperty('reversedAt');
    expect(await balance(url)).toBe('5000000000');
  });
});

describe('the list of all transfers', () => {
  const listed = async (url: string, query: string) => {
    const { status, body } = await ask(`${url}/squad/payout/list?${query}`, { headers: key });
    const rows = (body['data'] ?? []) as Record<string, unknown>[];
    return {
      status,
      found: rows.map(
        (row) => `${String(row['account_number_credited'])} ${String(row['transaction_status'])}`,
      ),
    };
  };
  const trouble = (url: string, lists: string) => post(`${url}/control/faces/squad`, { lists });

  it('comes in pages, newest first where that is asked for, with what became of each', async () => {
    const { url } = await freshSandbox();
    for (const number of ['0123451234', '0123450001', '0123450009', '0123455555'])
      await transfer(url, number);
    expect(await listed(url, 'page=1&perPage=2&dir=DESC')).toEqual({
      status: 200,
      found: ['0123455555 success', '0123450009 pending'],
    });
    expect((await listed(url, 'page=2&perPage=2&dir=DESC')).found).toEqual(['0123451234 success']);
    expect((await listed(url, 'page=3&perPage=2&dir=DESC')).found).toEqual([]);
    expect((await listed(url, '')).found[0]).toBe('0123451234 success');
    expect((await ask(`${url}/squad/payout/list`)).status).toBe(401);
  });

  it('has the trouble that is asked for', async () => {
    const { url } = await freshSandbox({ timings: { processingMs: 60_000 } });
    for (const number of ['0123451111', '0123452222', '0123453333']) await transfer(url, number);
    const statuses = async () => [
      (await listed(url, 'dir=DESC')).status,
      (await listed(url, 'dir=DESC')).status,
    ];
    await trouble(url, 'fails');
    expect(await statuses()).toEqual([500, 200]);
    await trouble(url, 'busy');
    expect(await statuses()).toEqual([429, 200]);
    await trouble(url, 'gaps');
    expect((await listed(url, 'dir=DESC')).found).toEqual(['0123453333 success', '0123451111 success']);
    await trouble(url, 'late');
    expect((await listed(url, 'dir=DESC')).found).toEqual([]);
    await trouble(url, 'none');
    expect((await listed(url, 'dir=DESC')).found).toHaveLength(3);
    expect((await trouble(url, 'some')).status).toBe(400);
  });
});

it('what was under way goes on after a restart', async () => {
  const directory = temporaryDirectory();
  const first = await startSandbox({ journal: { directory }, timings: { processingMs: 200 } });
  await transfer(first.url, '0123450002');
  await first.close();
  const { url } = await freshSandbox({ journal: { directory } });
  await vi.waitFor(async () => expect(await wordOf(url, '0123450002')).toEqual([200, 'success']));
});
