/** Security events as they are read: in pages by key, and for a file in pieces. */
import { limits } from '@jara/contract/constants.ts';
import type { StaffSecurityEvent } from '@jara/contract/calls/security-events.ts';
import { endOfDay, parseDay, startOfDay, type Day } from '@jara/contract/lagos-time.ts';
import type { Db } from '../../platform/db.ts';
import { refuseField } from '../../platform/refuse.ts';

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

const given = (text: string | undefined): string | undefined => text?.trim().toLowerCase() || undefined;

function readDay(field: string, input: string | undefined): Day | undefined {
  const text = given(input);
  return text === undefined
    ? undefined
    : (parseDay(text) ?? refuseField(field, 'Enter the day as YYYY-MM-DD'));
}

/** Newest first, below the event `before`. Refuses days that are none. */
export async function readSecurityEvents(
  db: Db,
  filter: EventFilter,
  { before, most = limits.pageSize }: { before?: string | undefined; most?: number },
): Promise<EventPage> {
  const [from, to] = [readDay('from', filter.from), readDay('to', filter.to)];
  const conditions: [sql: string, value: unknown][] = [
    ['e.user_id = ?', filter.userId],
    ['e.user_id = (select id from users where user_name = ?)', given(filter.userName)],
    ['e.what = ?', given(filter.what)],
    ['e.outcome = ?', given(filter.outcome)],
    ['e.happened_at >= ?', from && startOfDay(from)],
    ['e.happened_at < ?', to && endOfDay(to)],
    ['e.id < ?', before],
  ];
  const used = conditions.filter(([, value]) => value !== undefined);
  const where = used.map(([sql], index) => sql.replace('?', `$${index + 1}`)).join(' and ');
  const rows = await db.rows<Row>(
    `select e.id, e.what, e.factor, e.outcome, e.detail, e.device, e.address_prefix as "ipPrefix", e.actor_id is not null as "isByStaff",
       u.user_name as "userName", a.user_name as actor, e.request_id as "requestId", e.happened_at as "happenedAt"
     from security_events e left join users u on u.id = e.user_id left join users a on a.id = e.actor_id
     ${where === '' ? '' : `where ${where}`} order by e.id desc limit $${used.length + 1}`,
    [...used.map(([, value]) => value), most + 1],
  );
  const events = rows.slice(0, most).map(present);
  return { events, next: rows.length > most ? (events.at(-1)?._id ?? null) : null };
}
