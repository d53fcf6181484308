/** Where money would leave: that the wallet is frozen, and the way to open it again. Its code is fetched for a frozen wallet only. */
import { useLocation } from 'react-router';
import { to } from '../../platform/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isSpendingPlace } from './spending-places.ts';

export function FrozenNotice() {
  const { pathname } = useLocation();
  if (!isSpendingPlace(pathname)) return null;
  return (
    <div className="pb-6">
      <Notice
        title="Your wallet is frozen"
        action={
          <span className="pt-1">
            <ButtonLink compact kind="secondary" to={to.security}>
              Go to Security to unfreeze it
            </ButtonLink>
          </span>
        }
      >
        Nothing leaves it. Money that is sent to you still arrives.
      </Notice>
    </div>
  );
}
