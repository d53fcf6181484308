/** The services that staff lock and unlock, as the wire names them. */
import type { Service } from '@jara/contract/calls/managed-catalogue.ts';
import type { Db } from '../../platform/db.ts';

export interface ServiceRow {
  id: number;
  name: string;
  serviceType: string;
  isOpen: boolean;
}

const serviceColumns = 'id, name, service_type as "serviceType", is_open as "isOpen"';

export async function listServices(db: Db): Promise<Service[]> {
  const rows = await db.rows<ServiceRow>(`select ${serviceColumns} from services order by service_type, id`);
  return rows.map(({ id, name, serviceType, isOpen }) => ({
    _id: String(id),
    serviceName: name,
    serviceType,
    serviceStatus: isOpen,
  }));
}

/** Those of this name, in any case, and of this type if one is named; locked until the caller's commit. */
export async function lockServices(db: Db, name: string, serviceType: string | null): Promise<ServiceRow[]> {
  return db.rows<ServiceRow>(
    `select ${serviceColumns} from services
     where lower(name) = lower($1) and ($2::text is null or lower(service_type) = lower($2)) order by id for update`,
    [name, serviceType],
  );
}

/** The one of this name and type, in any case; neither locked nor unlocked until the caller's commit. */
export async function readServiceInUse(
  db: Db,
  name: string,
  serviceType: string,
): Promise<ServiceRow | undefined> {
  return db.find<ServiceRow>(
    `select ${serviceColumns} from services where lower(name) = lower($1) and lower(service_type) = lower($2) for share`,
    [name, serviceType],
  );
}
