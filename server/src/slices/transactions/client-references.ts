import type { Db } from '../../platform/db.ts';
import type { FindReferences } from '../../platform/events.ts';

/** What the makers of transactions call them, for their own event streams. */
export const findClientReferences =
  (db: Db): FindReferences =>
  async (ids) => {
    const rows = await db.rows<{ id: bigint; clientReference: string }>(
      `select id, client_reference as "clientReference" from transactions where id = any($1) and client_reference is not null`,
      [ids],
    );
    return new Map(rows.map(({ id, clientReference }) => [id, clientReference]));
  };
