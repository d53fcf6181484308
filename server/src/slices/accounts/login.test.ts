import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';

const most = 5;
const app = useTestApp({ env: { LOGIN_FAILURES_PER_15_MINUTES: String(most) } });

const logIn = ({ userName, password }: TestUser) => app.anybody().call('login', { userName, password });

describe('logging in', () => {
  it('opens a session by username, e-mail and phone number, in any spelling', async () => {
    const ada = await app.make.user();
    const spellings = [
      ada.userName,
      ` ${ada.userName.toUpperCase()} `,
      ada.email,
      ada.email.toUpperCase(),
      ada.phone,
      `+234 ${ada.phone.slice(1, 4)}-${ada.phone.slice(4)}`,
    ];
    for (const userName of spellings) {
      const { reply } = await app.anybody().call('login', { userName, password: ada.password });
      expect(reply.user.userName).toBe(ada.userName);
      expect((await app.as(reply).call('isTokenValid')).reply).toEqual({ valid: true });
    }
  });

  it('answers with the profile and remembers when it was', async () => {
    const ada = await app.make.user({ isCouponVendor: true, userType: 'reseller' });
    const { reply } = await logIn(ada);
    expect(Object.keys(reply).toSorted()).toEqual(
      [
        'isAdmin',
        'isAgent',
        'isCouponVendor',
        'isShopClosed',
        'sessionIdleMinutes',
        'msg',
        'subscriptionPlans',
        'token',
        'transactions',
        'user',
      ].toSorted(),
    );
    expect(reply).toMatchObject({ isAdmin: false, isAgent: false, isCouponVendor: true, transactions: [] });
    expect(reply.user).toMatchObject({
      userType: 'reseller',
      email: ada.email,
      phoneNumber: ada.phone,
      balance: 0,
    });
    expect(Date.parse(String(reply.user.lastLogin))).toBeGreaterThanOrEqual(Date.parse(reply.user.createdAt));
    expect(JSON.stringify(reply)).not.toContain('argon2');
  });

  it('tells nobody whether the user exists', async () => {
    const ada = await app.make.user();
    const wrong = await app.anybody().call('login', { userName: ada.userName, password: 'not the password' });
    const unknown = await app.anybody().call('login', { userName: 'nobody_at_all', password: ada.password });
    for (const { status, refusal } of [wrong, unknown]) {
      expect(status).toBe(400);
      expect(refusal).toMatchObject({ code: 'wrong_credentials', msg: 'Invalid username or password' });
    }
  });

  it.each([{}, { userName: 'ada' }, { userName: '', password: 'x' }, { userName: 'ada', password: '   ' }])(
    'asks for what is missing: %j',
    async (input) => {
      const { status, refusal } = await app.anybody().call('login', input);
      expect(status).toBe(400);
      expect(refusal).toMatchObject({ code: 'invalid_input', msg: 'All field are required' });
    },
  );

  it.each(['a\u0001b', `${'a'.repeat(250)}@x.example`.slice(0, 254), "' or 1=1 --", '٠٨٠٣١٢٣٤٥٦٧'])(
    'takes any text for a name that nobody has: %j',
    async (userName) => {
      const { refusal } = await app.anybody().call('login', { userName, password: 'p\u0001ssword' });
      expect(refusal.code).toBe('wrong_credentials');
    },
  );

  it.each(['a\u0000b', '\ud800@x.example'])(
    'takes no text that is not whole for a name: %j',
    async (userName) => {
      const { refusal } = await app.anybody().call('login', { userName, password: 'p\u0001ssword' });
      expect(refusal.code).toBe('malformed_body');
    },
  );
});

describe('too many wrong passwords', () => {
  it('stop further tries, the right one included, under each of the three names', async () => {
    const ada = await app.make.user();
    const names = [ada.userName, ada.email, ada.phone];
    for (let failures = 0; failures < most; failures += 1) {
      const userName = names[failures % names.length];
      const { refusal } = await app.anybody().call('login', { userName, password: 'wrong password' });
      expect(refusal.code).toBe('wrong_credentials');
    }
    for (const userName of names) {
      const { status, refusal, headers } = await app
        .anybody()
        .call('login', { userName, password: ada.password });
      expect(status).toBe(429);
      expect(refusal.code).toBe('too_many_requests');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
    const bola = await app.make.user();
    expect((await logIn(bola)).status).toBe(200);
  });

  it('are forgotten once the right one is given', async () => {
    const ada = await app.make.user();
    const fail = () => app.anybody().call('login', { userName: ada.userName, password: 'wrong password' });
    for (let failures = 1; failures < most; failures += 1) await fail();
    expect((await logIn(ada)).status).toBe(200);
    for (let failures = 1; failures < most; failures += 1) await fail();
    expect((await logIn(ada)).status).toBe(200);
  });

  it('are over when the window is', async () => {
    const ada = await app.make.user();
    for (let failures = 0; failures < most; failures += 1) {
      await app.anybody().call('login', { userName: ada.userName, password: 'wrong password' });
    }
    await app.context.pool.run(`update attempt_counters set window_ends_at = now() - interval '1 second'`);
    expect((await logIn(ada)).status).toBe(200);
  });

  it('count when they are guessed all at once', async () => {
    const ada = await app.make.user();
    const guesses = Array.from({ length: 40 }, (_, n) => `guess number ${n}`);
    const answers = await Promise.all(
      guesses.map((password) => app.anybody().call('login', { userName: ada.userName, password })),
    );
    const tried = answers.filter(({ refusal }) => refusal.code === 'wrong_credentials');
    expect(tried.length).toBeLessThanOrEqual(most);
    expect((await logIn(ada)).status).toBe(429);
  });
});
