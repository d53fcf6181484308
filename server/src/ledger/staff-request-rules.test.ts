import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { useTestApp } from '../../test/app.ts';
import { numberOf } from '../../test/buying.ts';
import type { TestUser } from '../../test/make.ts';
import { silent } from '../../test/pool.ts';
import { brokenAfter } from '../../test/spoil.ts';
import { openPool, type Pool } from '../platform/db.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000' } });
let owner: Pool;

const idOf = ({ status, body }: { status: number; body: unknown }): string => {
  expect(status).toBe(202);
  return (body as { staffRequest: { _id: string } }).staffRequest._id; // of this status
};

const confirm = async (by: TestUser, id: string) =>
  expect((await app.as(by).call('confirmStaffRequest', { id, reason: 'I saw it' })).status).toBe(200);

/** What one of the staff asked for: confirmed (money, a coupon, a refund), rejected, taken back, and waiting. */
beforeAll(async () => {
  owner = openPool({ url: app.databaseUrl, size: 2, role: null, log: silent });
  const [boss, other, ada] = [
    await app.make.user({ isAdmin: true, userName: 'boss' }),
    await app.make.user({ isAdmin: true, userName: 'other' }),
    await app.make.user({ userName: 'ada', wallet: naira(5_000) }),
  ];
  const issue = async (amount: number, reason: string) =>
    idOf(await app.as(boss).call('transferFund', { userName: ada.userName, amount, reason }));
  await confirm(other, await issue(1_500, 'confirmed'));
  const coupon = { userAccount: ada.userName, amount: 1_200, reason: 'a coupon' };
  await confirm(other, idOf(await app.as(boss).call('generateCoupon', coupon)));
  const order = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 1_400 };
  const { _id: bought } = (await app.as(ada).call('buyAirtime', order)).reply.receipt;
  await confirm(other, idOf(await app.as(boss).call('refund', { id: bought, reason: 'a refund' })));
  const rejected = await issue(1_600, 'rejected');
  await app.as(other).call('rejectStaffRequest', { id: rejected, reason: 'No' });
  const back = await issue(1_700, 'withdrawn');
  await app.as(boss).call('withdrawStaffRequest', { id: back });
  await issue(1_800, 'waiting');
});
afterAll(() => owner.close());

const brokenBy = (...statements: string[]): Promise<string[]> => brokenAfter(owner, statements);

const rule = 'R25 What a second admin has to confirm';
const named = (name: string) => `(select id from users where user_name = '${name}')`;
const request = (reason: string) => `(select id from staff_requests where reason = '${reason}')`;
const confirmation = `action = 'confirmStaffRequest' and subject = 'request ' || ${request('confirmed')}`;
const unchecked = 'alter table staff_requests drop constraint staff_requests_take_two';
/** As if the call had been done in the name of who asked, at this moment. */
const carriedOut = (reason: string) =>
  `insert into staff_actions (actor_id, action, subject, after, reason, ip, request_id, moved_kobo)
   select maker_id, call, subject, '{}', reason, ip, request_id, moved_kobo from staff_requests where reason = '${reason}'`;

describe('the audit of what two of the staff do together', () => {
  it('finds nothing where it was done right', async () => {
    const states = await owner.rows<{ state: string }>('select state from staff_requests order by id');
    expect(states.map(({ state }) => state)).toEqual([
      'confirmed',
      'confirmed',
      'confirmed',
      'rejected',
      'withdrawn',
      'waiting',
    ]);
    expect(await brokenBy('select')).toEqual([]);
  });

  it.each([
    [
      'confirmed by who asked',
      unchecked,
      `update staff_requests set ended_by = maker_id where reason = 'confirmed'`,
    ],
    [
      'confirmed by who asked, in the record of staff as well',
      unchecked,
      `update staff_requests set ended_by = maker_id where reason = 'confirmed'`,
      `update staff_actions set actor_id = ${named('boss')} where ${confirmation}`,
    ],
    [
      'confirmed by whose money it is',
      'alter table staff_requests drop constraint staff_requests_are_not_of_the_checker',
      `update staff_requests set ended_by = ${named('ada')} where reason = 'confirmed'`,
      `update staff_actions set actor_id = ${named('ada')} where ${confirmation}`,
    ],
    ['confirmed without a word of who confirmed', `delete from staff_actions where ${confirmation}`],
    [
      'confirmed by another than the record says',
      `update staff_actions set actor_id = ${named('ada')} where ${confirmation}`,
    ],
    ['confirmed, and nothing done', `delete from staff_actions where action = 'generateCoupon'`],
    ['confirmed, and another sum moved', `update staff_actions set moved_kobo = 1 where action = 'refund'`],
    [
      'confirmed twice',
      `insert into staff_actions (actor_id, action, subject, ip, request_id)
       select ${named('other')}, action, subject, ip, 'again' from staff_actions where ${confirmation}`,
    ],
    ['done twice', carriedOut('confirmed')],
    [
      'done twice in one commit',
      `insert into staff_actions (actor_id, action, subject, reason, ip, request_id, moved_kobo, done_at)
       select actor_id, action, subject, reason, ip, request_id, moved_kobo, done_at from staff_actions where action = 'refund'`,
    ],
    [
      'confirmed by the record of staff alone',
      `delete from staff_actions where action = 'refund'`,
      `update staff_requests set state = 'waiting', ended_by = null, ended_at = null where reason = 'a refund'`,
    ],
    ['done although it was rejected', carriedOut('rejected')],
    ['done although it was taken back', carriedOut('withdrawn')],
    ['done while it waits', carriedOut('waiting')],
    [
      'noted as waiting after it was done',
      `update staff_requests set state = 'waiting', ended_by = null, ended_at = null where reason = 'a refund'`,
    ],
    ['gone after it was done', `delete from staff_requests where reason = 'a coupon'`],
    [
      'asked for by nobody',
      `update staff_actions set actor_id = ${named('other')} where action = 'askSecondPerson' and reason = 'waiting'`,
    ],
    [
      'of another sum than was asked for',
      `update staff_requests set moved_kobo = 1 where reason = 'waiting'`,
    ],
  ])('finds what was %s', async (_what, ...statements) => {
    expect((await brokenBy(...statements)).filter((found) => found.startsWith(rule))).toHaveLength(1);
  });
});
