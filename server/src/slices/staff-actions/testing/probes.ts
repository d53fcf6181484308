/** A request for every call about what staff did, and what a second admin confirms, for `server/test/probes.ts`. */
import type { CallName } from '@jara/contract/paths.ts';
import type { Probe } from '../../../../test/probes.ts';
import type { TestApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/make.ts';

let asked = 0;

/** As if this one of the staff had asked to give somebody money, where that takes two; gives the id of the request. */
async function askToIssue(
  { context: { pool } }: Pick<TestApp, 'context'>,
  maker: TestUser,
  receiver: TestUser,
): Promise<string> {
  asked += 1;
  const key = `asked-${asked}`;
  // As the product does it: who asks is on record in the same commit.
  return pool.commit(async (db) => {
    const { id } = await db.get<{ id: bigint }>(
      `insert into staff_requests (maker_id, call, params, body, subject, user_ids, moved_kobo, idempotency_key, is_named, request_hash, ip,
         request_id, expires_at)
       values ($1, 'transferFund', '{}', $2, $3, $4, 1000, $5, false, $5, '127.0.0.1', $5, now() + interval '1 day') returning id`,
      [
        maker.userId,
        JSON.stringify({ userName: receiver.userName, amount: 10 }),
        `user ${receiver.userId}`,
        [receiver.userId],
        key,
      ],
    );
    await db.run(
      `insert into staff_actions (actor_id, action, subject, after, ip, request_id) values ($1, 'askSecondPerson', $2, $3, '127.0.0.1', $4)`,
      [maker.userId, `request ${id}`, JSON.stringify({ call: 'transferFund', sumKobo: '1000' }), key],
    );
    return String(id);
  });
}

const ofColleague: Probe = async ({ app }, { owner }) => {
  const maker = await app.make.user({ isAdmin: true });
  return { id: await askToIssue(app, maker, owner), reason: 'Their letter' };
};

export const requestProbes = {
  listStaffActions: async () => ({}),
  listStaffRequests: async () => ({}),
  confirmStaffRequest: ofColleague,
  rejectStaffRequest: ofColleague,
  withdrawStaffRequest: async ({ app }, { owner }) => ({
    id: await askToIssue(app, owner, await app.make.user()),
    reason: 'The wrong user',
  }),
} satisfies Partial<Record<CallName, Probe>>;
