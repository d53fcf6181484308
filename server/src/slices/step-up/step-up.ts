/** What a caller must prove besides the token, for all calls in one place: the PIN, and of staff their two-step login and a recent step-up. */
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { StepUp } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { checkPin } from './pins.ts';
import { refuseWithoutStepUp } from './staff-step-up.ts';

/** Whether this session belongs to staff who have yet to switch on the two-step login that is asked of them. */
export const mustSetUpTotp = (
  { config }: Context,
  principal: Pick<Principal, 'isAdmin' | 'isAgent' | 'hasTotp'>,
): boolean => config.staffTotp && isStaff(principal) && !principal.hasTotp;

export const createStepUp =
  (context: Context): StepUp =>
  async (principal, call, body) => {
    if (call.beforeTotp !== true && mustSetUpTotp(context, principal)) refuse('totp_setup_required');
    if (principal.hasPin && call.pin === true) {
      await checkPin(context, principal.userId, body['pin']);
    }
    await refuseWithoutStepUp(context, principal, call.name);
  };
