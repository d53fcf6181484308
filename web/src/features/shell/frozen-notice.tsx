/**
 * That nothing leaves the wallet: because staff restricted the account, on every screen; or because its owner froze it, where money would
 * leave, with the way to open it again. Its code is fetched for such a wallet only.
 */
import { useLocation } from 'react-router';
import { to } from '../../platform/paths.ts';
import { useSession } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isSpendingPlace } from './spending-places.ts';

export function FrozenNotice() {
  const { pathname } = useLocation();
  const user = useSession().signedIn?.user;
  if (user?.standing === 'restricted') {
    return (
      <div className="pb-6">
        <Notice tone="amber" title="Your account is restricted">
          Nothing is bought and no money leaves it. Money that is sent to you still arrives.{' '}
          {user.standingWords ?? 'Write to us to hear why.'}
        </Notice>
      </div>
    );
  }
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
