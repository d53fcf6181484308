import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { spacedDigits } from '../../platform/csv.ts';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

let admin: TestUser;
let agent: TestUser;
let ada: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ userName: 'boss_ada', isAdmin: true, wallet: naira(7_000) });
  agent = await app.make.user({ isAgent: true });
  ada = await app.make.user({ userName: 'ada_obi', userType: 'reseller', wallet: naira(1_234) });
  await app.make.user({ userName: 'adaxobi', wallet: naira(100) });
});

const list = async (query: Record<string, unknown> = {}, user = admin) =>
  (await app.as(user).call('listUsers', query)).reply;
const namesIn = async (query: Record<string, unknown>) =>
  (await list(query)).users.map(({ userName }) => userName);
const walletsNaira = async () => {
  const { sum } = await app.context.pool.get<{ sum: bigint }>(
    `select sum(balance)::bigint as sum from accounts where kind = 'wallet'`,
  );
  return Number(sum) / 100;
};

describe('the users', () => {
  it('are shown to staff as they are, newest first, without what is secret', async () => {
    await app
      .as(admin)
      .call('setSpecialPrice', { userId: String(ada.userId), productName: 'MTN-SME', price: 600 });
    await app.context.pool.run(
      `insert into identities (user_id, kind, number_hash, last_four, full_name, provider, consented_at)
       values ($1, 'nin', 'x', '6789', 'Ada Obi', 'test', now())`,
      [ada.userId],
    );
    await app.context.pool.run(
      `insert into reserved_accounts (user_id, bank, provider, reference, state, account_number)
       values ($1, 'palmpay', 'test', 'R1', 'active', '6012345678'), ($1, 'opay', 'test', 'R2', 'closed', '6012345679')`,
      [ada.userId],
    );
    await app.as(ada).call('freezeWallet');
    await app.as(ada).call('setSpendingLimit', { amount: 2_000 });
    const { users } = await list({ userName: 'ada_obi' }, agent);
    expect(users).toEqual([
      {
        _id: String(ada.userId),
        userName: 'ada_obi',
        fullName: 'ada_obi',
        email: ada.email,
        phoneNumber: ada.phone,
        isEmailConfirmed: false,
        isPhoneConfirmed: false,
        userType: 'reseller',
        isAdmin: false,
        isAgent: false,
        isCouponVendor: false,
        staffLimits: {},
        staffUsedToday: {},
        balance: 1_234,
        standing: 'active',
        standingReason: null,
        standingSince: null,
        isFrozen: true,
        withdrawalsHeldSince: null,
        dailyLimit: 2_000,
        referredBy: null,
        nin: '*******6789',
        bvn: null,
        accountNumbers: [{ bankName: 'palmpay', accountNumber: '6012345678' }],
        isSpecial: true,
        specialPrices: [{ productName: 'MTN-SME', price: 600 }],
        createdAt: expect.stringMatching(/Z$/),
        lastLogin: null,
      },
    ]);
    const ids = (await list()).users.map(({ _id }) => Number(_id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  it('are counted with what their wallets hold, the own one of who asks left out', async () => {
    const { reply } = await app.as(admin).call('getAdminDetails');
    expect(reply.totalBalance).toBe((await walletsNaira()) - 7_000);
    expect((await list({}, agent)).totalBalance).toBe(await walletsNaira());
    expect(await list({ userName: 'ada_' })).toMatchObject({
      totalUsers: 1,
      totalPages: 1,
      totalBalance: 1_234,
    });
    expect(await list({ userName: 'boss_ada' })).toMatchObject({ totalUsers: 1, totalBalance: 0 });
  });

  it('are found by the beginning of a name, as it is written', async () => {
    expect((await namesIn({ userName: ' ADA' })).toSorted()).toEqual(['ada_obi', 'adaxobi']);
    expect(await namesIn({ userName: 'ada_' })).toEqual(['ada_obi']);
    expect(await namesIn({ userName: '%' })).toEqual([]);
    expect(await namesIn({ userName: String.raw`a\_` })).toEqual([]);
    expect(await namesIn({ userName: `x' or true --` })).toEqual([]);
  });

  it('are found by a number in any spelling, or its first digits', async () => {
    expect(await namesIn({ phoneNumber: ada.phone })).toEqual(['ada_obi']);
    expect(await namesIn({ phoneNumber: `+234 ${ada.phone.slice(1)}` })).toEqual(['ada_obi']);
    expect(await namesIn({ phoneNumber: `\u202A+234 0${ada.phone.slice(1)}\u202C` })).toEqual(['ada_obi']);
    expect(await namesIn({ phoneNumber: '+234701', userName: 'ada_obi' })).toEqual(['ada_obi']);
    const { status, refusal } = await app.as(admin).call('listUsers', { phoneNumber: 'abc' });
    expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'phoneNumber']);
  });

  it('are found by type; all means every one', async () => {
    const { users } = await list({ type: 'Reseller' });
    expect(new Set(users.map(({ userType }) => userType))).toEqual(new Set(['reseller']));
    expect((await list({ type: 'api user' })).totalUsers).toBe(1);
    expect((await list({ type: 'all' })).totalUsers).toBe((await list()).totalUsers);
    expect((await app.as(admin).call('listUsers', { type: 'king' })).status).toBe(400);
  });

  it('come 50 a page', async () => {
    await Promise.all(Array.from({ length: 51 }, (_, n) => app.make.user({ userName: `paged_${n}` })));
    const first = await list({ userName: 'paged_' });
    expect(first).toMatchObject({ page: 1, totalUsers: 51, totalPages: 2 });
    expect(first.users).toHaveLength(50);
    expect((await list({ userName: 'paged_', page: 2 })).users).toHaveLength(1);
    expect((await app.as(admin).call('listUsers', { page: 0 })).status).toBe(400);
  });

  it('are for staff only', async () => {
    const vendor = await app.make.user({ isCouponVendor: true });
    for (const user of [ada, vendor]) {
      expect((await app.as(user).call('listUsers')).status).toBe(403);
      expect((await app.as(user).call('getAdminDetails')).status).toBe(403);
    }
    expect((await app.as(agent).call('getAdminDetails')).status).toBe(403);
    expect((await app.anybody().call('listUsers')).status).toBe(401);
  });
});

describe('the admin dashboard', () => {
  it('counts users and transactions, and shows the services and the newest users', async () => {
    const { reply } = await app.as(admin).call('getAdminDetails');
    const counted = await app.context.pool.get<{ users: bigint; transactions: bigint }>(
      'select (select count(*) from users) as users, (select count(*) from transactions) as transactions',
    );
    expect(reply).toMatchObject({
      allUsers: Number(counted.users),
      allTransactions: Number(counted.transactions),
    });
    expect(reply.services).toContainEqual(
      expect.objectContaining({ serviceName: 'MTN', serviceStatus: true }),
    );
    expect(reply.users.length).toBe(Math.min(200, reply.allUsers));
  });

  it('is there with and without the slash at the end', async () => {
    const answers = await Promise.all(
      ['/api/v1/admin/', '/api/v1/admin'].map((path) =>
        fetch(app.url + path, { headers: { 'x-auth-token': admin.token } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the user list as CSV', () => {
  const download = async (query: string, user: TestUser) =>
    fetch(`${app.url}/api/v1/admin/users?format=csv&${query}`, { headers: { 'x-auth-token': user.token } });

  it('is a file that a spreadsheet shows and does not run, and is recorded', async () => {
    const eve = await app.make.user({ userName: 'eve_csv' });
    await app.context.pool.run('update users set full_name = $2 where id = $1', [
      eve.userId,
      '=HYPERLINK("http://evil.example","Ada, click")',
    ]);
    const response = await download('userName=eve_csv', agent);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="users.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [title, row, end] = (await response.text()).split('\r\n');
    expect(title).toBe('"Member since","Username","Full name","Type","Balance","Last seen","Phone","Email"');
    expect(row).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+01:00","eve_csv",/);
    expect(row).toContain(
      `"'=HYPERLINK(""http://evil.example"",""Ada, click"")","smart earner","0","","${spacedDigits(eve.phone)}","${eve.email}"`,
    );
    expect(end).toBe('');
    const { reply } = await app.as(admin).call('listStaffActions', { actor: agent.userName });
    expect(reply.actions).toMatchObject([
      { action: 'listUsers', subject: 'users', after: { format: 'csv', users: 1, isFiltered: true } },
    ]);
    expect(JSON.stringify(reply.actions)).not.toContain('eve_csv');
  });

  it('has every user once, however many pieces it is read in', { timeout: 60_000 }, async () => {
    await addManyUsers(2_500);
    const rows = (await (await download('userName=many_', admin)).text()).trimEnd().split('\r\n').slice(1);
    const names = rows.map((row) => row.split(',')[1]);
    expect(new Set(names).size).toBe(2_500);
    expect(rows).toHaveLength(2_500);
  });

  it('is for staff only', async () => {
    expect((await download('', ada)).status).toBe(403);
  });
});

/** By one statement, so that a test of many is quick. Their accounts hold nothing. */
async function addManyUsers(count: number): Promise<void> {
  await app.owner.run(
    `with made as (
       insert into users (user_name, full_name, email, phone, password_hash)
       select 'many_' || n, 'Many', 'many_' || n || '@people.example', '0709' || lpad(n::text, 7, '0'), 'x'
       from generate_series(1, $1) n returning id)
     insert into accounts (kind, user_id, balance, version)
     select kind, id, 0, 0 from made, unnest(array['wallet', 'earnings']) kind`,
    [count],
  );
}
