/** Who may see a screen, and what becomes of somebody who may not: back to the dashboard (S2.20). */
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { to } from '../../platform/paths.ts';
import { useSession, type SignedInUser } from '../../platform/session.ts';

/** `staff`: an admin or an agent; `vendor`: an admin or a coupon vendor. */
export type Role = 'admin' | 'staff' | 'vendor';

function hasRole({ isAdmin, isAgent, isCouponVendor }: SignedInUser, role: Role): boolean {
  if (isAdmin) return true;
  return (role === 'staff' && isAgent) || (role === 'vendor' && isCouponVendor);
}

/** Nothing is drawn until the shell knows who is signed in. The server decides for itself: this only spares a useless screen. */
export function ForRole({ role, children }: { role: Role; children: ReactNode }) {
  const { signedIn } = useSession();
  if (signedIn === null) return null;
  return hasRole(signedIn, role) ? children : <Navigate to={to.dashboard} replace />;
}
