/** Which refusals are events: a proof that was wrong or comes too often, what a role may not do, and what a limit against thieves stopped. */
import type { RefusalCode } from '@jara/contract/refusals.ts';
import type { Context } from '../../app/context.ts';
import { Refusal } from '../../platform/refuse.ts';
import type { NoteRefusal, RefusedCall } from '../../platform/serve.ts';
import { recordSecurityRefusal, type SecurityRefusal } from './record-security-event.ts';

type Ending = Pick<SecurityRefusal, 'outcome' | 'factor'>;

const endings: Partial<Record<RefusalCode, Ending>> = {
  wrong_credentials: { outcome: 'wrong', factor: 'password' },
  wrong_password: { outcome: 'wrong', factor: 'password' },
  wrong_pin: { outcome: 'wrong', factor: 'pin' },
  identity_mismatch: { outcome: 'wrong', factor: 'details' },
  wrong_passkey: { outcome: 'wrong', factor: 'passkey' },
  passkey_copied: { outcome: 'refused', factor: 'passkey' },
  passkey_needs_password: { outcome: 'refused', factor: 'passkey' },
  account_suspended: { outcome: 'refused' },
  account_closed: { outcome: 'refused' },
  forbidden: { outcome: 'refused' },
};

/** A limit that an owner meets now and then, and whoever came in by a stolen token, password or mailbox at once. */
const limitsReached: ReadonlySet<RefusalCode> = new Set([
  'money_held',
  'new_device_cap',
  'new_receiver_cap',
  'over_spending_limit',
  'token_daily_limit',
  'unproved_cap',
]);

/** By the name of the counter that is full. */
const factorsCounted: Readonly<Record<string, SecurityRefusal['factor']>> = {
  login: 'password',
  password: 'password',
  pin: 'pin',
  totp: 'code',
  passkey: 'passkey',
  'login code': 'email_code',
};

/** Calls whose codes go to a phone. */
const wrongCodes: Partial<Record<RefusedCall['name'], SecurityRefusal['factor']>> = {
  confirmPhone: 'sms_code',
  confirmIdentity: 'sms_code',
};

/** An authenticator's code is six digits, whatever stands between them. */
export const factorOfCode = (code: unknown): 'code' | 'recovery_code' =>
  typeof code === 'string' && /^\d{6}$/.test(code.replaceAll(/[^a-zA-Z0-9]/g, '')) ? 'code' : 'recovery_code';

function endingOf({ code, details }: Refusal, { name, body }: RefusedCall): Ending | undefined {
  if (code === 'wrong_code')
    return { outcome: 'wrong', factor: details.factor ?? wrongCodes[name] ?? factorOfCode(body['code']) };
  // One that was used up, is too old or belongs to another device: whether it was right is not looked at.
  if (code === 'code_over' && details.factor !== undefined)
    return { outcome: 'refused', factor: details.factor };
  if (limitsReached.has(code)) return { outcome: 'refused' };
  if (code !== 'too_many_requests') return endings[code];
  const factor = factorsCounted[details.counter ?? ''];
  return factor && { outcome: 'locked', factor };
}

function whatOf({ name }: RefusedCall, { code }: Refusal): Pick<SecurityRefusal, 'what' | 'detail'> {
  if (name === 'login' || name === 'loginWithPasskey') return { what: 'login' };
  if (limitsReached.has(code)) return { what: 'limit_reached', detail: name };
  return { what: code === 'forbidden' ? 'forbidden' : 'step_up', detail: name };
}

/** What goes on record of a refusal; undefined where it tells of no attack. */
export function eventOfRefusal(refused: RefusedCall, refusal: Refusal): SecurityRefusal | undefined {
  const ending = endingOf(refusal, refused);
  return ending && { ...whatOf(refused, refusal), ...ending };
}

/** The refusal is answered whether this succeeds or not. */
export const createRefusalNotes =
  ({ pool, log }: Pick<Context, 'pool' | 'log'>): NoteRefusal =>
  async (refused, error) => {
    if (!(error instanceof Refusal)) return;
    const event = eventOfRefusal(refused, error);
    if (event === undefined) return;
    await recordSecurityRefusal(pool, refused.userId, refused.request, event).catch((failure: unknown) => {
      log.warn({ err: failure, event }, 'a refusal could not be put on record');
    });
  };
