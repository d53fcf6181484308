/** The words for what somebody is besides a user. */
export const roleWords = ({
  isAdmin,
  isAgent,
  isCouponVendor,
}: Partial<Record<'isAdmin' | 'isAgent' | 'isCouponVendor', unknown>>): string[] =>
  [
    isAdmin === true && 'admin',
    isAgent === true && 'agent',
    isCouponVendor === true && 'coupon vendor',
  ].filter((word) => word !== false);
