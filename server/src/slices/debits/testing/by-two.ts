/** How two of the staff debit a wallet, for tests. */
import type { HeldReply, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { naira } from '@jara/contract/money.ts';
import { expect } from 'vitest';
import type { Answer, TestApp } from '../../../../test/app.ts';
import type { TestUser, UserInput } from '../../../../test/make.ts';
import { settleAs } from '../../funding/testing/settle-as.ts';

/** What waits, of an answer that must say so. */
export function heldBy(answer: Answer<CallName>): StaffRequest {
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    202,
    expect.stringContaining('Nothing was done'),
  ]);
  return (answer.body as HeldReply).staffRequest; // the document says so of this status
}

export const byTwo = (app: TestApp) => ({
  admin: (input: UserInput = {}): Promise<TestUser> => app.make.user({ isAdmin: true, ...input }),

  /** Gives the id of the transaction that brought it. */
  topUp: async (user: TestUser, amount: number): Promise<string> =>
    (await app.as(user).call('testTopUp', { amount })).reply.receipt._id,

  /** What the gateway says was paid by card; gives the reference of the payment. */
  async payByCard(user: TestUser, amount: number): Promise<string> {
    const { reference } = (await app.as(user).call('initiateSquadFunding', { amount })).reply;
    const amountKobo = naira(amount);
    const said = { outcome: 'paid', amountKobo, currency: 'NGN', providerReference: 'GW' } as const;
    expect(await settleAs(app.context, reference, said)).toBe('credited');
    return reference;
  },

  ask: (by: TestUser, id: string, more: object = {}, options: object = {}) =>
    app.as(by).call('debit', { id, kind: 'clawback', reason: 'Their bank wrote', ...more }, options),

  /** What the staff record has of a request and of the user that it is about: what was done, and in whose name. */
  stepsOf: ({ _id: id }: Pick<StaffRequest, '_id'>, { userId }: TestUser) =>
    app.context.pool.rows<{ action: string; actor: bigint }>(
      'select action, actor_id as actor from staff_actions where subject = any($1) order by id',
      [[`request ${id}`, `user ${userId}`]],
    ),

  confirm: (by: TestUser, { _id: id }: Pick<StaffRequest, '_id'>) =>
    app.as(by).call('confirmStaffRequest', { id, reason: 'I saw the letter' }),
});
