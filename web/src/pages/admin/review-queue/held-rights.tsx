/** What somebody may do, and what they would: the roles, and the daily limits of what the roles do. */
import type { RightsChange, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { limitChanges, staffLimitKinds } from '@jara/contract/staff-limits.ts';
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
export function HeldRights({ rights }: { rights: RightsChange }) {
  const [are, would] = [rolesOf(rights.from), rolesOf(rights.to)];
  return (
    <ul className="grid gap-0.5 text-meta">
      {are !== would && (
        <li>
          Roles: {are} → <b>{would}</b>
        </li>
      )}
      {limitChanges(rights).map((limit) => (
        <li key={limit.kind}>
          {staffLimitKinds[limit.kind].label}, daily limit: {limit.isNew ? 'new' : limitOf(limit.is)} →{' '}
          <b>{limitOf(limit.would)}</b>
        </li>
      ))}
    </ul>
  );
}
