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

type Roles = Readonly<Record<'isAdmin' | 'isAgent' | 'isCouponVendor', boolean>>;

/** Those that such rights let somebody do. */
export const limitKindsOf = (rights: Roles): StaffLimitKind[] =>
  everyKind.filter((kind) => staffLimitKinds[kind].rights.some((right) => rights[right]));

/** Those that have a limit, in the order of the table. */
export const limitedKinds = (limits: Readonly<Partial<Record<StaffLimitKind, unknown>>>): StaffLimitKind[] =>
  everyKind.filter((kind) => limits[kind] !== undefined);

interface Rights extends Roles {
  /** In naira; without one, as much as the settings let everybody. */
  staffLimits?: Readonly<Partial<Record<StaffLimitKind, number>>>;
}

interface LimitChange {
  kind: StaffLimitKind;
  /** They may not do it yet. */
  isNew: boolean;
  is: number | undefined;
  would: number | undefined;
}

/** The limits that are other ones, of what somebody may do from then on. */
export const limitChanges = ({ from, to }: { from: Rights; to: Rights }): LimitChange[] =>
  limitKindsOf(to)
    .map((kind) => ({
      kind,
      isNew: !limitKindsOf(from).includes(kind),
      is: from.staffLimits?.[kind],
      would: to.staffLimits?.[kind],
    }))
    .filter(({ is, would }) => is !== would);
