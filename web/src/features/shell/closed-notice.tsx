/** That the shop is closed after a restore: to staff on every screen, with the way to open it; to all others where money would leave. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { to } from '../../platform/paths.ts';
import { profileQuery } from '../../platform/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isSpendingPlace } from './spending-places.ts';

/** It goes by itself when somebody opens the shop. */
const askEveryMs = 20_000;

export function ClosedNotice() {
  const { pathname } = useLocation();
  const { data: profile } = useQuery({ ...profileQuery, refetchInterval: askEveryMs });
  if (profile === undefined) return null;
  if (isStaff(profile)) {
    if (pathname === to.recovery) return null;
    return (
      <div className="pb-6">
        <Notice
          tone="amber"
          title="The shop is closed after a restore"
          action={
            <span className="pt-1">
              <ButtonLink compact kind="secondary" to={to.recovery}>
                See what is missing
              </ButtonLink>
            </span>
          }
        >
          Nothing is sold, sent or withdrawn until an admin opens it.
        </Notice>
      </div>
    );
  }
  if (!isSpendingPlace(pathname)) return null;
  return (
    <div className="pb-6">
      <Notice title="We are checking our records">
        Nothing is sold, sent or withdrawn until that is done. Your money is safe, and what is sent to you
        arrives.
      </Notice>
    </div>
  );
}
