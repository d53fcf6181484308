import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf as codeShown } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { eventSummaries } from '../security-events/testing/event-summaries.ts';

const app = useTestApp({ env: { TOTP_FAILURES_PER_15_MINUTES: '4', STAFF_TOTP: 'on' } });

const keyIn = (uri: string): string => new URL(uri).searchParams.get('secret') ?? '';
const codeOf = (uri: string, steps = 0): string => codeShown(keyIn(uri), steps);
const begin = async (ada: TestUser) =>
  (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
async function withTotp(input = {}) {
  const ada = await app.make.user(input);
  const { uri } = await begin(ada);
  const { recoveryCodes } = (await app.as(ada).call('confirmTotp', { code: codeOf(uri) })).reply;
  return { ada, uri, recoveryCodes };
}
const logIn = (ada: TestUser, code?: string, password = ada.password) =>
  app.anybody().call('login', { userName: ada.userName, password, ...(code === undefined ? {} : { code }) });
const wrongFor = (uri: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(uri, steps)));
  return ['100001', '200002', '300003', '400004', '500005', '600006'].find((code) => !near.has(code)) ?? '';
};

describe('switching two-step login on', () => {
  it('takes the password, then a code of the app, and gives ten recovery codes', async () => {
    const ada = await app.make.user();
    expect((await app.as(ada).call('beginTotp', { password: 'not it at all' })).refusal.code).toBe(
      'wrong_password',
    );
    const { uri, setupKey } = await begin(ada);
    expect(uri).toContain(`otpauth://totp/Jara:${ada.userName}`);
    expect(uri).toContain(`secret=${setupKey}`);
    // Begun is not on.
    expect((await logIn(ada)).status).toBe(200);
    expect((await app.as(ada).call('confirmTotp', { code: wrongFor(uri) })).refusal.code).toBe('wrong_code');
    const { recoveryCodes } = (await app.as(ada).call('confirmTotp', { code: codeOf(uri) })).reply;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{7}(?:-[A-HJ-NP-Z2-9]{7}){3}$/);
    expect((await app.as(ada).call('getSecurity')).reply).toMatchObject({
      hasPin: false,
      hasTotp: true,
      isTotpRequired: false,
      recoveryCodesLeft: 10,
      isFrozen: false,
      dailyLimit: null,
      spentToday: 0,
    });
  });

  it('is not done with a recovery code, with nothing begun, or twice', async () => {
    const ada = await app.make.user();
    expect((await app.as(ada).call('confirmTotp', { code: '123456' })).refusal.code).toBe('totp_off');
    const other = await withTotp();
    expect((await app.as(other.ada).call('confirmTotp', { code: '123456' })).refusal.code).toBe('totp_on');
    const again = await app.as(other.ada).call('beginTotp', { password: other.ada.password });
    expect(again.refusal.code).toBe('totp_on');
    await begin(ada);
    expect((await app.as(ada).call('confirmTotp', { code: 'ABCDE-FGHJK' })).refusal.code).toBe('wrong_code');
  });

  it('leaves no secret and no code that could be read in the database', async () => {
    const { ada, uri, recoveryCodes } = await withTotp();
    const { text } = await app.context.pool.get<{ text: string }>(
      `select (select row_to_json(f) from second_factors f where user_id = $1)::text
         || (select json_agg(c) from recovery_codes c where user_id = $1)::text as text`,
      [ada.userId],
    );
    const secret = keyIn(uri);
    for (const open of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes]) {
      expect(text).not.toContain(open);
    }
  });
});

