/** Which second factors staff need one of. */
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import type { Principal } from '../../platform/sessions/principal.ts';

type Whose = Pick<Principal, 'isAdmin' | 'isAgent' | 'hasTotp' | 'hasPasskey'>;

/** None where the installation asks none of them. */
export const staffSecondFactors = ({ config }: Pick<Context, 'config'>): ('totp' | 'passkey')[] =>
  config.staffTotp ? [...config.staffSecondFactors] : [];

/** Whether this session belongs to staff who have yet to get a second factor that is asked of them. */
export function mustHaveFactor(context: Pick<Context, 'config'>, principal: Whose): boolean {
  if (!isStaff(principal)) return false;
  const asked = staffSecondFactors(context);
  if (asked.length === 0) return false;
  const has = { totp: principal.hasTotp, passkey: principal.hasPasskey };
  return !asked.some((factor) => has[factor]);
}
