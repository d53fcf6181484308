/**
 * Sends text messages about accounts. Each costs money, and its carrier tells two requests for the same one apart by nothing: a message is tried again
 * only while it is certain that nothing left, and one that is found half sent after a crash is never sent.
 */
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@jara/contract/time-units.ts';
import type { Context } from '../../app/context.ts';
import { Outbox, type OutboxTable } from '../../platform/outbox.ts';
import { secondsToNextTry } from '../../platform/retry-schedule.ts';
import { textNotice, type TextNoticeKind } from './words.ts';

const table: OutboxTable = {
  name: 'text_notices',
  receiver: { sql: 'phone', type: 'text' },
  // Longer than a try may take.
  claimSeconds: 60,
  read: `select id, kind, phone, state, tries, extract(epoch from now() - created_at)::float8 as "ageSeconds" from c`,
  schedule: {
    delaysSeconds: [MINUTE_SECONDS, 5 * MINUTE_SECONDS, 15 * MINUTE_SECONDS],
    thenEverySeconds: HOUR_SECONDS,
    giveUpAfterSeconds: DAY_SECONDS,
  },
};

interface Claimed {
  id: bigint;
  kind: TextNoticeKind;
  phone: string;
  /** As it was found: `sending` means that somebody died over it. */
  state: 'queued' | 'sending';
  tries: number;
  ageSeconds: number;
}

/** Two of the carrier's eight connections: codes, which somebody looks out for, have the others. */
export const createTextNoticeOutbox = (context: Context): Outbox<Claimed> =>
  new Outbox<Claimed>({
    pool: context.pool,
    log: context.log,
    table,
    places: { quick: 2, slow: 0, all: 2 },
    mostOf: () => 1,
    send: (notice) => sendOne(context, notice),
  });

async function sendOne({ pool, sms, config, log }: Context, notice: Claimed): Promise<void> {
  const { id, kind, phone, state, tries } = notice;
  const end = () => pool.run('delete from text_notices where id = $1 and tries = $2', [id, tries]);
  if (state === 'sending') {
    log.warn({ kind }, 'it is not known whether a text message about an account left: it is not sent again');
    await end();
    return;
  }
  if (sms === null) {
    await end();
    return;
  }
  const marked = await pool.run(
    `update text_notices set state = 'sending' where id = $1 and tries = $2 and state = 'queued'`,
    [id, tries],
  );
  if (marked === 0) return;
  const answer = await sms.send(phone, textNotice(kind, config.brand));
  if (answer.outcome === 'sent') {
    await end();
    return;
  }
  const { outcome, reason } = answer;
  const seconds = outcome === 'unknown' ? null : secondsToNextTry(table.schedule, notice);
  log.warn(
    { carrier: sms.name, kind, outcome, reason, isOver: seconds === null },
    'a text message about an account was not sent for certain',
  );
  if (seconds === null) await end();
  else
    await pool.run(
      `update text_notices set state = 'queued', next_try_at = now() + make_interval(secs => $3) where id = $1 and tries = $2`,
      [id, tries, seconds],
    );
}
