/** A step-up of staff is of one session and a few minutes old at most: whoever borrows a session moves nothing with it. */
import { staffStepUp } from '@jara/contract/staff-step-up.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Context } from '../../app/context.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { hasSteppedUp } from '../../platform/sessions/step-ups.ts';

/** Refuses with `step_up_required`. */
export async function refuseWithoutStepUp(
  { pool, config }: Context,
  { isAdmin, tokenHash }: Principal,
  name: CallName,
): Promise<void> {
  const { staffStepUpMinutes } = config;
  const asked = staffStepUp[name];
  if (staffStepUpMinutes === 0 || asked === undefined || (asked === 'admin' && !isAdmin)) return;
  if (!(await hasSteppedUp(pool, tokenHash, staffStepUpMinutes))) refuse('step_up_required');
}
