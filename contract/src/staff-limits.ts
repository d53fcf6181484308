/** What staff and coupon vendors do for at most a sum in a day, and the rights that each takes. */
export const staffLimitKinds = {
  issue: { label: 'Issue', of: 'admins', rights: ['isAdmin'] },
  coupons: { label: 'Coupons', of: 'admins and coupon vendors', rights: ['isAdmin', 'isCouponVendor'] },
  refund: { label: 'Refund', of: 'admins and agents', rights: ['isAdmin', 'isAgent'] },
  decide: { label: 'Decide', of: 'admins', rights: ['isAdmin'] },
} as const;
export type StaffLimitKind = keyof typeof staffLimitKinds;

/** The keys of the table, in its order. */
const everyKind = Object.keys(staffLimitKinds) as StaffLimitKind[];

/** Those that such rights let somebody do. */
export const limitKindsOf = (
  rights: Readonly<Record<'isAdmin' | 'isAgent' | 'isCouponVendor', boolean>>,
): StaffLimitKind[] =>
  everyKind.filter((kind) => staffLimitKinds[kind].rights.some((right) => rights[right]));

/** Those that have a limit, in the order of the table. */
export const limitedKinds = (limits: Readonly<Partial<Record<StaffLimitKind, unknown>>>): StaffLimitKind[] =>
  everyKind.filter((kind) => limits[kind] !== undefined);
