/**
 * Sends what waits in the outbox. A mail to all users goes to each of them at most once and is tried again only while it is certain
 * that nothing left: the row is marked before the first byte does, and a row that is found marked after a crash is never sent. A mail
 * about somebody's own account is rather sent twice than not at all.
 */
import { HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import type { MailOutcome } from '../../outside/mail/mailer.ts';
import type { Db } from '../../platform/db.ts';
import { Outbox, type OutboxTable } from '../../platform/outbox.ts';
import { secondsToNextTry } from '../../platform/retry-schedule.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import { composeMail, type MailLinks, type NotSent } from './compose-mail.ts';

/** A mail server that was not reached is left alone for a moment. */
const REST_MS = 5_000;
const ACCOUNT_CONNECTIONS = 2;
/** Tries of an account mail that may have arrived already. */
const MOST_UNKNOWN_TRIES = 3;
/** To the next try when the mail server was not reached, which is no try. */
const UNREACHABLE_SECONDS = 5;
const REMOVED_AT_ONCE = 5_000;

/**
 * One mail server takes all mails. Those about somebody's own account, and those that may be many at once (of staff to one user or to
 * all, and about a service that is back), each have connections of their own: an account mail waits for no mail to all users.
 */
const table: OutboxTable = {
  name: 'mails',
  receiver: { sql: '(campaign_id is null and service_id is null)', type: 'boolean' },
  // Longer than a try may take: by then whoever claimed the mail is gone, and if not, its number no longer counts.
  claimSeconds: 120,
  claimAlso: 'attempt_id = gen_random_uuid()',
  read: `select id, user_id as "userId", campaign_id as "campaignId", service_id as "serviceId", kind, to_address as "toAddress", state,
      attempt_id as "attemptId", tries, created_at as "createdAt", extract(epoch from now() - created_at)::float8 as "ageSeconds"
    from c`,
  schedule: {
    delaysSeconds: [MINUTE_SECONDS, 5 * MINUTE_SECONDS, 15 * MINUTE_SECONDS, 30 * MINUTE_SECONDS],
    thenEverySeconds: HOUR_SECONDS,
    // A mailbox that is full for longer does not want the mail.
    giveUpAfterSeconds: 48 * HOUR_SECONDS,
  },
};

export function createMailOutbox(context: Context, links: MailLinks): Outbox<ClaimedMail> {
  const { pool, log, config } = context;
  const most = ACCOUNT_CONNECTIONS + config.mail.connections;
  return new Outbox<ClaimedMail>({
    pool,
    log,
    table,
    places: { quick: most, slow: 0, all: most },
    mostOf: (isAccount) => (isAccount === 'true' ? ACCOUNT_CONNECTIONS : config.mail.connections),
    send: (mail, rest) => sendOne(context, mail, links, rest),
  });
}

async function sendOne(
  context: Context,
  mail: ClaimedMail,
  links: MailLinks,
  rest: (ms: number) => void,
): Promise<void> {
  const { pool, mailer, log } = context;
  const isAccount = mail.campaignId === null && mail.serviceId === null;
  if (mail.state === 'sending' && !isAccount) {
    await end(pool, mail, 'unknown', 'the program ended while this mail was leaving');
    return;
  }
  const composed = await composeMail(context, mail, links);
  if (typeof composed === 'string') {
    await end(pool, mail, 'skipped', notSentWords[composed]);
    return;
  }
  const outcome = await mailer
    .send(composed, () => markSending(pool, mail))
    .catch((error: unknown) => {
      if (error instanceof LostClaim) return undefined;
      throw error;
    });
  if (outcome === undefined) return;
  if (outcome.kind === 'unreachable') {
    rest(REST_MS);
    log.error({ answer: outcome.answer }, 'the mail server does not take our mails; they wait');
  }
  await record(pool, mail, outcome, isAccount);
}

const notSentWords: Record<NotSent, string> = {
  unsubscribed: 'they want no such mails',
  stopped: 'staff stopped it',
  over: 'what it told is over',
};

/** Somebody else has this mail by now: it is theirs to send. */
class LostClaim extends Error {
  override name = 'LostClaim';
}

async function markSending(db: Db, { id, attemptId }: ClaimedMail): Promise<void> {
  const marked = await db.run(
    `update mails set state = 'sending' where id = $1 and attempt_id = $2 and done_at is null`,
    [id, attemptId],
  );
  if (marked === 0) throw new LostClaim();
}

async function record(db: Db, mail: ClaimedMail, outcome: MailOutcome, isAccount: boolean): Promise<void> {
  const { kind, answer } = outcome;
  if (kind === 'sent' || kind === 'refused') return end(db, mail, kind, answer);
  if (kind === 'unknown' && (!isAccount || mail.tries >= MOST_UNKNOWN_TRIES)) {
    return end(db, mail, kind, answer);
  }
  const isTry = kind !== 'unreachable';
  const scheduled = secondsToNextTry(table.schedule, mail);
  const seconds = isTry || scheduled === null ? scheduled : UNREACHABLE_SECONDS;
  if (seconds === null) return end(db, mail, 'given_up', answer);
  await db.run(
    `update mails set state = 'queued', tries = $3, next_try_at = now() + make_interval(secs => $4), last_answer = $5, attempt_id = null
     where id = $1 and attempt_id = $2`,
    [mail.id, mail.attemptId, isTry ? mail.tries : mail.tries - 1, seconds, answer],
  );
}

type FinalState = 'sent' | 'refused' | 'unknown' | 'skipped' | 'given_up';

async function end(db: Db, mail: ClaimedMail, state: FinalState, answer: string): Promise<void> {
  await db.run(
    `update mails set state = $3, last_answer = $4, next_try_at = null, done_at = now(), attempt_id = null
     where id = $1 and attempt_id = $2`,
    [mail.id, mail.attemptId, state, answer],
  );
}

/** Removes account mails that are long done; for a job. Those of campaigns stay: they say who got what. */
export async function removeOldMails({ pool, config }: Pick<Context, 'pool' | 'config'>): Promise<void> {
  await pool.run(
    `delete from mails where id in (
       select id from mails where done_at < now() - make_interval(days => $1) and campaign_id is null order by done_at limit $2)`,
    [config.retention.mailsDays, REMOVED_AT_ONCE],
  );
}
