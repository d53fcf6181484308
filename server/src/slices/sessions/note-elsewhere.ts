/**
 * A session that a browser opened is refused without the cookie of that browser, and then put on record for its owner, who is also told by mail:
 * somebody may have copied its token, or the browser has lost its cookie. Whoever goes on asking writes no more.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_MS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { isWithinAttempts } from '../../platform/attempts.ts';
import type { Pool } from '../../platform/db.ts';
import { createLately } from '../../platform/limits/lately.ts';
import type { NoteElsewhere, SessionElsewhere } from '../../platform/sessions/token-use.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordSecurityRefusal } from '../security-events/record-security-event.ts';

/** Of one token, in one process: a flood asks the database no more often. */
const NOTE_AGAIN_MS = 5 * MINUTE_MS;
const REMEMBER_MOST = 50_000;
/** To one owner in a day: a browser that keeps no cookies shows each of its sessions without them. */
const MAILS_IN_DAY = 3;

export function createNoteElsewhere({ pool, log }: Pick<Context, 'pool' | 'log'>): NoteElsewhere {
  const noted = createLately({ withinMs: NOTE_AGAIN_MS, most: REMEMBER_MOST });
  return (shown) => {
    const key = shown.tokenHash.toString('base64');
    if (!noted.begin(key)) return;
    noteElsewhere(pool, shown).catch((error: unknown) => {
      noted.forget(key);
      log.warn({ err: error }, 'a session shown elsewhere was not noted');
    });
  };
}

/** By the session, since its token may change. */
async function noteElsewhere(pool: Pool, { tokenHash, userId, ...from }: SessionElsewhere): Promise<void> {
  await pool.commit(async (db) => {
    const session = await db.find<{ id: bigint }>(
      'select id from sessions where token_hash = $1 and expires_at > now()',
      [tokenHash],
    );
    if (session === undefined) return;
    const isFirstIn = (name: string, windowSeconds: number): Promise<boolean> =>
      isWithinAttempts(db, { name, parts: [String(session.id)], most: 1, windowSeconds });
    const mails = { name: 'sessions elsewhere told', parts: [String(userId)], most: MAILS_IN_DAY };
    if (!(await isFirstIn('session elsewhere', HOUR_SECONDS))) return;
    const event = { what: 'session_elsewhere', outcome: 'refused' } as const;
    await recordSecurityRefusal(db, userId, from, event);
    if (!(await isFirstIn('session elsewhere told', DAY_SECONDS))) return;
    if (await isWithinAttempts(db, { ...mails, windowSeconds: DAY_SECONDS }))
      await queueMail(db, userId, 'session_elsewhere');
  });
}
