/** A step-up of staff is of one session and a few minutes old at most: whoever borrows a session moves nothing with it. */
import { staffStepUp } from '@jara/contract/staff-step-up.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { Context } from '../../app/context.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { refuseStepUpOlderThan } from '../../platform/sessions/step-ups.ts';

/** Refuses with `step_up_required`. */
export async function refuseWithoutStepUp(
  { pool, config }: Context,
  principal: Principal,
  name: CallName,
): Promise<void> {
  const asked = staffStepUp[name];
  if (asked === undefined || (asked === 'admin' && !principal.isAdmin)) return;
  await refuseStepUpOlderThan(pool, principal, config.staffStepUpMinutes);
}
