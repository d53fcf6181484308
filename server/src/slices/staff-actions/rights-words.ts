/** What somebody may do beside being a user, and what of it another took the place of, in words. */
import type { RightsChange } from '@jara/contract/calls/review-queue.ts';
import type { StaffRights } from '@jara/contract/calls/staff.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { limitChanges, staffLimitKinds } from '@jara/contract/staff-limits.ts';

/** `admin and coupon vendor`. */
export function rightsWords({ isAdmin, isAgent, isCouponVendor }: StaffRights): string {
  const words = [isAdmin && 'admin', isAgent && 'agent', isCouponVendor && 'coupon vendor'].filter(
    (word) => word !== false,
  );
  return words.length === 0 ? 'neither staff nor coupon vendor' : words.join(' and ');
}

const limitOf = (sum: number | undefined): string =>
  sum === undefined ? 'as much as everybody' : formatNaira(sum);

/** `Refund: this sum, before: that one`, of each limit that is another one, of what they may do from now on. */
export const limitChangeWords = (change: RightsChange): string[] =>
  limitChanges(change).map(({ kind, isNew, is, would }) => {
    const before = isNew ? '' : `, before: ${limitOf(is)}`;
    return `${staffLimitKinds[kind].label}: ${limitOf(would)}${before}`;
  });
