/** A row of `staff_requests`, and how it looks to staff. */
import type { HeldCall, HeldContact, RightsChange, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { kobo, toNaira } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { refuse } from '../../platform/refuse.ts';

export interface RequestRow {
  id: bigint;
  makerId: bigint;
  maker: string;
  call: HeldCall;
  params: Record<string, unknown>;
  body: Record<string, unknown>;
  subject: string;
  users: string[];
  movedKobo: bigint | null;
  prices: HeldPrice[] | null;
  contact: HeldContact | null;
  rights: RightsChange | null;
  reason: string | null;
  key: string;
  requestHash: string;
  ip: string;
  requestId: string;
  state: 'waiting' | 'confirmed' | 'rejected' | 'withdrawn' | 'expired';
  askedAt: Date;
  expiresAt: Date;
  endedById: bigint | null;
  endedBy: string | null;
  endedReason: string | null;
  endedAt: Date | null;
}

/** What is over counts as ended, whether or not somebody has noted it. Old rows have of rights alone what they were before. */
export const selectRequests = `
  select r.id, r.maker_id as "makerId", m.user_name as maker, r.call, r.params, r.body, r.subject,
    array(select u.user_name from users u where u.id = any(r.user_ids) order by u.id) as users, r.moved_kobo as "movedKobo", r.prices, r.contact,
    case when r.rights ? 'to' then r.rights end as rights, r.reason,
    r.idempotency_key as key, r.request_hash as "requestHash", r.ip, r.request_id as "requestId",
    case when r.state = 'waiting' and r.expires_at <= now() then 'expired' else r.state end as state, r.asked_at as "askedAt",
    r.expires_at as "expiresAt", r.ended_by as "endedById", e.user_name as "endedBy", r.ended_reason as "endedReason",
    coalesce(r.ended_at, case when r.expires_at <= now() then r.expires_at end) as "endedAt"
  from staff_requests r join users m on m.id = r.maker_id left join users e on e.id = r.ended_by`;

export const readRequestId = (input: string): bigint =>
  /^\d{1,18}$/.test(input) ? BigInt(input) : refuse('not_found');

export const findRequest = (db: Db, id: bigint): Promise<RequestRow | undefined> =>
  db.find<RequestRow>(`${selectRequests} where r.id = $1`, [id]);

export async function getRequest(db: Db, id: bigint): Promise<RequestRow> {
  return (await findRequest(db, id)) ?? refuse('not_found');
}

export const presentRequest = (
  row: RequestRow,
  viewer: { userId: bigint },
  couponCode: string | null = null,
): StaffRequest => {
  const isOwn = row.makerId === viewer.userId;
  return {
    _id: String(row.id),
    call: row.call,
    input: { ...row.params, ...row.body },
    subject: row.subject,
    users: row.users,
    amount: row.movedKobo === null ? null : toNaira(kobo(row.movedKobo)),
    prices: row.prices,
    contact: row.contact,
    rights: row.rights,
    reason: row.reason,
    maker: row.maker,
    isOwn,
    state: row.state,
    createdAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedBy: row.endedBy,
    endedReason: row.endedReason,
    endedAt: row.endedAt?.toISOString() ?? null,
    couponCode,
  };
};
