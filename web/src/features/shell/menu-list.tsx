/** The menu as it stands in the rail of a desktop and in the user menu: the items of everybody and those of the role, which staff have first. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { lazy, Suspense } from 'react';
import type { SignedInUser } from '../../platform/session.ts';
import { MenuLinks } from './menu-links.tsx';
import { standardMenu } from './menu.ts';

const RoleMenu = lazy(() => import('./role-menu.tsx').then((module) => ({ default: module.RoleMenu })));

/** The word for staff, and for who may make coupons; nothing for ordinary users. */
export function roleOf(signedIn: SignedInUser | null): 'Admin' | 'Agent' | 'Coupon vendor' | undefined {
  if (signedIn === null) return undefined;
  if (signedIn.isAdmin) return 'Admin';
  if (signedIn.isAgent) return 'Agent';
  return signedIn.isCouponVendor ? 'Coupon vendor' : undefined;
}

const ruledOff = 'mt-2 border-t border-line pt-2';

export function MenuList({ signedIn, onChoose }: { signedIn: SignedInUser | null; onChoose?: () => void }) {
  const role = roleOf(signedIn);
  const ofEverybody = <MenuLinks items={standardMenu(signedIn)} onChoose={onChoose} />;
  if (signedIn === null || role === undefined) return ofEverybody;
  const isFirst = isStaff(signedIn);
  return (
    <>
      {!isFirst && ofEverybody}
      <div role="group" aria-label={role} className={isFirst ? '' : ruledOff}>
        <p aria-hidden="true" className="px-3 pb-1 text-label font-semibold text-ink-2">
          {role}
        </p>
        {/* As high as its items, so that nothing moves when they come. */}
        <Suspense fallback={<div className={signedIn.isAdmin ? 'lg:h-[27rem]' : 'lg:h-45'} />}>
          <RoleMenu signedIn={signedIn} onChoose={onChoose} />
        </Suspense>
      </div>
      {isFirst && <div className={ruledOff}>{ofEverybody}</div>}
    </>
  );
}
