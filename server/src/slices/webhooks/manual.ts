/** What replay and test share. */
import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { AttemptRule } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';

/** A person looks at each; a program that loops does not need to. */
export const manualSends = (userId: bigint): AttemptRule => ({
  name: 'webhook',
  parts: [String(userId)],
  most: 60,
  windowSeconds: HOUR_SECONDS,
});

export async function refuseWithoutWebhook(db: Db, userId: bigint): Promise<void> {
  const endpoint = await db.find('select from webhook_endpoints where user_id = $1', [userId]);
  if (endpoint === undefined) refuse('no_webhook');
}
