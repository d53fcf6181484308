/**
 * What admins must hear of although nobody looks. Of what goes on: one mail for each alarm and day, whichever process notices it and however often. Of what somebody
 * did: one each time.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db.ts';
import { isMailedEachTime, type AlarmKind } from './letters.ts';
import { queueMailToAdmins } from './queue-mail.ts';

interface Alarm {
  kind: AlarmKind;
  /** What is wrong, in a sentence. */
  words: string;
  /** Of what somebody did, as they gave it: a sentence after `words`. */
  reason?: string;
  /** Where there are several of a kind: which one. */
  subject?: string;
}

/** The letter ends each alarm with a full stop of its own. */
const withReason = (words: string, reason: string | undefined): string =>
  reason === undefined ? words : `${words}. The reason: ${reason.replace(/\.$/, '')}`;

/** In the caller's commit. Of what goes on it does nothing more than once a day in Lagos. */
export async function raiseAlarm(db: Db, { kind, words, reason, subject = '' }: Alarm): Promise<void> {
  const raised = await db.run(
    `insert into staff_alarms (kind, subject, day, words) values ($1, $2, lagos_day(now()), $3)
     on conflict do nothing`,
    [kind, isMailedEachTime(kind) ? `${subject}: ${randomUUID()}` : subject, withReason(words, reason)],
  );
  if (raised > 0) await queueMailToAdmins(db, kind);
}

/** What a mail about it says: the newest words of each subject, no older than a mail may be late. */
export const readAlarms = (db: Db, kind: AlarmKind): Promise<{ words: string; raisedAt: Date }[]> =>
  db.rows(
    `select distinct on (subject) words, raised_at as "raisedAt" from staff_alarms
     where kind = $1 and raised_at > now() - interval '2 days' order by subject, raised_at desc`,
    [kind],
  );

export async function removeOldAlarms(db: Db): Promise<void> {
  await db.run(`delete from staff_alarms where raised_at < now() - interval '90 days'`);
}
