import type { CallName } from '@jara/contract/paths.ts';
import type { RefusalCode } from '@jara/contract/refusals.ts';
import { describe, expect, it } from 'vitest';
import { Refusal, type RefusalDetails } from '../../platform/refuse.ts';
import { eventOfRefusal } from './note-refusal.ts';

const eventOf = (
  code: RefusalCode,
  details: RefusalDetails = {},
  name: CallName = 'withdraw',
  body: Record<string, unknown> = {},
) =>
  eventOfRefusal(
    { name, userId: 7n, body, request: { id: 'r', ip: '127.0.0.1', userAgent: 'test' } },
    new Refusal(code, details),
  );
const stepUp = (rest: Record<string, unknown>, detail: CallName = 'withdraw') => ({
  what: 'step_up',
  detail,
  ...rest,
});

describe('what goes on record of a refusal', () => {
  it.each<[RefusalCode, Record<string, unknown>]>([
    ['wrong_credentials', { outcome: 'wrong', factor: 'password' }],
    ['wrong_password', { outcome: 'wrong', factor: 'password' }],
    ['wrong_pin', { outcome: 'wrong', factor: 'pin' }],
    ['identity_mismatch', { outcome: 'wrong', factor: 'details' }],
    ['wrong_passkey', { outcome: 'wrong', factor: 'passkey' }],
    ['passkey_copied', { outcome: 'refused', factor: 'passkey' }],
    ['passkey_needs_password', { outcome: 'refused', factor: 'passkey' }],
    ['account_suspended', { outcome: 'refused' }],
    ['account_closed', { outcome: 'refused' }],
  ])('%s', (code, rest) => expect(eventOf(code)).toEqual(stepUp(rest)));

  it.each<[string, string]>([
    ['login', 'password'],
    ['password', 'password'],
    ['pin', 'pin'],
    ['totp', 'code'],
    ['passkey', 'passkey'],
    ['login code', 'email_code'],
  ])('too many tries, counted as %s', (counter, factor) =>
    expect(eventOf('too_many_requests', { counter })).toEqual(stepUp({ outcome: 'locked', factor })),
  );

  it.each<[string, string, RefusalDetails, CallName, unknown]>([
    ['an authenticator’s code, with blanks', 'code', {}, 'confirmTotp', '123 456'],
    ['a recovery code', 'recovery_code', {}, 'confirmTotp', 'ABCD-EFGH'],
    ['no text', 'recovery_code', {}, 'confirmTotp', 123_456],
    ['a code that went to a phone', 'sms_code', {}, 'confirmPhone', '123456'],
    ['a code that went to the phone of a register', 'sms_code', {}, 'confirmIdentity', '123456'],
    ['what the refusal says it was', 'email_code', { factor: 'email_code' }, 'confirmPhone', '123456'],
  ])('a wrong code: %s', (_what, factor, details, name, code) =>
    expect(eventOf('wrong_code', details, name, { code })).toEqual(
      stepUp({ outcome: 'wrong', factor }, name),
    ),
  );

  it('a code that is over, where it proves who logs in', () => {
    expect(eventOf('code_over', { factor: 'email_code' }, 'login')).toEqual({
      what: 'login',
      outcome: 'refused',
      factor: 'email_code',
    });
    expect(eventOf('code_over')).toBeUndefined();
  });

  it.each<CallName>(['login', 'loginWithPasskey'])('%s is a login, whatever was wrong', (name) =>
    expect(eventOf('account_closed', {}, name)).toEqual({ what: 'login', outcome: 'refused' }),
  );

  it('what a role may not do', () =>
    expect(eventOf('forbidden', {}, 'setRoles')).toEqual({
      what: 'forbidden',
      detail: 'setRoles',
      outcome: 'refused',
    }));

  it.each<RefusalCode>([
    'money_held',
    'new_device_cap',
    'new_receiver_cap',
    'over_spending_limit',
    'token_daily_limit',
    'unproved_cap',
  ])('what a limit stopped: %s', (code) =>
    expect(eventOf(code)).toEqual({ what: 'limit_reached', detail: 'withdraw', outcome: 'refused' }),
  );

  it.each<[string, RefusalCode, RefusalDetails]>([
    ['of something else', 'insufficient_balance', {}],
    ['of too much of what is no proof', 'too_many_requests', { counter: 'names' }],
    ['of too much, uncounted', 'too_many_requests', {}],
  ])('nothing %s', (_what, code, details) => expect(eventOf(code, details)).toBeUndefined());
});
