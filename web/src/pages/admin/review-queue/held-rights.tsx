/** What somebody may do, and what they would: the roles, and the daily limits of what the roles do. */
import type { RightsChange, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { limitKindsOf, staffLimitKinds } from '@jara/contract/staff-limits.ts';
import { roleWords } from '../role-words.ts';

type Rights = RightsChange['from'];

const rolesOf = (rights: Rights): string => roleWords(rights).join(' and ') || 'none';
const limitOf = (sum: number | undefined): string => (sum === undefined ? 'as everybody' : formatNaira(sum));

/** Requests of earlier versions have no rights: what was asked says it. */
export function rightsTitle({ rights, input, users }: StaffRequest): string {
  const isAdmin = rights === null ? input['isAdmin'] === true : rights.to.isAdmin;
  if (rights?.from.isAdmin !== isAdmin) return isAdmin ? 'Make an admin' : 'Dismiss an admin';
  const isLimitsOnly = rolesOf(rights.from) === rolesOf(rights.to);
  return `Change the ${isLimitsOnly ? 'limits' : 'roles and limits'} of ${users.join(', ')}`;
}

/** Only what would be another. */
export function HeldRights({ rights: { from, to } }: { rights: RightsChange }) {
  const known = limitKindsOf(from);
  const changes = limitKindsOf(to)
    .map((kind) => ({
      label: `${staffLimitKinds[kind].label}, daily limit`,
      is: known.includes(kind) ? limitOf(from.staffLimits?.[kind]) : 'new',
      isOther: from.staffLimits?.[kind] !== to.staffLimits?.[kind],
      would: limitOf(to.staffLimits?.[kind]),
    }))
    .filter(({ isOther }) => isOther);
  if (rolesOf(from) !== rolesOf(to))
    changes.unshift({ label: 'Roles', is: rolesOf(from), isOther: true, would: rolesOf(to) });
  return (
    <ul className="grid gap-0.5 text-meta">
      {changes.map(({ label, is, would }) => (
        <li key={label}>
          {label}: {is} → <b>{would}</b>
        </li>
      ))}
    </ul>
  );
}