describe('logging in with two-step login', () => {
  it('asks for a code after the right password only', async () => {
    const { ada } = await withTotp();
    const { status, refusal } = await logIn(ada);
    expect(status).toBe(403);
    expect(refusal).toMatchObject({
      code: 'totp_required',
      msg: 'Enter the code from your authenticator app',
    });
    expect((await logIn(ada, undefined, 'not it at all')).refusal.code).toBe('wrong_credentials');
  });

  it('takes a code once, of many at once one, and none that is older', async () => {
    const { ada, uri } = await withTotp();
    const code = codeOf(uri, 1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(ada, codeOf(uri))).status).not.toBe(200);
  });

  it.each([
    ['far ahead', 4],
    ['one step too old', -2],
  ])('refuses a code that is %s', async (_when, steps) => {
    const { ada, uri } = await withTotp();
    const { status, refusal } = await logIn(ada, codeOf(uri, steps));
    expect(status).toBe(403);
    expect(refusal.code).toBe('wrong_code');
  });

  it('takes each recovery code once, however it is spelled', async () => {
    const { ada, recoveryCodes } = await withTotp();
    const [first = '', second = ''] = recoveryCodes;
    const spelled = ` ${first.toLowerCase().replace('-', ' ')} `;
    const answers = await Promise.all([logIn(ada, spelled), logIn(ada, first), logIn(ada, first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await logIn(ada, second)).status).toBe(200);
    expect((await app.as(ada).call('getSecurity')).reply.recoveryCodesLeft).toBe(8);
  });

  it('does not take the recovery code of another', async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    expect((await logIn(one.ada, other.recoveryCodes[0])).refusal.code).toBe('wrong_code');
  });

  it('ends guessing after four, for twenty at once, the right one included', async () => {
    const { ada, uri } = await withTotp();
    const wrong = wrongFor(uri);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => logIn(ada, wrong)));
    const codes = guesses.map(({ refusal }) => refusal.code);
    expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(4);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(16);
    expect((await logIn(ada, codeOf(uri, 1))).status).toBe(429);
    // The owner is told of it once: whoever guesses has the password.
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).filter(({ subject }) => subject.startsWith('Wrong'))).toMatchObject([
      { subject: 'Wrong codes for your Jara account', text: expect.stringContaining('knows the password') },
    ]);
  });

  it('ends guessing for a day after three times that many, at logins and step-ups together, whatever the owner does meanwhile', async () => {
    const { ada, uri, recoveryCodes } = await withTotp();
    const wrong = wrongFor(uri);
    const stepUp = (code: string) => app.as(ada).call('confirmStepUp', { password: ada.password, code });
    const windowPasses = () =>
      app.owner.run(
        `update attempt_counters set window_ends_at = window_ends_at - interval '15 minutes' where key like 'totp:%'`,
      );
    for (let window = 0; window < 3; window += 1) {
      for (let guess = 0; guess < 2; guess += 1) {
        expect((await logIn(ada, wrong)).refusal.code).toBe('wrong_code');
        expect((await stepUp(wrong)).refusal.code).toBe('wrong_code');
      }
      await windowPasses();
      if (window === 0) expect((await logIn(ada, codeOf(uri, 1))).status).toBe(200);
    }
    const { status, headers } = await logIn(ada, wrong);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(20 * 3_600);
    expect((await stepUp(wrong)).status).toBe(429);
    expect(await eventSummaries(app, ada)).toContain('login code locked');
    // Nobody guesses one of 140 bits: by it the owner gets in.
    expect((await logIn(ada, recoveryCodes[0])).status).toBe(200);
    await app.owner.run(`update attempt_counters set window_ends_at = now() where key like 'totp:%'`);
    expect((await logIn(ada, wrong)).refusal.code).toBe('wrong_code');
  });
});

describe('recovery codes', () => {
  it('are renewed with the password and a code; the old ones are over', async () => {
    const { ada, uri, recoveryCodes } = await withTotp();
    const renew = (input: Record<string, unknown>) => app.as(ada).call('renewRecoveryCodes', input);
    expect((await renew({ password: 'not it at all', code: codeOf(uri, 1) })).refusal.code).toBe(
      'wrong_password',
    );
    expect((await renew({ password: ada.password, code: wrongFor(uri) })).refusal.code).toBe('wrong_code');
    const { reply } = await renew({ password: ada.password, code: codeOf(uri, 1) });
    expect((await logIn(ada, recoveryCodes[0])).refusal.code).toBe('wrong_code');
    expect((await logIn(ada, reply.recoveryCodes[0])).status).toBe(200);
  });

  it('are not for those who have two-step login off', async () => {
    const ada = await app.make.user();
    for (const call of ['renewRecoveryCodes', 'removeTotp'] as const) {
      const { refusal } = await app.as(ada).call(call, { password: ada.password, code: '123456' });
      expect(refusal.code).toBe('totp_off');
    }
  });
});

describe('switching it off', () => {
  it('takes the password and a code', async () => {
    const { ada, uri, recoveryCodes } = await withTotp();
    const remove = (input: Record<string, unknown>) => app.as(ada).call('removeTotp', input);
    expect((await remove({ password: 'not it at all', code: codeOf(uri, 1) })).refusal.code).toBe(
      'wrong_password',
    );
    expect((await remove({ password: ada.password, code: wrongFor(uri) })).refusal.code).toBe('wrong_code');
    expect((await logIn(ada)).refusal.code).toBe('totp_required');
    expect((await remove({ password: ada.password, code: recoveryCodes[0] })).status).toBe(200);
    expect((await logIn(ada)).status).toBe(200);
  });
});

describe('staff where two-step login is asked of them', () => {
  it.each([
    ['an admin', { isAdmin: true }],
    ['an agent', { isAgent: true }],
  ])('%s can do nothing but switch it on', async (_who, flags) => {
    const staff = await app.make.user(flags);
    for (const call of ['listUsers', 'listTransactions', 'listContacts', 'listPrices'] as const) {
      const { status, refusal } = await app.as(staff).call(call);
      expect([call, status, refusal.code]).toEqual([call, 403, 'totp_setup_required']);
    }
    const input = { network: 1, mobile_number: '08031234567', amount: 100 };
    expect((await app.as(staff).call('buyAirtime', input)).refusal.code).toBe('totp_setup_required');
    expect((await app.as(staff).call('getProfile')).status).toBe(200);
    expect((await app.as(staff).call('getSecurity')).reply.isTotpRequired).toBe(true);
    const { uri } = await begin(staff);
    expect((await app.as(staff).call('confirmTotp', { code: codeOf(uri) })).status).toBe(200);
    await expect.poll(async () => (await app.as(staff).call('listUsers')).status).toBe(200);
    expect((await app.as(staff).call('getSecurity')).reply.isTotpRequired).toBe(false);
  });

  it('others are not asked', async () => {
    const vendor = await app.make.user({ isCouponVendor: true });
    expect((await app.as(vendor).call('listContacts')).status).toBe(200);
  });
});
