import { describe, expect, it } from 'vitest';
import { personOf } from '../../../../sandbox/src/simulators/identity/people.ts';
import { startTestApp, useTestApp } from '../../../test/app.ts';
import { registeredPhone, verifyIdentity } from './testing/verify-identity.ts';
import type { TestUser } from '../../../test/make.ts';
import { messagesTo, phoneCodeOf, wrongCode } from '../../../test/text-messages.ts';

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

const confirm = (user: TestUser, body: Record<string, unknown>) => app.as(user).call('confirmIdentity', body);
const check = async (user: TestUser) => (await app.as(user).call('getIdentityCheck')).reply.check;

describe('verifying an identity', () => {
  it.each(['nin', 'bvn'] as const)(
    'by %s shows nothing of the register before its phone has proved it, then the name and the last digits',
    async (kind) => {
      const ada = await app.make.user();
      const number = kind === 'nin' ? '70123456789' : '22222222222';
      const asked = await verify(ada, { [kind]: number });
      expect(asked.status).toBe(200);
      expect(asked.reply.user).toMatchObject({ nin: null, bvn: null, fullName: ada.userName });
      const { firstName, lastName, phone } = personOf(number);
      const begun = JSON.stringify([asked.reply, await check(ada)]);
      for (const shown of [firstName, lastName, phone.slice(-4)]) expect(begun).not.toContain(shown);
      expect(await check(ada)).toMatchObject({ kind, by: 'code' });
      const { status, reply } = await confirm(ada, { code: phoneCodeOf(app, registeredPhone(number)) });
      expect(status).toBe(200);
      expect(reply.user).toMatchObject({
        nin: null,
        bvn: null,
        [kind]: `•••• ${number.slice(-4)}`,
        fullName: kind === 'nin' ? 'Fatima Ibrahim Danjuma' : 'Chidi Chinedu Chukwu',
      });
      expect(JSON.stringify(reply)).not.toContain(number);
      expect(await userOf(ada)).toEqual(reply.user);
      expect(await check(ada)).toBeNull();
      const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
      expect(events).toMatchObject([{ what: 'identity_confirmed', factor: 'sms_code', detail: kind }]);
    },
  );

  it("with a stranger's number proves nothing: not by another code, and not by what the stranger is called", async () => {
    const thief = await app.make.user();
    const nin = '33123456789';
    await verify(thief, { nin });
    const code = phoneCodeOf(app, registeredPhone(nin));
    const { firstName, lastName, dateOfBirth } = personOf(nin);
    expect((await confirm(thief, { firstName, lastName, dateOfBirth })).status).toBe(403);
    for (let n = 0; n < 4; n += 1) expect((await confirm(thief, { code: wrongCode(code) })).status).toBe(403);
    expect((await confirm(thief, { code })).refusal.code).toBe('code_over');
    expect(await userOf(thief)).toMatchObject({ nin: null, fullName: thief.userName });
    // Its owner is not locked out by that.
    expect((await verifyIdentity(app, await app.make.user(), { nin })).status).toBe(200);
  });

  it('asks the register once, however often a code is asked for', async () => {
    const ada = await app.make.user();
    const nin = '34125556789';
    await verify(ada, { nin });
    await simulator({ down: true });
    expect((await verify(ada, { nin })).status).toBe(200);
    await simulator({ down: false });
    expect(messagesTo(app, registeredPhone(nin))).toHaveLength(2);
    expect((await confirm(ada, { code: phoneCodeOf(app, registeredPhone(nin)) })).status).toBe(200);
  });

  it('ends after an hour, and with another number', async () => {
    const ada = await app.make.user();
    const [first, second] = ['35123456789', '35123456788'];
    await verify(ada, { nin: first });
    const code = phoneCodeOf(app, registeredPhone(first));
    await verify(ada, { nin: second });
    if (code !== phoneCodeOf(app, registeredPhone(second)))
      expect((await confirm(ada, { code })).status).toBe(403);
    await app.owner.run('update identity_checks set expires_at = now() where user_id = $1', [ada.userId]);
    const late = await confirm(ada, { code: phoneCodeOf(app, registeredPhone(second)) });
    expect([late.status, late.refusal.code]).toEqual([409, 'identity_check_over']);
  });

  it('takes both numbers of one person, one after the other, and each of them again', async () => {
    const ada = await app.make.user();
    await verifyIdentity(app, ada, { nin: '30123456780' });
    expect((await verifyIdentity(app, ada, { bvn: '30123456780' })).status).toBe(200);
    expect(await userOf(ada)).toMatchObject({ nin: '•••• 6780', bvn: '•••• 6780' });
    const again = await verify(ada, { nin: '30123456780', bvn: ' ' });
    expect(again.reply.msg).toBe('Your identity is verified');
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

  it('takes a number for one account; that it is used is said to whoever proved it, without a hint whose it is', async () => {
    const [ada, twin] = [await app.make.user(), await app.make.user()];
    await verifyIdentity(app, ada, { nin: '40123456780' });
    const asked = await verify(twin, { nin: '40123456780' });
    const free = await verify(await app.make.user(), { nin: '40123456781' });
    expect([asked.status, asked.reply.msg]).toEqual([free.status, free.reply.msg]);
    const { status, refusal } = await confirm(twin, {
      code: phoneCodeOf(app, registeredPhone('40123456780')),
    });
    expect([status, refusal.code]).toEqual([409, 'identity_taken']);
    expect(JSON.stringify(refusal)).not.toContain(ada.userName);
    expect(await userOf(twin)).toMatchObject({ nin: null, fullName: twin.userName });
    expect((await verifyIdentity(app, twin, { bvn: '40123456780' })).status).toBe(200);
  });

  it('takes a number for one of many accounts that prove it at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => app.make.user()));
    const bvn = '50123456780';
    const codes: string[] = [];
    for (const user of users) {
      await verify(user, { bvn });
      codes.push(phoneCodeOf(app, registeredPhone(bvn)));
    }
    const answers = await Promise.all(users.map((user, n) => confirm(user, { code: codes[n] })));
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

  it('is proved by name and date of birth where no code can be sent, with three tries', async () => {
    const own = await startTestApp({ env: { SMS_ENABLED: 'off', IDENTITY_CHECKS_PER_HOUR: '1000' } });
    try {
      const [ada, thief] = [await own.make.user(), await own.make.user()];
      const nin = '36123456789';
      const { firstName, lastName, dateOfBirth } = personOf(nin);
      const details = { firstName: lastName, lastName: firstName.toLowerCase(), dateOfBirth };
      const say = (user: TestUser, changes: Record<string, unknown> = {}) =>
        own.as(user).call('confirmIdentity', { ...details, ...changes });
      for (const user of [ada, thief]) await own.as(user).call('updateKyc', { nin });
      expect((await own.as(ada).call('getIdentityCheck')).reply.check).toMatchObject({ by: 'details' });
      expect((await say(thief, { firstName: '' })).refusal.errors?.[0]?.field).toBe('firstName');
      expect((await say(thief, { dateOfBirth: '1-1-90' })).refusal.errors?.[0]?.field).toBe('dateOfBirth');
      const wrong = [{ firstName: 'Nobody' }, { lastName: 'Nobody' }, { dateOfBirth: '1900-01-01' }];
      const refused = [];
      for (const changes of wrong) refused.push(await say(thief, changes));
      // All alike: which of them is wrong is not said.
      expect(
        new Set(refused.map(({ status, refusal: { code, msg } }) => `${status} ${code} ${msg}`)).size,
      ).toBe(1);
      expect(refused[0]?.refusal.code).toBe('identity_mismatch');
      expect((await say(thief)).refusal.code).toBe('identity_check_over');
      const { reply } = await say(ada);
      expect(reply.user).toMatchObject({ nin: '•••• 6789' });
      expect(reply.user.fullName).toContain(firstName);
    } finally {
      await own.stop();
    }
  });

  it('by details is open to who the number belongs to, however many accounts tried others, and guesses stay few', async () => {
    const own = await startTestApp({ env: { SMS_ENABLED: 'off', IDENTITY_CHECKS_PER_HOUR: '1000' } });
    try {
      const nin = '36123456780';
      const { firstName, lastName, dateOfBirth } = personOf(nin);
      const newcomer = async () => {
        const user = await own.make.user();
        await own.as(user).call('updateKyc', { nin });
        return user;
      };
      const say = async (user: TestUser, born = dateOfBirth) => {
        const answer = await own.as(user).call('confirmIdentity', { firstName, lastName, dateOfBirth: born });
        return answer.status === 200 ? 'confirmed' : answer.refusal.code;
      };
      const guess = async (user: TestUser, times: number) => {
        const codes = [];
        for (let time = 0; time < times; time += 1) codes.push(await say(user, '1900-01-01'));
        return codes;
      };
      const wrong = 'identity_mismatch';
      const [ada, bola, chidi] = [await newcomer(), await newcomer(), await newcomer()];
      const strangers = [await newcomer(), await newcomer(), await newcomer()] as const;
      expect(await guess(strangers[0], 3)).toEqual([wrong, wrong, wrong]);
      expect(await guess(strangers[1], 3)).toEqual([wrong, wrong, wrong]);
      expect(await guess(strangers[2], 2)).toEqual([wrong, wrong]);
      // What is right is no guess, also where the number is somebody's already.
      expect([await say(ada), await say(bola), await say(chidi)]).toEqual([
        'confirmed',
        'identity_taken',
        'identity_taken',
      ]);
      expect(await guess(strangers[2], 1)).toEqual([wrong]);
      await own.owner.run("update attempt_counters set attempts = 96 where key like 'identity details:%'");
      // What is refused leaves the last two of a hundred to somebody else.
      expect(await guess(await newcomer(), 3)).toEqual([wrong, wrong, 'too_many_requests']);
      const last = await newcomer();
      expect(await guess(last, 1)).toEqual([wrong]);
      expect(await say(last)).toBe('identity_taken');
      await own.owner.run("update attempt_counters set attempts = 100 where key like 'identity details:%'");
      expect(await guess(await newcomer(), 1)).toEqual(['too_many_requests']);
    } finally {
      await own.stop();
    }
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
      // One that is begun only, and one that is proved.
      expect((await own.as(ada).call('updateKyc', { nin: number })).status).toBe(200);
      expect((await verifyIdentity(own, ada, { bvn: number })).status).toBe(200);
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
