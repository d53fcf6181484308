import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { holdMoney } from '../../ledger/spending-controls.ts';
import { askAboutPayout } from './requery.ts';
import { accountEnding, bankName, createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '2000', WITHDRAWAL_MAXIMUM_NAIRA: '20000' } });
const { validate, withdraw, withdrawTo, holds, stateOf, askNow, makeOlder, expectJournalToAgree } =
  createFakeBank(app);
afterEach(() => expectJournalToAgree());

const steps = ({ timeline }: { timeline: { step: string }[] }): string[] => timeline.map(({ step }) => step);

describe('a withdrawal', () => {
  it('pays the amount less the fee into the account', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('1234');
    const { reply: holder } = await validate(ada, accountNumber);
    const { status, reply } = await withdraw(ada, accountNumber, 500);
    expect([status, reply.msg]).toEqual([200, `₦450.00 is in the account ${accountNumber}`]);
    expect(reply.receipt).toMatchObject({
      trans_Type: 'withdraw',
      trans_Status: 'success',
      trans_amount: 500,
      charge: 50,
      faceValue: 450,
      balance_Before: 1_000,
      balance_After: 500,
      description: `To ${holder.name}, GTBank`,
      recipient: accountNumber,
      supplierMessage: 'Approved or completed successfully',
    });
    expect(steps(reply.receipt)).toEqual(['made', 'paid', 'sent', 'delivered']);
    expect(app.sandbox.journal().payouts.at(-1)).toMatchObject({
      accountNumber,
      accountName: holder.name,
      amount: 450,
    });
  });

  it('of the whole wallet a hundred times at once happens once', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const answers = await Promise.all(Array.from({ length: 100 }, () => withdraw(ada, accountNumber, 1_000)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array<number>(99).fill(409),
    ]);
    expect(await holds(ada)).toBe(0n);
  });

  it('waits for a day after a password was reset, by session and by API token, and takes nothing', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const tokenInput = { name: 'till', password: ada.password, scopes: ['withdraw'] };
    const { apiToken } = (await app.as(ada).call('createApiToken', tokenInput)).reply;
    const hold = { because: 'reset', hours: 24, purchasesKobo: naira(2_000) } as const;
    await holdMoney(app.context.pool, ada.userId, hold);
    for (const who of [ada, { ...ada, token: apiToken }]) {
      const held = await withdraw(who, accountNumber, 300);
      expect([held.status, held.refusal.code]).toEqual([409, 'money_held']);
      expect(held.refusal.msg).toMatch(
        /^Your password was reset: until (today|tomorrow) \d\d:\d\d nothing is sent or withdrawn, and purchases come to ₦2,000\.00 at most$/,
      );
      expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(await holds(ada)).toBe(100_000n);
    await app.owner.run('update accounts set held_until = now() where user_id = $1 and kind = $2', [
      ada.userId,
      'wallet',
    ]);
    expect((await withdraw(ada, accountNumber, 300)).status).toBe(200);
  });

  it('with a key happens once, and the repeat tells its present state', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('0002');
    await validate(ada, accountNumber);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => withdraw(ada, accountNumber, 300, 'rent-1')),
    );
    expect(new Set(answers.map(({ reply }) => reply.receipt._id)).size).toBe(1);
    expect(await holds(ada)).toBe(70_000n);
    const id = answers[0]?.reply.receipt._id ?? '';
    await vi.waitFor(async () => {
      await askNow(id);
      expect(await stateOf(id)).toBe('delivered');
    });
    const again = await withdraw(
      ada,
      `${accountNumber.slice(0, 5)} ${accountNumber.slice(5)}`,
      '300.00',
      'rent-1',
    );
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await withdraw(ada, accountNumber, 301, 'rent-1')).refusal.code).toBe('idempotency_key_reused');
  });

  it('that the bank refused answers its key with that refusal, and says that it is a repeat', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('0001');
    await validate(ada, accountNumber);
    const first = await withdraw(ada, accountNumber, 500, 'rent-2');
    const again = await withdraw(ada, accountNumber, 500, 'rent-2');
    const facts = ({ status, refusal: { code, msg }, headers }: typeof first) => [
      status,
      code,
      msg,
      headers.get('idempotent-replayed'),
    ];
    const msg = 'The bank did not accept this withdrawal. \u20a6500.00 is back in your wallet';
    expect(facts(first)).toEqual([422, 'supplier_refused', msg, null]);
    expect(facts(again)).toEqual([422, 'supplier_refused', msg, 'true']);
    expect(await holds(ada)).toBe(100_000n);
  });

  it('that the bank sent back after it had paid answers its key with that', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('0011');
    await validate(ada, accountNumber);
    const { receipt } = (await withdraw(ada, accountNumber, 500, 'rent-3')).reply;
    await vi.waitFor(
      async () => {
        await askAboutPayout(app.context, BigInt(receipt._id));
        expect(await stateOf(receipt._id)).toBe('reversed');
      },
      { timeout: 10_000, interval: 100 },
    );
    const again = await withdraw(ada, accountNumber, 500, 'rent-3');
    expect([again.status, again.reply.msg, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      'The bank sent the money back. ₦500.00 is back in your wallet',
      'true',
    ]);
  });

  it.each([
    ['less than the minimum', { amount: 99.99 }, 'minimum withdrawal is ₦100.00'],
    ['the fee', { amount: 50 }, 'minimum withdrawal is ₦100.00'],
    ['too much', { amount: 20_001 }, 'maximum withdrawal is ₦20,000.00'],
    ['words', { amount: 'all' }, 'enter a valid amount'],
    ['nothing', { amount: undefined }, 'enter a valid amount'],
    ['nine digits', { accountNumber: '012345678' }, 'An account number has 10 digits'],
    ['no account', { accountNumber: '' }, 'Enter account number'],
    ['no bank', { bankName: '' }, 'Choose a bank'],
    ['a bank that is not there', { bankName: 'Bank of Nowhere' }, 'Choose a bank of the list'],
  ])('of %s is refused', async (_what, changes, msg) => {
    const ada = await app.make.user({ wallet: naira(50_000) });
    const body = { bankName, accountNumber: '0123456789', amount: 500, ...changes };
    const { status, refusal } = await app.as(ada).call('withdraw', body);
    expect([status, refusal.msg]).toEqual([400, msg]);
  });

  it.each([100, 20_000])('of ₦%s, where a limit is, is made', async (amount) => {
    const ada = await app.make.user({ wallet: naira(20_000) });
    expect((await withdrawTo(ada, '1234', amount)).status).toBe(200);
  });

  it('of more than the wallet holds is refused', async () => {
    const ada = await app.make.user({ wallet: naira(499) });
    expect((await withdrawTo(ada, '1234', 500)).refusal.code).toBe('insufficient_balance');
  });

  it('takes an account that this user validated, within a day', async () => {
    const [ada, chidi] = [await app.make.user({ wallet: naira(500) }), await app.make.user()];
    const accountNumber = accountEnding('1234');
    await validate(chidi, accountNumber);
    expect((await withdraw(ada, accountNumber, 500)).refusal).toMatchObject({
      code: 'account_not_validated',
      msg: 'Validate the account number first',
    });
    await validate(ada, accountNumber);
    await app.context.pool.run(`update account_enquiries set enquired_at = now() - interval '25 hours'`);
    expect((await withdraw(ada, accountNumber, 500)).status).toBe(409);
    expect(await holds(ada)).toBe(50_000n);
  });

  it('does not happen while the service is locked', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const set = (isOpen: boolean) =>
      app.context.pool.run(`update services set is_open = $1 where name = 'withdraw'`, [isOpen]);
    await set(false);
    const locked = await withdrawTo(ada, '1234', 500);
    await set(true);
    expect([locked.status, locked.refusal.code]).toEqual([423, 'service_locked']);
    expect(await holds(ada)).toBe(50_000n);
  });

  it('is for users', async () => {
    const body = { bankName, accountNumber: '0123456789', amount: 500 };
    expect((await app.anybody().call('withdraw', body)).status).toBe(401);
  });
});

