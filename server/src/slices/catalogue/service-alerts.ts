/**
 * Who asked to be told when a locked service is back, and the one place where that turns into messages. Alerts are written under a lock on the
 * service that its lock and unlock exclude, so that none is written while it is unlocked and missed.
 */
import type { AwaitedService } from '@jara/contract/calls/awaited-services.ts';
import { queueServiceMails, recallServiceMails } from '../mails/queue-mail.ts';
import type { Db } from '../../platform/db.ts';

/**
 * The service was unlocked: everybody with an alert for it gets one message, written in the commit that unlocks it. A further kind of
 * message joins here, before the alerts go. Gives whose they were.
 */
export async function enqueueServiceBack(db: Db, serviceId: number): Promise<bigint[]> {
  await queueServiceMails(db, serviceId);
  const ended = await db.rows<{ userId: bigint }>(
    'delete from service_alerts where service_id = $1 returning user_id as "userId"',
    [serviceId],
  );
  return ended.map(({ userId }) => userId);
}

/** The service was locked again: for whom no message has left yet gets none, and the alert stands again. In the commit that locks it. */
export async function reopenServiceAlerts(db: Db, serviceId: number): Promise<void> {
  const unsent = await recallServiceMails(db, serviceId);
  await db.run(
    'insert into service_alerts (service_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing',
    [serviceId, unsent],
  );
}

export const listServiceAlerts = (db: Db, userId: bigint): Promise<AwaitedService[]> =>
  db.rows<AwaitedService>(
    `select s.name as "serviceName", s.service_type as "serviceType" from service_alerts a join services s on s.id = a.service_id
     where a.user_id = $1 order by s.service_type, s.id`,
    [userId],
  );
