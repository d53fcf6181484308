import { naira, toNaira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { trialBalance } from '../../ledger/balances.ts';
import { checkSupplierFloats } from '../suppliers/supplier-floats.ts';
import { checkBankBalance, readBankBalances } from './bank-balances.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const solvency = async () => (await app.as(admin).call('getSolvency')).reply;

/** A round of the job, some minutes after the last one. */
async function askLater(minutes: number): Promise<void> {
  await app.context.pool.run('update bank_balances set asked_at = asked_at - make_interval(mins => $1)', [
    minutes,
  ]);
  await checkBankBalance(app.context);
}

describe('the balance of the bank', () => {
  it('is asked for every few minutes, by one process', async () => {
    await control(app, 'faces/squad', { float: 1_000_000.5 });
    await Promise.all([1, 2, 3].map(() => checkBankBalance(app.context)));
    const [first] = await readBankBalances(app.context.pool);
    expect(first).toMatchObject({ bank: 'squad', balanceKobo: 100_000_050n, problem: null });
    await control(app, 'faces/squad', { float: 900_000 });
    await askLater(2);
    expect(await readBankBalances(app.context.pool)).toEqual([first]);
    await askLater(2);
    expect(await readBankBalances(app.context.pool)).toMatchObject([{ balanceKobo: naira(900_000) }]);
  });

  it('stays as it was said last while the bank does not answer, with the reason', async () => {
    const before = await readBankBalances(app.context.pool);
    await control(app, 'faces/squad', { down: true });
    await askLater(4);
    const [after] = await readBankBalances(app.context.pool);
    expect(after).toEqual({ ...before[0], problem: expect.any(String) });
    await control(app, 'faces/squad', { down: false });
    await askLater(4);
    expect(await readBankBalances(app.context.pool)).toMatchObject([{ problem: null }]);
  });
});

describe('what is owed and held', () => {
  it('is what the books say, and what suppliers and the bank stated', async () => {
    const before = await solvency();
    const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(5_000) });
    const sold = await app.as(vendor).call('generateCoupon', { userAccount: admin.userName, amount: 1_200 });
    expect(sold.status).toBe(200);
    const after = await solvency();
    expect(after.owed.accounts - before.owed.accounts).toBe(3_800);
    expect(after.owed.coupons - before.owed.coupons).toBe(1_200);
    expect(after.owed.total - before.owed.total).toBe(5_000);

    const books = await trialBalance(app.context.pool);
    const sumOf = (...kinds: string[]) =>
      books
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((sum, { balance }) => sum + Number(balance), 0) / 100;
    expect(after.owed.accounts).toBe(sumOf('wallet', 'earnings'));
    expect(after.owed.total).toBe(sumOf('wallet', 'earnings', 'in_flight', 'coupon_liability', 'suspense'));
  });

  it('names each place, and what has to lie elsewhere', async () => {
    await checkSupplierFloats(app.context);
    const { held, heldTotal, owed, remainder } = await solvency();
    expect(held.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
      ['supplier', 'ALARO', toNaira(naira(50_000_000))],
      ['supplier', 'GLAD', 50_000_000],
      ['supplier', 'VTPASS', 50_000_000],
      ['bank', 'squad', 900_000],
    ]);
    expect(heldTotal).toBe(150_900_000);
    expect(remainder).toBeCloseTo(owed.total - heldTotal, 2);
  });

  it('says when the books were audited last, and whether they held', async () => {
    await app.context.booksAudit.renew();
    const { books } = await solvency();
    expect(books).toEqual({
      auditedAt: expect.any(String),
      whollyAuditedAt: expect.any(String),
      brokenRules: 0,
    });
  });
});
