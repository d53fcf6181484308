/**
 * What stands below the first screenful, in one part: nothing of it comes later than what stands below it. Which services are in trouble comes
 * first; and in a sandbox, the numbers to try.
 */
import type { Profile } from '@jara/contract/calls/accounts.ts';
import { ServiceTroubles } from '../../../../features/buying/service-troubles.tsx';
import { brand } from '../../../../platform/brand.ts';
import More from './more.tsx';
import SandboxNumbers from './sandbox-numbers.tsx';

export { More };

/** `hasMore`: `More` stands between the two, and not in another column. */
export function Below({ profile, hasMore = false }: { profile: Profile | undefined; hasMore?: boolean }) {
  return (
    <ServiceTroubles>
      {profile !== undefined && hasMore && <More profile={profile} />}
      {profile !== undefined && brand.mode === 'sandbox' && <SandboxNumbers />}
    </ServiceTroubles>
  );
}
