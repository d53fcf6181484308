/**
 * Sends what waits in the outbox. A mail to all users goes to each of them at most once and is tried again only while it is certain
 * that nothing left: the row is marked before the first byte does, and a row that is found marked after a crash is never sent. A mail
 * about somebody's own account is rather sent twice than not at all.
 */
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { MailOutcome, Mailer } from '../outside/mail/mailer.ts';
import type { AccountMailKind } from './queue-mail.ts';
import type { Db } from '../platform/db.ts';
import { composeMail, type AccountLinks, type NotSent } from './compose-mail.ts';
import { secondsToNextTry } from './schedule.ts';

export interface ClaimedMail {
  id: bigint;
  userId: bigint;
  campaignId: bigint | null;
  /** Of `service_back`: what is available again. */
  serviceId: number | null;
  kind: AccountMailKind | 'campaign' | 'service_back';
  toAddress: string;
  /** As it was found: `sending` means that somebody died over it. */
  state: 'waiting' | 'sending';
  attemptId: string;
  tries: number;
  ageSeconds: number;
  createdAt: Date;
}

// Longer than a try may take: by then whoever claimed the mail is gone, and if not, its number no longer counts.
const CLAIM_SECONDS = 120;
const REST_MS = 5_000;
const ACCOUNT_CONNECTIONS = 2;
/** Mails of one connection in one round; between rounds the program may stop. */
const MOST_IN_A_ROUND = 25;
/** Tries of an account mail that may have arrived already. */
const MOST_UNKNOWN_TRIES = 3;

/** Mails about one's own account: they wait for no mail to all users. Gives true when more is waiting. */
export const sendAccountMails = (context: Context, links: AccountLinks): Promise<boolean> =>
  sendDue(context, { isAccount: true, connections: ACCOUNT_CONNECTIONS, links });

/** Mails that may be many at once: of staff to one user or to all, and about a service that is back. Gives true when more is waiting. */
export const sendCampaignMails = (context: Context, links: AccountLinks): Promise<boolean> =>
  sendDue(context, { isAccount: false, connections: context.config.mail.connections, links });

interface Lane {
  isAccount: boolean;
  connections: number;
  links: AccountLinks;
}

/** A mail server that was not reached is left alone for a moment, whoever wants something of it. */
const restsUntilMs = new WeakMap<Mailer, number>();
const isResting = ({ mailer }: Context): boolean => Date.now() < (restsUntilMs.get(mailer) ?? 0);

async function sendDue(context: Context, lane: Lane): Promise<boolean> {
  if (isResting(context)) return false;
  const workers = Array.from({ length: lane.connections }, () => work(context, lane));
  return (await Promise.all(workers)).every(Boolean);
}

/** One mail after the other. Gives true when it stopped before the mails did. */
async function work(context: Context, lane: Lane): Promise<boolean> {
  for (let sent = 0; sent < MOST_IN_A_ROUND; sent += 1) {
    const mail = await claim(context, lane);
    if (mail === undefined) return false;
    await sendOne(context, mail, lane).catch((error: unknown) =>
      context.log.error({ err: error, mail: String(mail.id) }, 'a mail could not be made; it is tried again'),
    );
    if (isResting(context)) return false;
  }
  return true;
}

const claim = ({ pool }: Context, { isAccount }: Lane): Promise<ClaimedMail | undefined> =>
  pool.find<ClaimedMail>(
    `update mails set attempt_id = $1, tries = tries + 1, next_try_at = now() + make_interval(secs => $2)
     where id = (
       select id from mails where next_try_at <= now() and (campaign_id is null and service_id is null) = $3
       order by next_try_at limit 1 for update skip locked)
     returning id, user_id as "userId", campaign_id as "campaignId", service_id as "serviceId", kind, to_address as "toAddress", state,
       attempt_id as "attemptId", tries, created_at as "createdAt",
       extract(epoch from now() - created_at)::float8 as "ageSeconds"`,
    [randomUUID(), CLAIM_SECONDS, isAccount],
  );

async function sendOne(context: Context, mail: ClaimedMail, { links, isAccount }: Lane): Promise<void> {
  const { pool, mailer, log } = context;
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
    restsUntilMs.set(mailer, Date.now() + REST_MS);
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
  const seconds = secondsToNextTry(isTry ? mail.tries : 0, mail.ageSeconds);
  if (seconds === null) return end(db, mail, 'given_up', answer);
  await db.run(
    `update mails set state = 'waiting', tries = $3, next_try_at = now() + make_interval(secs => $4), last_answer = $5, attempt_id = null
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
