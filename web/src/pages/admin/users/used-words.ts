/** How much of a daily limit one of the staff has used. */
import { formatNaira } from '@jara/contract/money.ts';
import type { StaffLimitKind } from '@jara/contract/staff-limits.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';

/** Undefined of what their roles do not do. */
export function usedWords(
  { staffLimits, staffUsedToday }: Pick<StaffUser, 'staffLimits' | 'staffUsedToday'>,
  kind: StaffLimitKind,
): string | undefined {
  const [used, most] = [staffUsedToday[kind], staffLimits[kind]];
  if (used === undefined) return undefined;
  return `${formatNaira(used)}${most === undefined ? '' : ` of ${formatNaira(most)}`} used today`;
}
