/** Puts text messages about an account into their outbox, in the commit of what they tell. */
import { DAY_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { isWithinAttempts } from '../../platform/attempts.ts';
import type { Db } from '../../platform/db.ts';
import type { TextNoticeKind } from './words.ts';

/**
 * To each of these numbers once. None where no text messages are sent, and none to a number that had as many today as one may have. They are counted
 * apart from codes: whoever asks for codes without end keeps no owner from hearing of a change. The mail goes in any case.
 */
export async function queueTextNotices(
  { sms, config }: Pick<Context, 'sms' | 'config'>,
  db: Db,
  { userId, kind, phones }: { userId: bigint; kind: TextNoticeKind; phones: readonly string[] },
): Promise<void> {
  if (sms === null) return;
  const { perNumberAndDay, perDay } = config.smsLimits;
  const isWithin = (parts: string[], most: number): Promise<boolean> =>
    isWithinAttempts(db, { name: 'text notice', parts, most, windowSeconds: DAY_SECONDS });
  // In one order, so that two accounts that change numbers with each other do not each wait for the other one.
  const numbers = [...new Set(phones)].toSorted();
  for (const phone of numbers) {
    if (!(await isWithin(['number', phone], perNumberAndDay)) || !(await isWithin(['all'], perDay))) continue;
    await db.run('insert into text_notices (user_id, kind, phone) values ($1, $2, $3)', [
      userId,
      kind,
      phone,
    ]);
  }
}
