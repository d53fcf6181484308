import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { IDENTITY_CHECKS_PER_HOUR: '5' } });

const verify = (user: TestUser, body: Record<string, unknown>) => app.as(user).call('updateKyc', body);
const userOf = async (user: TestUser) => (await app.as(user).call('getProfile')).reply.user;
const simulator = async (changes: Record<string, unknown>) => {
  const response = await fetch(`${app.sandbox.url}/control/faces/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });
  await response.body?.cancel();
};

describe('verifying an identity', () => {
  it.each(['nin', 'bvn'] as const)(
    'by %s shows the last digits and the name of the register',
    async (kind) => {
      const ada = await app.make.user();
      expect(await userOf(ada)).toMatchObject({ nin: null, bvn: null });
      const number = kind === 'nin' ? '70123456789' : '22222222222';
      const { status, reply } = await verify(ada, { [kind]: number });
      expect(status).toBe(200);
      expect(reply.user).toMatchObject({
        nin: null,
        bvn: null,
        [kind]: `•••• ${number.slice(-4)}`,
        fullName: kind === 'nin' ? 'Fatima Ibrahim Danjuma' : 'Chidi Chinedu Chukwu',
      });
      expect(JSON.stringify(reply)).not.toContain(number);
      expect(await userOf(ada)).toEqual(reply.user);
    },
  );

  it('takes both numbers of one person, one after the other, and each of them again', async () => {
    const ada = await app.make.user();
    await verify(ada, { nin: '30123456780' });
    expect((await verify(ada, { bvn: '30123456780', nin: ' ' })).status).toBe(200);
    expect(await userOf(ada)).toMatchObject({ nin: '•••• 6780', bvn: '•••• 6780' });
    expect((await verify(ada, { nin: '30123456780' })).status).toBe(200);
    const other = await verify(ada, { nin: '30123456781' });
    expect([other.status, other.refusal.code]).toEqual([409, 'identity_verified']);
    const marks = await app.context.pool.rows(
      'select distinct person_hash, phone_hash from identities where user_id = $1',
      [ada.userId],
    );
    expect(marks).toHaveLength(1);
  });

  it.each([
    [{}, 'Enter your BVN or your NIN'],
    [{ nin: '' }, 'Enter your BVN or your NIN'],
    [{ nin: ' ', bvn: '' }, 'Enter your BVN or your NIN'],
    [{ nin: '1234567890' }, 'A NIN has 11 digits'],
    [{ bvn: '123456789012' }, 'A BVN has 11 digits'],
    [{ bvn: '1234567890x' }, 'A BVN has 11 digits'],
    [{ nin: '12345678901', bvn: '12345678901' }, 'Send your NIN or your BVN, not both at once'],
  ])('refuses %j', async (body, msg) => {
    const { status, refusal } = await verify(await app.make.user(), body);
    expect([status, refusal.code, refusal.msg]).toEqual([400, 'invalid_input', msg]);
  });

  it('takes a number for one account, without a hint whose it is', async () => {
    const [ada, thief] = [await app.make.user(), await app.make.user()];
    await verify(ada, { nin: '40123456780' });
    const { status, refusal } = await verify(thief, { nin: '40123456780' });
    expect([status, refusal.code]).toEqual([409, 'identity_taken']);
    expect(JSON.stringify(refusal)).not.toContain(ada.userName);
    expect(await userOf(thief)).toMatchObject({ nin: null, fullName: thief.userName });
    expect((await verify(thief, { bvn: '40123456780' })).status).toBe(200);
  });

  it('takes a number for one of many accounts that send it at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => app.make.user()));
    const answers = await Promise.all(users.map((user) => verify(user, { bvn: '50123456780' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  it('says that a number does not exist', async () => {
    const ada = await app.make.user();
    const { status, refusal } = await verify(ada, { nin: '60123450001' });
    expect([status, refusal.code]).toEqual([400, 'identity_not_found']);
  });

  it.each(['60123450004', '60123450006', '60123450007', '60123450010'])(
    'saves nothing when the register does not say: %s',
    async (nin) => {
      const ada = await app.make.user();
      const { status, refusal } = await verify(ada, { nin });
      expect([status, refusal.code]).toEqual([503, 'identity_unavailable']);
      expect((await userOf(ada)).nin).toBeNull();
    },
  );

  it('saves nothing while the register is down, and works afterwards', async () => {
    const ada = await app.make.user();
    await simulator({ down: true });
    expect((await verify(ada, { nin: '61123456780' })).status).toBe(503);
    await simulator({ down: false });
    expect((await verify(ada, { nin: '61123456780' })).status).toBe(200);
  });

  it('ends after five tries within an hour, whatever was wrong', async () => {
    const ada = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => verify(ada, { nin: `6212345${n}001`.slice(0, 7) + '0001' })),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await verify(ada, { nin: '62123456780' })).refusal.code).toBe('too_many_requests');
  });

  it('needs a session', async () => {
    expect((await app.anybody().call('updateKyc', { nin: '70123456789' })).status).toBe(401);
  });
});

describe('an identity number', () => {
  it('stands in no table, in no error of the log and not in the journal of the sandbox', async () => {
    const own = await startTestApp();
    try {
      const ada = await own.make.user();
      const number = '63987612340';
      expect((await own.as(ada).call('updateKyc', { bvn: number })).status).toBe(200);
      expect((await own.as(ada).call('updateKyc', { nin: `${number.slice(0, 7)}0006` })).status).toBe(503);
      const tables = await own.context.pool.rows<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      );
      expect(tables.length).toBeGreaterThan(20);
      for (const { name } of tables) {
        const found = await own.context.pool.rows(
          `select t::text from "${name}" t where t::text like '%' || $1 || '%'`,
          [number.slice(0, 9)],
        );
        expect(found).toEqual([]);
      }
      expect(own.takeErrors()).toEqual([]);
      expect(JSON.stringify(own.sandbox.journal())).not.toContain(number.slice(0, 9));
    } finally {
      await own.stop();
    }
  });
});

describe('the demo users', () => {
  it('are verified, all but smart', async () => {
    const demo = await app.context.pool.rows<{ name: string; isVerified: boolean }>(
      `select user_name as name, exists (select from identities i where i.user_id = u.id) as "isVerified"
       from users u where is_demo order by 1`,
    );
    expect(demo.filter(({ isVerified }) => !isVerified).map(({ name }) => name)).toEqual(['smart']);
    expect(demo).toHaveLength(7);
  });
});
