/** Where money would leave: that the wallet is frozen, and the way to open it again. Its code is fetched for a frozen wallet only. */
import { matchPath, useLocation } from 'react-router';
import { patterns, to } from '../../platform/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

const places = [
  to.dashboard,
  to.buyData,
  patterns.buyDataOtherSpelling,
  to.buyAirtime,
  patterns.buyAirtimeOtherSpelling,
  to.electricity,
  to.transfer,
  to.withdraw,
  to.generateCoupon,
];

export function FrozenNotice() {
  const { pathname } = useLocation();
  if (!places.some((place) => matchPath(place, pathname) !== null)) return null;
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
