import { recordStaffAction } from '../admin/record-staff-action.ts';
import type { Context } from '../context.ts';
import { refuse, refuseField } from '../platform/refuse.ts';
import type { Handler } from '../platform/serve.ts';
import { listServices, lockServices } from './services.ts';

/** Opens or locks one service. Saying the state that it has already changes nothing and leaves no trace. */
export const updateServices =
  ({ pool, catalogue }: Context): Handler<'updateServices'> =>
  async ({ principal, body, request }) => {
    const reason = body.reason?.trim() || undefined;
    const msg = await pool.commit(async (db) => {
      const found = await lockServices(db, body.serviceName.trim(), body.serviceType?.trim() || null);
      const [service, ...others] = found;
      if (service === undefined) refuse('not_found');
      if (others.length > 0) {
        const types = found.map(({ serviceType }) => serviceType).join(', ');
        refuseField('serviceType', `${service.name} has several services: choose ${types}`);
      }
      const isOpen = body.serviceStatus ?? !service.isOpen;
      const named = `${service.name} ${service.serviceType}`;
      if (isOpen !== service.isOpen) {
        await db.run('update services set is_open = $2 where id = $1', [service.id, isOpen]);
        await recordStaffAction(db, principal, request, {
          action: 'updateServices',
          subject: `service ${named}`,
          before: { serviceStatus: service.isOpen },
          after: { serviceStatus: isOpen },
          ...(reason === undefined ? {} : { reason }),
        });
      }
      return `${named} is ${isOpen ? 'available' : 'locked'}`;
    });
    await catalogue.reload();
    return { msg, services: await listServices(pool) };
  };
