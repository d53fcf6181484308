/**
 * A PIN that is to go without anybody giving it. Whoever has the password alone may be a thief: the owner is told at once, the PIN counts
 * until the wait is over, and little money leaves for a time after that.
 */
import { PIN_REMOVAL_HOURS } from '@jara/contract/constants.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import type { Principal } from '../../platform/sessions/principal.ts';
import type { HttpFacts } from '../../platform/serve.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityEvent } from '../security-events/record-security-event.ts';
import { holdAfter } from './hold-after.ts';
import type { GivenFactor } from './with-pin-or-code.ts';

/** In the caller's commit. Gives when it is due: asked for again, it is due no later and no sooner. Undefined without a PIN. */
export async function askForPinRemoval(
  db: Db,
  { userId }: Pick<Principal, 'userId'>,
  request: HttpFacts,
): Promise<Date | undefined> {
  const asked = await db.find<{ dueAt: Date }>(
    `insert into pin_removals (user_id, due_at) select user_id, now() + make_interval(hours => $2) from pins where user_id = $1
     on conflict (user_id) do nothing returning due_at as "dueAt"`,
    [userId, PIN_REMOVAL_HOURS],
  );
  if (asked !== undefined) {
    await queueMail(db, userId, 'pin_removal_asked');
    await recordSecurityEvent(db, { userId }, request, { what: 'pin_removal_asked', factor: 'password' });
    return asked.dueAt;
  }
  const before = await db.find<{ dueAt: Date }>(
    'select due_at as "dueAt" from pin_removals where user_id = $1',
    [userId],
  );
  return before?.dueAt;
}

/** In the caller's commit. False when there was none. */
export async function endPinRemoval(db: Db, userId: bigint): Promise<boolean> {
  return (await db.run('delete from pin_removals where user_id = $1', [userId])) > 0;
}

/** Removes a PIN in the caller's commit, and tells the owner. `by` is undefined where its wait is over. False when there was none. */
export async function removePinNow(
  { sessions }: Context,
  db: Db,
  userId: bigint,
  by?: { request: HttpFacts; factor: GivenFactor },
): Promise<boolean> {
  await endPinRemoval(db, userId);
  if ((await db.run('delete from pins where user_id = $1', [userId])) === 0) return false;
  await queueMail(db, userId, 'pin_removed');
  await recordSecurityEvent(db, { userId }, by?.request, { what: 'pin_removed', factor: by?.factor });
  await sessions.forget(db, userId);
  return true;
}

/** Removes one PIN whose wait is over; for a job. Gives whether there was one. */
export const removeDuePin = (context: Context): Promise<boolean> =>
  context.pool.commit(async (db) => {
    const due = await db.find<{ userId: bigint }>(
      `select user_id as "userId" from pin_removals where due_at <= now() order by due_at limit 1 for update skip locked`,
    );
    if (due === undefined) return false;
    if (await removePinNow(context, db, due.userId)) {
      await holdAfter(context, db, due.userId, 'pin_removed');
    }
    return true;
  });
