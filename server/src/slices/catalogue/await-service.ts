import type { Context } from '../../app/context.ts';
import { serviceWords } from '../mails/service-words.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { listServiceAlerts } from './service-alerts.ts';
import { readServiceInUse } from './services.ts';

/** Refuses with not_found. What is there already stays as it is, so that a second press does nothing. */
export const awaitService =
  ({ pool }: Context): Handler<'awaitService'> =>
  ({ principal: { userId }, body }) =>
    pool.commit(async (db) => {
      const service = await readServiceInUse(db, body.serviceName.trim(), body.serviceType.trim());
      if (service === undefined) refuse('not_found');
      const words = serviceWords(service);
      let msg = `${words} is available`;
      if (body.isWanted === false) {
        await db.run('delete from service_alerts where service_id = $1 and user_id = $2', [
          service.id,
          userId,
        ]);
        msg = `We will not tell you about ${words}`;
      } else if (!service.isOpen) {
        await db.run(
          'insert into service_alerts (service_id, user_id) values ($1, $2) on conflict do nothing',
          [service.id, userId],
        );
        msg = `We will tell you when ${words} is back`;
      }
      return { msg, awaited: await listServiceAlerts(db, userId) };
    });
