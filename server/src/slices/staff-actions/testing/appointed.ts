import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';

/** As if this admin had become one so long ago, by a colleague, or by the operator where there is none. */
export const appointed = (
  { context: { pool } }: Pick<TestApp, 'context'>,
  { userId }: TestUser,
  { by, hoursAgo }: { by: TestUser | null; hoursAgo: number },
): Promise<number> =>
  pool.run(
    `insert into staff_actions (actor_id, action, subject, before, after, ip, request_id, done_at)
     values ($1, 'setRoles', $2, '{"isAdmin": false, "isAgent": false}', '{"isAdmin": true, "isAgent": false}', 'x', 'x',
       now() - make_interval(hours => $3))`,
    [by?.userId ?? null, `user ${userId}`, hoursAgo],
  );