describe('what the bank does', () => {
  it.each(['0001', '0010'])('%s: it refuses, and the money is back', async (digits) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { status, refusal } = await withdrawTo(ada, digits, 500);
    expect([status, refusal.code, refusal.msg]).toEqual([
      422,
      'supplier_refused',
      'The bank did not accept this withdrawal. ₦500.00 is back in your wallet',
    ]);
    expect(await holds(ada)).toBe(100_000n);
    const transactions = (await app.as(ada).call('listTransactions')).reply.transactions;
    expect(
      transactions.map((transaction) => [
        transaction.trans_Type,
        transaction.trans_Status,
        transaction.trans_amount,
      ]),
    ).toEqual([
      ['refund', 'success', 500],
      ['withdraw', 'failed', 500],
    ]);
  });

  it.each([
    ['0002', 'delivered', 50_000n],
    ['0003', 'refused', 100_000n],
  ])('%s: it is under way, then %s', async (digits, state, left) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { status, reply } = await withdrawTo(ada, digits, 500);
    expect([status, reply.msg]).toEqual([202, 'We are waiting for the bank; your ₦500.00 is held, not lost']);
    expect(steps(reply.receipt)).toEqual(['made', 'paid', 'sent', 'waiting']);
    expect(await holds(ada)).toBe(50_000n);
    await vi.waitFor(async () => {
      await askNow(reply.receipt._id);
      expect(await stateOf(reply.receipt._id)).toBe(state);
    });
    expect(await holds(ada)).toBe(left);
  });

  it.each(['0004', '0006'])('%s: it pays and does not say so', async (digits) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { status, reply } = await withdrawTo(ada, digits, 500);
    expect(status).toBe(202);
    await askNow(reply.receipt._id);
    expect(await stateOf(reply.receipt._id)).toBe('delivered');
    expect(await holds(ada)).toBe(50_000n);
  });

  it('0007: nobody heard of it, which counts when said twice with ten minutes between', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { reply } = await withdrawTo(ada, '0007', 500);
    const id = reply.receipt._id;
    await makeOlder(id, '11 minutes');
    await askNow(id);
    await askNow(id);
    expect([await stateOf(id), await holds(ada)]).toEqual(['unknown', 50_000n]);
    await makeOlder(id, '11 minutes');
    await askNow(id);
    expect([await stateOf(id), await holds(ada)]).toEqual(['refused', 100_000n]);
  });

  it('0008: slow, and waited for', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    expect((await withdrawTo(ada, '0008', 500)).status).toBe(200);
  });

  it('0008: slow, and the repeat of its key waits for it too', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('0008');
    await validate(ada, accountNumber);
    const answers = await Promise.all(['slow', 'slow'].map((key) => withdraw(ada, accountNumber, 500, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('0009: without an outcome after a day it is for staff, and stays held', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const { reply } = await withdrawTo(ada, '0009', 500);
    const id = reply.receipt._id;
    await askNow(id);
    expect(await stateOf(id)).toBe('unknown');
    await makeOlder(id, '24 hours');
    await askNow(id);
    expect([await stateOf(id), await holds(ada)]).toEqual(['manual', 50_000n]);
    await askNow(id);
    expect(app.takeErrors()).toEqual([expect.stringContaining('staff must ask the bank')]);
  });

  it('down: held until the bank says twice that it knows nothing', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const simulator = (down: boolean) =>
      fetch(`${app.sandbox.url}/control/faces/squad`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ down }),
      });
    await simulator(true);
    const cut = await withdraw(ada, accountNumber, 500);
    const enquiry = await validate(ada, accountNumber);
    await simulator(false);
    // The connection was taken and then cut: whether the order was read is not known.
    expect(cut.status).toBe(202);
    expect([enquiry.status, enquiry.refusal.code]).toEqual([503, 'bank_unavailable']);
    const id = cut.reply.receipt._id;
    await askNow(id);
    await makeOlder(id, '11 minutes');
    await askNow(id);
    expect([await stateOf(id), await holds(ada)]).toEqual(['refused', 100_000n]);
  });
});
