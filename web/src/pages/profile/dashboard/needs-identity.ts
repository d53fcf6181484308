import type { SignedInUser } from '../../../platform/session.ts';

/** Neither NIN nor BVN of this user is verified. */
export function needsIdentity({ user }: SignedInUser): boolean {
  return user.nin === null && user.bvn === null;
}
