/** Staff who have yet to switch on the two-step login that is asked of them see the screens where they do, and no other. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { to } from '../../platform/paths.ts';
import { securityQuery } from '../../platform/queries.ts';
import { useSession } from '../../platform/session.ts';

const openScreens: ReadonlySet<string> = new Set([to.security, to.changePassword]);

export function StaffGate({ children }: { children: ReactNode }) {
  const { signedIn } = useSession();
  const { pathname } = useLocation();
  const asksStaff = isStaff(signedIn);
  const { data } = useQuery({ ...securityQuery, enabled: asksStaff });
  const isShut = asksStaff && data?.isTotpRequired === true && !openScreens.has(pathname);
  return isShut ? <Navigate to={to.security} replace /> : children;
}
