import type { Context } from '../../app/context.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { refuseStepUpOlderThan } from '../../platform/sessions/step-ups.ts';

/**
 * Before other sessions end: whoever borrows one that was opened long ago logs its owner out nowhere. Who has just logged in is asked for nothing, so
 * that an owner who fears for the account does it at once. Refuses with `step_up_required`.
 */
export async function refuseOldStepUp(
  { pool, config }: Pick<Context, 'pool' | 'config'>,
  principal: Pick<Principal, 'tokenHash'>,
): Promise<void> {
  await refuseStepUpOlderThan(pool, principal, config.sessionsStepUpMinutes);
}
