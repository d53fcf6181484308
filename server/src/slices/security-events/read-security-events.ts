/** Security events as they are read: in pages by key, and for a file in pieces. */
import { limits } from '@jara/contract/constants.ts';
import type { StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import type { Db } from '../../platform/db.ts';
import { conditionsOfDays } from '../../platform/lists/days.ts';
import { given, readDay, whereOf } from '../../platform/lists/filters.ts';

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

/** Newest first, below the event `before`. Refuses days that are none. */
export async function readSecurityEvents(
  db: Db,
  filter: EventFilter,
  { before, most = limits.pageSize }: { before?: string | undefined; most?: number },
): Promise<EventPage> {
  const days = { from: readDay('from', filter.from), to: readDay('to', filter.to) };
  const { where, params } = whereOf([
    ['e.user_id = ?', filter.userId],
    ['e.user_id = (select id from users where user_name = ?)', given(filter.userName)?.toLowerCase()],
    ['e.what = ?', given(filter.what)?.toLowerCase()],
    ['e.outcome = ?', given(filter.outcome)?.toLowerCase()],
    ...(await conditionsOfDays(db, { table: 'security_events', alias: 'e' }, days)),
    ['e.id < ?', before],
  ]);
  const rows = await db.rows<Row>(
    `select e.id, e.what, e.factor, e.outcome, e.detail, e.device, e.address_prefix as "ipPrefix", e.actor_id is not null as "isByStaff",
       u.user_name as "userName", a.user_name as actor, e.request_id as "requestId", e.happened_at as "happenedAt"
     from security_events e left join users u on u.id = e.user_id left join users a on a.id = e.actor_id
     where ${where} order by e.id desc limit $${params.length + 1}`,
    [...params, most + 1],
  );
  const events = rows.slice(0, most).map(present);
  return { events, next: rows.length > most ? (events.at(-1)?._id ?? null) : null };
}
