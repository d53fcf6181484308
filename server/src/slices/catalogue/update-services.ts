import type { CallBody } from '@jara/contract/api.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { serviceWords } from '../mails/service-words.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { enqueueServiceBack, reopenServiceAlerts } from './service-alerts.ts';
import { listServices, lockServices, type ServiceRow } from './services.ts';

/**
 * Opens or locks one service. Saying the state that it has already changes nothing and leaves no trace. Who waits for it is told by the
 * commit that opens it.
 */
export const updateServices =
  ({ pool, catalogue, events }: Context): Handler<'updateServices'> =>
  async ({ principal, body, request }) => {
    const reason = body.reason?.trim() || undefined;
    const done = await commitAsStaff(
      pool,
      principal,
      'updateServices',
    )(async (db) => {
      const service = await lockOneService(db, body);
      const isOpen = body.serviceStatus ?? !service.isOpen;
      const named = `${service.name} ${service.serviceType}`;
      let alerted: bigint[] = [];
      if (isOpen !== service.isOpen) {
        await db.run('update services set is_open = $2 where id = $1', [service.id, isOpen]);
        if (isOpen) alerted = await enqueueServiceBack(db, service.id);
        else await reopenServiceAlerts(db, service.id);
        await recordStaffAction(db, principal, request, {
          action: 'updateServices',
          subject: `service ${named}`,
          before: { serviceStatus: service.isOpen },
          after: { serviceStatus: isOpen },
          ...(reason === undefined ? {} : { reason }),
        });
      }
      return { msg: `${named} is ${isOpen ? 'available' : 'locked'}`, name: serviceWords(service), alerted };
    });
    await catalogue.reload();
    for (const userId of done.alerted) events.publish(userId, { type: 'service', name: done.name });
    return { msg: done.msg, services: await listServices(pool) };
  };

async function lockOneService(
  db: Db,
  { serviceName, serviceType }: CallBody<'updateServices'>,
): Promise<ServiceRow> {
  const found = await lockServices(db, serviceName.trim(), serviceType?.trim() || null);
  const [service, ...others] = found;
  if (service === undefined) refuse('not_found');
  if (others.length > 0) {
    const types = found.map((one) => one.serviceType).join(', ');
    refuseField('serviceType', `${service.name} has several services: choose ${types}`);
  }
  return service;
}
