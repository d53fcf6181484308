/** One thing that happened to what guards an account: what, how it ended, on which device, from where, and when. */
import type { ReactNode } from 'react';
import type { SecurityEvent } from '@jara/contract/calls/security-events.ts';
import type { SecurityEventKind, SecurityFactor } from '@jara/contract/security-event-kinds.ts';
import { Pill } from '../ui/pill.tsx';
import { When } from './when.tsx';

const kinds: Readonly<Record<SecurityEventKind, string>> = {
  registered: 'Account opened',
  login: 'Login',
  logout: 'Logged out',
  session_ended: 'Device logged out',
  session_elsewhere: 'Log in used without its browser',
  step_up: 'Proof asked for',
  forbidden: 'Not allowed',
  limit_reached: 'Stopped by a limit',
  password_changed: 'Password changed',
  reset_asked: 'Link for a new password asked for',
  password_reset: 'New password set by link',
  pin_set: 'PIN set',
  pin_removed: 'PIN removed',
  pin_removal_asked: 'Removal of the PIN asked for',
  pin_removal_stopped: 'Removal of the PIN stopped',
  totp_on: 'Two-step login on',
  totp_off: 'Two-step login off',
  recovery_codes_renewed: 'New recovery codes',
  api_token_made: 'API token made',
  api_token_rotated: 'API token rotated',
  api_token_revealed: 'API token shown',
  api_token_removed: 'API token ended',
  api_token_first_used: 'API token used for the first time',
  api_token_new_network: 'API token used from a new address',
  api_token_limit_set: 'Daily limit of an API token',
  login_code_sent: 'Code mailed for a login on a new device',
  device_code_sent: 'Code mailed after wrong passwords',
  device_proved: 'Code entered on a new device',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  wallet_frozen: 'Wallet frozen',
  wallet_unfrozen: 'Wallet unfrozen',
  spending_limit_set: 'Daily limit set',
  spending_limit_removed: 'Daily limit removed',
  standing_changed: 'Standing of the account',
  roles_changed: 'Roles',
  withdrawals_held: 'Withdrawals held',
  withdrawals_freed: 'Withdrawals held no more',
  beneficiary_added: 'Bank account saved',
  beneficiary_removed: 'Saved bank account removed',
  access_ended: 'All access ended',
  webhook_set: 'Webhook set',
  webhook_removed: 'Webhook removed',
  email_confirmed: 'E-mail address confirmed',
  email_change_asked: 'New e-mail address asked for',
  email_change_stopped: 'Change of the e-mail address stopped',
  email_changed: 'E-mail address changed',
  phone_confirmed: 'Phone number confirmed',
  phone_changed: 'Phone number changed',
  identity_confirmed: 'Identity verified',
  registration_refused: 'Another account with your e-mail or phone',
};

const factors: Readonly<Record<SecurityFactor, string>> = {
  password: 'password',
  pin: 'PIN',
  code: 'code',
  recovery_code: 'recovery code',
  reset_link: 'link',
  email_link: 'link',
  email_code: 'code by mail',
  sms_code: 'code by SMS',
  details: 'name and date of birth',
  passkey: 'passkey',
};

/** What a proof was given for, or asked for: payments, by the words of the screens. */
const proofs: Record<string, string> = {
  transferFund: 'transfer',
  withdraw: 'withdrawal',
  generateCoupon: 'new coupon',
  upgradeToReseller: 'upgrade',
  buyAirtime: 'airtime',
  buyData: 'data',
  buyElectricity: 'electricity',
};

function detailWords({ what, detail }: SecurityEvent): string | null {
  if (what === 'step_up' || what === 'limit_reached') return proofs[detail ?? ''] ?? detail;
  return detail === 'bvn' || detail === 'nin' ? detail.toUpperCase() : detail;
}

// A server that is newer than this page has more of both.
const kindWords = new Map<string, string>(Object.entries(kinds));
const factorWords = new Map<string, string>(Object.entries(factors));

/** For a filter. */
export const securityKindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }));

function endWords({ outcome, factor }: SecurityEvent): string | undefined {
  const given = factorWords.get(factor ?? '') ?? '';
  if (outcome === 'wrong') return `Wrong ${given}`.trim();
  if (outcome === 'locked') return 'Too many tries';
  return outcome === 'refused' ? 'Refused' : undefined;
}

/** `whose` stands before what happened, where it is not clear by the list. */
export function SecurityEntry({ event, whose }: { event: SecurityEvent; whose?: ReactNode }) {
  const { what, outcome, factor, device, ipPrefix, isByStaff, createdAt } = event;
  const end = endWords(event);
  const facts = [
    detailWords(event),
    outcome === 'ok' && factor !== null ? `by ${factorWords.get(factor) ?? factor}` : null,
    device,
    ipPrefix === null ? null : `from ${ipPrefix}`,
    isByStaff ? 'by staff' : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="grid min-h-14 grid-cols-1 content-center gap-0.5 py-2">
      <p className="flex items-start justify-between gap-x-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {whose}
          {what === 'step_up' && outcome === 'ok' ? 'Proof given' : (kindWords.get(what) ?? what)}
          {end !== undefined && <Pill tone={outcome === 'locked' ? 'danger' : 'amber'}>{end}</Pill>}
        </span>
        <span className="shrink-0 text-meta leading-6 text-ink-2">
          <When iso={createdAt} precise />
        </span>
      </p>
      {facts.length > 0 && (
        <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">{facts.join(' \u00b7 ')}</p>
      )}
    </li>
  );
}
