/**
 * Who waits for a locked service, and the one place where such a wish turns into messages. Wishes are written under a lock on the
 * service that its lock and unlock exclude, so that none is written while it is unlocked and missed.
 */
import type { AwaitedService } from '@jara/contract/awaited-services.ts';
import { queueServiceMails, recallServiceMails } from '../mails/queue-mail.ts';
import type { Db } from '../platform/db.ts';

/**
 * The service was unlocked: everybody who waits for it is told, once, in the commit that unlocks it. A further way to tell people joins
 * here, before the wishes go. Gives whom.
 */
export async function tellServiceBack(db: Db, serviceId: number): Promise<bigint[]> {
  await queueServiceMails(db, serviceId);
  const told = await db.rows<{ userId: bigint }>(
    'delete from service_wishes where service_id = $1 returning user_id as "userId"',
    [serviceId],
  );
  return told.map(({ userId }) => userId);
}

/** The service was locked again: whom no message has left for yet is not told, and waits on. In the commit that locks it. */
export async function waitOn(db: Db, serviceId: number): Promise<void> {
  const untold = await recallServiceMails(db, serviceId);
  await db.run(
    'insert into service_wishes (service_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing',
    [serviceId, untold],
  );
}

export const listWishes = (db: Db, userId: bigint): Promise<AwaitedService[]> =>
  db.rows<AwaitedService>(
    `select s.name as "serviceName", s.service_type as "serviceType" from service_wishes w join services s on s.id = w.service_id
     where w.user_id = $1 order by s.service_type, s.id`,
    [userId],
  );
