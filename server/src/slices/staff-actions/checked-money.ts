/** What `checkStaffMoney` says of an action on somebody's money, and what the record of staff makes of it. */
import type { Kobo } from '@jara/contract/money.ts';
import type { HeldCall, HeldContact, RightsChange } from '@jara/contract/calls/review-queue.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';

export type StaffMoneyCall = HeldCall | 'recoverRefund' | 'voidCoupon' | 'upgradeUser';

declare const isChecked: unique symbol;
/** Made by `checkStaffMoney` alone. */
export interface CheckedMoney {
  readonly movedKobo: Kobo | null;
  /** Whose money or price it is, where a second admin has to confirm first; else null. */
  readonly heldOf: readonly bigint[] | null;
  /** What is below cost; null where it is about anything else. */
  readonly prices: readonly HeldPrice[] | null;
  /** How its owner would be reached; null where it is about money or prices. */
  readonly contact: HeldContact | null;
  /** What somebody may do, and would; null where it is about anything else. */
  readonly rights: RightsChange | null;
  /** Whether the record takes it with a reason only, of calls that can say one. */
  readonly mustSayWhy: boolean;
  readonly [isChecked]: true;
}

/** What is not given is null, or not so. */
export const checked = (
  movedKobo: Kobo | null,
  held: Partial<Pick<CheckedMoney, 'heldOf' | 'prices' | 'contact' | 'rights' | 'mustSayWhy'>> = {},
): CheckedMoney =>
  ({
    movedKobo,
    heldOf: null,
    prices: null,
    contact: null,
    rights: null,
    mustSayWhy: false,
    ...held,
  }) as CheckedMoney; // the mark exists for the compiler alone

/** What waits for a second admin. */
export interface Held {
  subject: string;
  reason: string | undefined;
  userIds: readonly bigint[];
  movedKobo: Kobo | null;
  prices: readonly HeldPrice[] | null;
  contact: HeldContact | null;
  rights: RightsChange | null;
}

/**
 * Ends the commit of an action that a second admin has to confirm, as its last step: nothing of it stays, and it is known that it could
 * be done.
 */
export class SecondPersonNeeded extends Error {
  override name = 'SecondPersonNeeded';
  readonly held: Held;
  constructor(held: Held) {
    super('a second admin has to confirm this');
    this.held = held;
  }
}
