import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp, type RunningApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';

const app = useTestApp({ env: { REGISTRATIONS_PER_HOUR: '100000' } });

let count = 0;
function person(changes: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1;
  return {
    userName: `person_${count}`,
    email: `person.${count}@people.example`,
    phoneNumber: `0902${String(count).padStart(7, '0')}`,
    password: 'long enough',
    passwordCheck: 'long enough',
    ...changes,
  };
}

describe('registering', () => {
  it('opens an account with an empty wallet and signs in', async () => {
    const answer = await app.anybody().call('register', {
      ...person(),
      userName: ' Ada_Obi ',
      email: 'Ada.Obi@People.Example',
      phoneNumber: '+234 803 123 4567',
    });
    expect(answer.status).toBe(201);
    expect(answer.reply.user).toMatchObject({
      userName: 'ada_obi',
      fullName: 'ada_obi',
      email: 'ada.obi@people.example',
      phoneNumber: '08031234567',
      userType: 'smart earner',
      balance: 0,
      balanceVersion: 0,
      referredBy: null,
    });
    expect(answer.reply).toMatchObject({
      isAdmin: false,
      isAgent: false,
      isCouponVendor: false,
      transactions: [],
    });
    expect((await app.as(answer.reply).call('getProfile')).reply.user.userName).toBe('ada_obi');
  });

  it('keeps no password that can be read', async () => {
    const { reply } = await app
      .anybody()
      .call('register', person({ password: 'my secret 1', passwordCheck: 'my secret 1' }));
    const row = await app.context.pool.get<{ password_hash: string }>(
      'select password_hash from users where user_name = $1',
      [reply.user.userName],
    );
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it.each([
    [
      'userName',
      'ab',
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    ],
    [
      'userName',
      'a'.repeat(21),
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    ],
    [
      'userName',
      'ada obi',
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    ],
    [
      'userName',
      '\u0430da',
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    ],
    [
      'userName',
      '08031234567',
      'Choose a username of 3 to 20 letters, digits or underscores that is not a phone number',
    ],
    ['email', 'ada', 'Enter an your email'],
    ['email', 'ada@', 'Enter an your email'],
    ['email', 'ada@host', 'Enter an your email'],
    ['email', 'a b@people.example', 'Enter an your email'],
    ['email', 'ada@people.example\u0001', 'Enter an your email'],
    ['phoneNumber', '0803123456', 'Please check the phone number entered'],
    ['phoneNumber', '01234567890', 'Please check the phone number entered'],
    ['password', '1234567', 'Use at least 8 characters for the password'],
    ['password', 'x'.repeat(129), 'Use at most 128 characters for the password'],
    ['passwordCheck', 'something else', 'Enter the same password twice'],
  ])('refuses %s %j', async (field, value, msg) => {
    const { status, refusal } = await app.anybody().call('register', person({ [field]: value }));
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ code: 'invalid_input', msg, errors: [{ field, msg }] });
  });

  it.each(['userName', 'phoneNumber', 'password', 'passwordCheck'])(
    'asks for a missing %s',
    async (field) => {
      for (const value of [undefined, '', '  ']) {
        const { status, refusal } = await app.anybody().call('register', person({ [field]: value }));
        expect(status).toBe(400);
        expect(refusal).toMatchObject({ code: 'invalid_input', msg: 'All fields are required' });
      }
    },
  );

  it.each([undefined, '', '  '])(
    'asks for a missing e-mail in the words of the specification: %j',
    async (email) => {
      const { status, refusal } = await app.anybody().call('register', person({ email }));
      expect(status).toBe(400);
      expect(refusal).toMatchObject({ code: 'invalid_input', msg: 'Enter an your email' });
    },
  );

  it.each([
    ['userName', 'username_taken', 'This username is taken'],
    ['email', 'email_taken', 'An account with this email exists'],
    ['phoneNumber', 'phone_taken', 'An account with this phone number exists'],
  ])('refuses a %s that somebody has, whatever its case', async (field, code, msg) => {
    const first = person();
    await app.anybody().call('register', first);
    const { status, refusal } = await app
      .anybody()
      .call('register', person({ [field]: String(first[field]).toUpperCase() }));
    expect(status).toBe(409);
    expect(refusal).toMatchObject({ code, msg, errors: [{ field, msg }] });
  });

  it.each(['email', 'phoneNumber'])(
    'tells the owner of a taken %s by mail, once a day, and records it',
    async (field) => {
      const first = person();
      const { token } = (await app.anybody().call('register', first)).reply;
      for (let n = 0; n < 3; n += 1) await app.anybody().call('register', person({ [field]: first[field] }));
      await sendMails(app.context);
      expect(
        mailsTo(app, String(first['email']))
          .map(({ subject }) => subject)
          .toSorted(),
      ).toEqual(['Confirm this e-mail address for Jara', 'You have an account at Jara']);
      const { events } = (await app.as({ token }).call('listSecurityEvents')).reply;
      expect(
        events.filter(({ what, outcome }) => what === 'registration_refused' && outcome === 'refused'),
      ).toHaveLength(3);
    },
  );

  it('does not try out for a stranger who has an account', async () => {
    const own = await startTestApp({ env: { TAKEN_ADDRESSES_PER_HOUR: '3' } });
    try {
      const register = async (body: Record<string, unknown>) =>
        (await own.anybody().call('register', body)).status;
      const first = person();
      expect(await register(first)).toBe(201);
      // A username is public: that it is taken counts for nothing.
      for (let n = 0; n < 4; n += 1)
        expect(await register(person({ userName: first['userName'] }))).toBe(409);
      const others = [person(), person(), person()];
      for (const other of others) expect(await register(other)).toBe(201);
      // Whoever forgot having an account tries the same again and again.
      for (let n = 0; n < 5; n += 1) expect(await register(person({ email: first['email'] }))).toBe(409);
      // A neighbour behind the same address registers as ever.
      expect(await register(person())).toBe(201);
      for (const { email } of others.slice(0, 2)) expect(await register(person({ email }))).toBe(409);
      // From now on nothing is said, of an address that is taken and of one that is not.
      expect(await register(person({ phoneNumber: first['phoneNumber'] }))).toBe(429);
      expect(await register(person())).toBe(429);
    } finally {
      await own.stop();
    }
  });

  it('remembers who referred, and ignores a referrer whom nobody knows', async () => {
    const ada = await app.make.user();
    const known = await app.anybody().call('register', person({ referredBy: ada.userName.toUpperCase() }));
    expect(known.reply.user.referredBy).toBe(ada.userName);
    for (const referredBy of ['nobody_here', '', '\u0001', "x' or '1'='1"]) {
      const { reply } = await app.anybody().call('register', person({ referredBy }));
      expect(reply.user.referredBy).toBeNull();
    }
  });

  it('takes nothing from the body that is not asked for', async () => {
    const { reply } = await app.anybody().call(
      'register',
      person({
        userType: 'partner',
        user_type: 'partner',
        isAdmin: true,
        is_admin: true,
        isAgent: true,
        isCouponVendor: true,
        balance: 1_000_000,
        is_demo: true,
        fullName: 'The Boss',
      }),
    );
    expect(reply.user).toMatchObject({ userType: 'smart earner', balance: 0 });
    const row = await app.context.pool.get(
      'select is_admin, is_agent, is_coupon_vendor, is_demo from users where id = $1',
      [reply.user._id],
    );
    expect(row).toEqual({ is_admin: false, is_agent: false, is_coupon_vendor: false, is_demo: false });
  });
});

describe('too many registrations from one address', () => {
  let strict: RunningApp;
  beforeAll(async () => {
    strict = await startTestApp({ env: { REGISTRATIONS_PER_HOUR: '2' } });
  });
  afterAll(() => strict.stop());

  it('are refused until the hour is over', async () => {
    for (let accounts = 0; accounts < 2; accounts += 1) {
      expect((await strict.anybody().call('register', person())).status).toBe(201);
    }
    const { status, refusal, headers } = await strict.anybody().call('register', person());
    expect(status).toBe(429);
    expect(refusal.code).toBe('too_many_requests');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.context.pool.run(`update attempt_counters set window_ends_at = now() - interval '1 second'`);
    expect((await strict.anybody().call('register', person())).status).toBe(201);
  });
});
