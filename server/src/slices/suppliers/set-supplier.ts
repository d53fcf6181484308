import { dataNetworkCodes } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { commitAsStaff } from '../staff-actions/commit-as-staff.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { networkOf } from '../catalogue/networks.ts';
import { listRoutes, type RouteRow } from './suppliers.ts';

/**
 * Puts a supplier first. What is on its way stays with the supplier that it was sent to: attempts carry theirs
 * (`purchase_attempts.supplier`).
 */
export const setSupplier =
  ({ pool, catalogue, suppliers }: Context): Handler<'setSupplier'> =>
  async ({ principal, body, request }) => {
    const read = (field: string, input: string): string => {
      const name = input.trim().toUpperCase();
      if (suppliers.has(name)) return name;
      return refuseField(field, `Unknown supplier: choose ${[...suppliers.keys()].join(', ')}`);
    };
    const supplier = read('supplierName', body.supplierName);
    const wanted = [supplier, ...(body.fallbacks ?? []).map((name) => read('fallbacks', name))];
    const network = networkOf(dataNetworkCodes, body.network) ?? String(body.network).trim();
    await commitAsStaff(
      pool,
      principal,
      'setSupplier',
    )(async (db) => {
      const routes = await db.rows<RouteRow>(
        `select network, service_type as "serviceType", suppliers from supplier_routes
         where lower(network) = lower($1) and ($2::text is null or lower(service_type) = lower($2))
         order by network, service_type for update`,
        [network, body.serviceType?.trim() || null],
      );
      if (routes.length === 0) refuseField('network', messages.selectNetwork);
      for (const route of routes) {
        const next = [...new Set([...wanted, ...route.suppliers])];
        if (next.join() === route.suppliers.join()) continue;
        await db.run('update supplier_routes set suppliers = $3 where network = $1 and service_type = $2', [
          route.network,
          route.serviceType,
          next,
        ]);
        await recordStaffAction(db, principal, request, {
          action: 'setSupplier',
          subject: `route ${route.network} ${route.serviceType}`,
          before: { suppliers: route.suppliers },
          after: { suppliers: next },
        });
      }
    });
    await catalogue.reload();
    return { msg: `${network} goes to ${supplier} first`, suppliers: await listRoutes(pool) };
  };
