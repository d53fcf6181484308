/** Every staff action leaves a row, in the commit of what it changes: no change without a row, no row without a change. */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { sayWhy } from '@jara/contract/wire.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import { SecondPersonNeeded, type CheckedMoney, type StaffMoneyCall } from './checked-money.ts';

interface Change {
  /** `user 12`, `plan 3`, `transaction 9`, `service MTN data`. */
  subject: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

export type StaffAction = Change &
  (
    | { action: StaffMoneyCall; checked: CheckedMoney }
    /** Those that are no calls: a command of the operator, and a call that waits for a second admin. */
    | { action: Exclude<CallName, StaffMoneyCall> | 'resetTotp' | 'askSecondPerson'; checked?: undefined }
  );

const json = (value: Record<string, unknown> | undefined): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

const canSayWhy = (action: StaffMoneyCall): boolean => {
  const { body }: CallShape = api[action];
  return body !== undefined && 'reason' in ((body as { properties?: object }).properties ?? {}); // bodies are objects
};

/** For what the operator does by a command on the machine. */
export const operator = {
  actor: { userId: null },
  request: { ip: 'this machine', id: 'npm run admin' },
} as const;

/**
 * Gives the id of the row. Last in the commit of an action on somebody's money: throws `SecondPersonNeeded` where a second admin has to confirm it first. Refuses
 * it without a reason there, and wherever the settings ask for one.
 */
export async function recordStaffAction(
  db: Db,
  actor: { userId: Principal['userId'] | null },
  request: Pick<HttpFacts, 'ip' | 'id'>,
  { action, subject, before, after, reason, checked }: StaffAction,
): Promise<bigint> {
  const isHeld = checked !== undefined && checked.heldOf !== null;
  // The bodies of the specification have none, so they are taken without where the settings say so; of what waits the specification says nothing.
  if (checked !== undefined && (isHeld || checked.mustSayWhy) && (reason ?? '') === '' && canSayWhy(action))
    refuseField('reason', isHeld ? 'Say why: a second admin has to confirm this' : sayWhy);
  if (isHeld) {
    throw new SecondPersonNeeded({
      subject,
      reason,
      userIds: checked.heldOf,
      movedKobo: checked.movedKobo,
      prices: checked.prices,
      contact: checked.contact,
      rights: checked.rights,
    });
  }
  const { id } = await db.get<{ id: bigint }>(
    `insert into staff_actions (actor_id, action, subject, before, after, reason, ip, request_id, moved_kobo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      actor.userId,
      action,
      subject,
      json(before),
      json(after),
      reason ?? null,
      request.ip,
      request.id,
      checked?.movedKobo ?? null,
    ],
  );
  return id;
}
