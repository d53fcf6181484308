import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { verifyIdentity } from '../kyc/testing/verify-identity.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const open = (user: TestUser, bankName = 'palmpay') => app.as(user).call('generateAccount', { bankName });
const accountsOf = async (user: TestUser) =>
  (await app.as(user).call('getProfile')).reply.user.accountNumbers;
const simulator = async (changes: Record<string, unknown>) => {
  const response = await fetch(`${app.sandbox.url}/control/faces/reserved-accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });
  await response.body?.cancel();
};

let verifiedUsers = 0;
/** The last four digits of the phone number choose what the bank of the sandbox does: those of test users count up. */
const usePhone = (user: TestUser, phone: string) =>
  app.context.pool.run('update users set phone = $2 where id = $1', [user.userId, phone]);
const plainPhone = (n: number) => `0803${String(n).padStart(3, '0')}5555`;

async function verified(phone = plainPhone(verifiedUsers)): Promise<TestUser> {
  const user = await app.make.user();
  verifiedUsers += 1;
  const nin = `7${String(verifiedUsers).padStart(6, '0')}5555`;
  expect((await verifyIdentity(app, user, { nin })).status).toBe(200);
  await usePhone(user, phone);
  return user;
}

describe('opening a reserved account', () => {
  it('gives an account number whose name begins with the first ten characters of the user name', async () => {
    const ada = await verified();
    const { status, reply } = await open(ada, ' PalmPay ');
    expect(status).toBe(200);
    expect(reply.accountNumbers).toEqual([
      {
        bankName: 'palmpay',
        accountNumber: expect.stringMatching(/^66\d{8}$/) as string,
        accountName: `Jara-${ada.userName.slice(0, 10)}(PaymentPoint)`,
        status: 'active',
      },
    ]);
    const { user } = (await app.as(ada).call('getProfile')).reply;
    expect(user.accountNumbers).toEqual(reply.accountNumbers);
    expect(user.reservedAccountNo3).toBe(reply.accountNumbers[0]?.accountNumber);
    expect((await open(ada)).reply.accountNumbers).toEqual(reply.accountNumbers);
  });

  it('needs a verified identity', async () => {
    const ada = await app.make.user();
    const { status, refusal } = await open(ada);
    expect([status, refusal.code]).toEqual([403, 'identity_required']);
    expect(await accountsOf(ada)).toEqual([]);
  });

  it('knows one bank', async () => {
    const ada = await verified();
    expect((await open(ada, 'wema')).refusal.errors?.[0]?.field).toBe('bankName');
    expect((await app.as(ada).call('generateAccount', {})).status).toBe(400);
    expect((await app.anybody().call('generateAccount', { bankName: 'palmpay' })).status).toBe(401);
  });

  it('by GET needs the header, and is never what a browser opens or fetches ahead', async () => {
    const ada = await verified();
    expect((await app.anybody().call('generateAccountByGet')).status).toBe(401);
    for (const headers of [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
    ]) {
      expect((await app.as(ada).call('generateAccountByGet', {}, { headers })).status).toBe(403);
    }
    expect(await accountsOf(ada)).toEqual([]);
    expect((await app.as(ada).call('generateAccountByGet')).reply.accountNumbers).toHaveLength(1);
  });

  it('happens once for fifty requests at the same time', async () => {
    const ada = await verified();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0 ? open(ada) : app.as(ada).call('generateAccountByGet'),
      ),
    );
    const numbers = new Set(answers.map(({ reply }) => reply.accountNumbers[0]?.accountNumber));
    expect(numbers.size).toBe(1);
    expect(await accountsOf(ada)).toHaveLength(1);
    const { references } = await app.context.pool.get<{ references: bigint }>(
      'select count(distinct reference) as "references" from reserved_accounts where user_id = $1',
      [ada.userId],
    );
    expect(references).toBe(1n);
  });

  it.each(['08031230004', '08031230006'])(
    'whose answer was lost gets the same account when it is asked for again: %s',
    async (phone) => {
      const ada = await verified(phone);
      const first = await open(ada);
      expect([first.status, first.refusal.code]).toEqual([503, 'bank_unavailable']);
      expect(await accountsOf(ada)).toEqual([]);
      await usePhone(ada, plainPhone(900 + Number(phone.slice(-1))));
      expect((await open(ada)).reply.accountNumbers).toHaveLength(1);
    },
  );

  it('can be tried again after the bank refused or was down', async () => {
    const ada = await verified();
    await simulator({ failPercent: 100 });
    expect((await open(ada)).refusal.code).toBe('bank_unavailable');
    await simulator({ failPercent: 0, down: true });
    expect((await open(ada)).refusal.code).toBe('bank_unavailable');
    await simulator({ down: false });
    expect((await open(ada)).status).toBe(200);
  });
});

describe('closing accounts', () => {
  it('is for admins, with a reason, and shows the account as closed', async () => {
    const ada = await verified();
    const admin = await app.make.user({ isAdmin: true });
    const accountNumber = (await open(ada)).reply.accountNumbers[0]?.accountNumber;
    for (const user of [
      ada,
      await app.make.user({ isAgent: true }),
      await app.make.user({ isCouponVendor: true }),
    ]) {
      const { status } = await app.as(user).call('closeReservedAccount', { accountNumber, reason: 'x' });
      expect(status).toBe(403);
    }
    for (const body of [
      { accountNumber },
      { reason: 'x' },
      { accountNumber, bankName: 'palmpay', reason: 'x' },
    ]) {
      expect((await app.as(admin).call('closeReservedAccount', body)).status).toBe(400);
    }
    const unknown = { accountNumber: '0000000000', reason: 'x' };
    expect((await app.as(admin).call('closeReservedAccount', unknown)).status).toBe(404);

    const { reply } = await app
      .as(admin)
      .call('closeReservedAccount', { accountNumber, reason: 'The bank closed it' });
    expect(reply.closed).toBe(1);
    expect(await accountsOf(ada)).toMatchObject([{ accountNumber, status: 'closed' }]);
    expect((await app.as(ada).call('getProfile')).reply.user.reservedAccountNo3).toBeNull();
    const actions = await app.context.pool.rows(
      'select action, reason from staff_actions where actor_id = $1',
      [admin.userId],
    );
    expect(actions).toEqual([{ action: 'closeReservedAccount', reason: 'The bank closed it' }]);

    expect((await open(ada)).reply.accountNumbers.map(({ status }) => status)).toEqual(['closed', 'active']);
  });

  it('closes all of a bank that is gone', async () => {
    const users = [await verified(), await verified()];
    for (const user of users) await open(user);
    const admin = await app.make.user({ isAdmin: true });
    const { reply } = await app
      .as(admin)
      .call('closeReservedAccount', { bankName: 'palmpay', reason: 'The bank is gone' });
    expect(reply.closed).toBeGreaterThanOrEqual(2);
    for (const user of users) expect(await accountsOf(user)).toMatchObject([{ status: 'closed' }]);
  });
});
