/** Security events as they are read: in pages by key, and for a file in pieces. */
import { limits } from '@jara/contract/constants.ts';
import type { StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import type { Db } from '../../platform/db.ts';
import type { Days, GrowingTable } from '../../platform/lists/days.ts';
import { given, readDay, type Condition } from '../../platform/lists/filters.ts';
import { idNamed, idRange, pageOfIds, type Key } from '../../platform/lists/id-range.ts';

interface Row extends Omit<StaffSecurityEvent, '_id' | 'createdAt'> {
  id: bigint;
  happenedAt: Date;
}

export interface EventFilter {
  userId?: bigint;
  userName?: string | undefined;
  what?: string | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface EventPage {
  events: StaffSecurityEvent[];
  next: string | null;
}

const present = ({ id, happenedAt, ...row }: Row): StaffSecurityEvent => ({
  _id: String(id),
  ...row,
  createdAt: happenedAt.toISOString(),
});

const list: GrowingTable = { table: 'security_events', alias: 'e' };

/** Newest first, below the event `before`. Refuses days that are none. */
export async function readSecurityEvents(
  db: Db,
  filter: EventFilter,
  { before, most = limits.pageSize }: { before?: string | undefined; most?: number },
): Promise<EventPage> {
  const days: Days = {
    time: 'happened_at',
    from: readDay('from', filter.from),
    to: readDay('to', filter.to),
  };
  const userId = filter.userId ?? (await idNamed(db, filter.userName));
  const [what, outcome] = [given(filter.what)?.toLowerCase(), given(filter.outcome)?.toLowerCase()];
  const asked: Key[] = [
    ['e.what', what],
    ['e.outcome', outcome],
  ];
  // One user has few of them: those are looked through.
  const range = await idRange(db, list, {
    keys: userId === undefined ? asked : [['e.user_id', userId]],
    also: userId === undefined ? [] : asked.map(([sql, value]): Condition => [`${sql} = ?`, value]),
    days,
    before,
  });
  const { sql, params } = pageOfIds(range, list, { most: most + 1 });
  const rows = await db.rows<Row>(
    `select e.id, e.what, e.factor, e.outcome, e.detail, e.device, e.address_prefix as "ipPrefix", e.actor_id is not null as "isByStaff",
       u.user_name as "userName", a.user_name as actor, e.request_id as "requestId", e.happened_at as "happenedAt"
     from (${sql}) p join security_events e on e.id = p.id left join users u on u.id = e.user_id left join users a on a.id = e.actor_id
     order by e.id desc`,
    params,
  );
  const events = rows.slice(0, most).map(present);
  return { events, next: rows.length > most ? (events.at(-1)?._id ?? null) : null };
}
