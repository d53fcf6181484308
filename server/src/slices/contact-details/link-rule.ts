import { HOUR_SECONDS } from '@jara/contract/time-units.ts';
import type { Config } from '../../config/config.ts';
import type { AttemptRule } from '../../platform/attempts.ts';

/** How often one user has links mailed, to whatever address: it may be a stranger's. */
export const linkRule = ({ limits }: Config, userId: bigint): AttemptRule => ({
  name: 'email link',
  parts: [String(userId)],
  most: limits.emailLinksPerHour,
  windowSeconds: HOUR_SECONDS,
});
