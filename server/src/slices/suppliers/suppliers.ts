/** Which supplier is asked first, and which ones after a certain refusal. */
import type { CallReply } from '@jara/contract/api.ts';
import type { Db } from '../../platform/db.ts';

export interface RouteRow {
  network: string;
  serviceType: string;
  suppliers: string[];
}

export async function listRoutes(db: Db): Promise<CallReply<'listSuppliers'>['suppliers']> {
  const rows = await db.rows<RouteRow>(
    `select network, service_type as "serviceType", suppliers from supplier_routes order by service_type desc, network`,
  );
  // Data before airtime: whoever looks for a network only finds its data.
  const rank = ({ serviceType }: RouteRow) => (serviceType === 'data' ? 0 : 1);
  return rows
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ network, serviceType, suppliers: [first = '', ...fallbacks] }) => ({
      network,
      serviceType,
      supplierName: first,
      fallbacks,
    }));
}
