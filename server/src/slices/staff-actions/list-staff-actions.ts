import type { CallQuery } from '@jara/contract/api.ts';
import { limits } from '@jara/contract/constants.ts';
import type { StaffAction } from '@jara/contract/calls/staff.ts';
import { endOfDay, startOfDay } from '@jara/contract/lagos-time.ts';
import type { Context } from '../../app/context.ts';
import { given, readDay, whereOf } from '../../platform/lists/filters.ts';
import type { Handler } from '../../platform/serve.ts';

export const listStaffActions =
  ({ reads }: Context): Handler<'listStaffActions'> =>
  async ({ query, principal }) => {
    const { where, params } = readFilter(query);
    const page = query.page ?? 1;
    const [{ count }, rows] = await Promise.all([
      reads.get<{ count: bigint }>(
        `select count(*) from staff_actions s left join users u on u.id = s.actor_id where ${where}`,
        params,
      ),
      reads.rows<Row>(
        // Nobody reads notes about themselves.
        `select s.id, u.user_name as actor, s.action, s.subject, s.before,
           case when s.action = 'addUserNote' and s.subject = $${params.length + 2} then null else s.after end as after,
           s.reason, s.ip, s.request_id as "requestId", s.done_at as "doneAt"
         from staff_actions s left join users u on u.id = s.actor_id where ${where}
         order by s.id desc limit ${limits.pageSize} offset $${params.length + 1}`,
        [...params, (page - 1) * limits.pageSize, `user ${principal.userId}`],
      ),
    ]);
    return {
      actions: rows.map(({ id, doneAt, ...row }) => ({
        _id: String(id),
        ...row,
        createdAt: doneAt.toISOString(),
      })),
      page,
      totalActions: Number(count),
      totalPages: Math.max(1, Math.ceil(Number(count) / limits.pageSize)),
    };
  };

interface Row extends Omit<StaffAction, '_id' | 'createdAt'> {
  id: bigint;
  doneAt: Date;
}

type Query = CallQuery<'listStaffActions'>;

function readFilter(query: Query): { where: string; params: unknown[] } {
  const [from, to] = [readDay('from', query.from), readDay('to', query.to)];
  return whereOf([
    ['u.user_name = ?', given(query.actor)?.toLowerCase()],
    ['lower(s.action) = ?', given(query.action)?.toLowerCase()],
    [`(s.subject = ? or starts_with(s.subject, ? || ' '))`, given(query.subject)],
    ['s.done_at >= ?', from && startOfDay(from)],
    ['s.done_at < ?', to && endOfDay(to)],
  ]);
}
