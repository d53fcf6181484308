import { describe, expect, it } from 'vitest';
import { api } from './api.ts';
import type { CallShape } from './call.ts';
import { refusals, type RefusalCode } from './refusals.ts';

/** What each status says to a client (D2.7). */
const expected: Record<number, readonly RefusalCode[]> = {
  400: [
    'invalid_input',
    'malformed_body',
    'meter_invalid',
    'wrong_credentials',
    'identity_not_found',
    'identity_mismatch',
    'reset_link_over',
    'link_over',
    'code_over',
  ],
  401: ['unauthenticated'],
  403: [
    'wrong_password',
    'forbidden',
    'pin_required',
    'wrong_pin',
    'totp_required',
    'login_code_required',
    'device_code_required',
    'wrong_code',
    'wrong_passkey',
    'passkey_copied',
    'passkey_needs_password',
    'step_up_required',
    'totp_setup_required',
    'identity_required',
    'account_suspended',
    'account_closed',
  ],
  404: ['not_found', 'coupon_invalid'],
  409: [
    'username_taken',
    'email_taken',
    'phone_taken',
    'insufficient_balance',
    'wallet_frozen',
    'account_restricted',
    'receiver_stopped',
    'account_not_empty',
    'last_admin',
    'over_spending_limit',
    'price_changed',
    'plan_unavailable',
    'possible_duplicate',
    'idempotency_in_progress',
    'account_not_validated',
    'api_token_limit',
    'token_daily_limit',
    'money_held',
    'new_device_cap',
    'unproved_cap',
    'new_receiver_cap',
    'passkey_limit',
    'passkeys_unavailable',
    'last_second_factor',
    'totp_on',
    'totp_off',
    'beneficiary_limit',
    'contact_limit',
    'dispute_open',
    'email_change_recent',
    'coupon_used',
    'coupon_voided',
    'coupon_expired',
    'coupon_code_not_saved',
    'coupon_daily_limit',
    'staff_daily_limit',
    'identity_taken',
    'identity_verified',
    'identity_check_over',
    'not_refundable',
    'purchase_pending',
    'already_refunded',
    'not_debitable',
    'already_debited',
    'not_waiting',
    'shop_not_ready',
    'price_needs_confirmation',
    'changed_meanwhile',
    'already_scheduled',
    'plan_id_taken',
    'no_webhook',
  ],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  422: ['idempotency_key_reused', 'supplier_refused'],
  423: ['service_locked'],
  429: ['too_many_requests'],
  500: ['internal_error'],
  503: [
    'outcome_unknown',
    'gateway_unavailable',
    'identity_unavailable',
    'sms_unavailable',
    'bank_unavailable',
    'shop_closed',
    'unavailable',
  ],
};

const rows = Object.entries(refusals).map(([code, { status, msg }]) => ({ code, status, msg }));

describe('refusals', () => {
  it('have the status that clients are promised, and no other exists', () => {
    const sorted = (codes: readonly string[]) => codes.toSorted();
    const actual: Record<number, string[]> = {};
    for (const { code, status } of rows) actual[status] = sorted([...(actual[status] ?? []), code]);
    expect(actual).toEqual(
      Object.fromEntries(Object.entries(expected).map(([status, codes]) => [status, sorted(codes)])),
    );
  });

  it('log a client out in one case only: there is no valid session', () => {
    expect(rows.filter(({ status }) => status === 401).map(({ code }) => code)).toEqual(['unauthenticated']);
  });

  it.each(rows)('$code speaks to a person', ({ code, msg }) => {
    expect(msg).toMatch(/^[A-Z].*[^\s.]$/);
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  it('are listed at a call only once', () => {
    for (const { refusals: listed = [] } of Object.values<CallShape>(api)) {
      expect(listed).toEqual([...new Set(listed)]);
    }
  });
});
