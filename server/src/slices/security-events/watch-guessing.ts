/** Tells admins of guessing that goes over many accounts, where no single one looks odd. */
import type { Context } from '../../app/context.ts';
import { raiseAlarm } from '../mails/staff-alarms.ts';

const WINDOW_MINUTES = 10;
const AT_A_TIME = 5_000;

export async function watchGuessing({ pool, config }: Context): Promise<void> {
  const most = config.securityEvents.alarmRefusals;
  await pool.commit(async (db) => {
    const { refusals, accounts } = await db.get<{ refusals: bigint; accounts: bigint }>(
      `select count(*) as refusals, count(distinct user_id) as accounts from security_events
       where happened_at > now() - make_interval(mins => $1) and what in ('login', 'step_up', 'password_reset') and outcome <> 'ok'`,
      [WINDOW_MINUTES],
    );
    if (refusals < most) return;
    const words = `${refusals} passwords, PINs and codes were refused within ${WINDOW_MINUTES} minutes, at ${accounts} accounts`;
    await raiseAlarm(db, { kind: 'guessing_alarm', words });
  });
}

/** Gives true when more is waiting; for a job. */
export async function removeOldSecurityEvents({ pool, config }: Context): Promise<boolean> {
  const { count } = await pool.get<{ count: bigint }>('select remove_old_security_events($1, $2) as count', [
    config.securityEvents.keepDays,
    AT_A_TIME,
  ]);
  return count >= AT_A_TIME;
}
