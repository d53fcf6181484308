/** What takes two people takes two: nobody makes the second one of themselves. */
import type { HeldReply } from '@jara/contract/calls/review-queue.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { balanceOf } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { appointed } from './testing/appointed.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_NEW_HOURS: '24' } });

const admin = (): Promise<TestUser> => app.make.user({ isAdmin: true });
/** Asks to issue what takes two; gives the id of what waits. */
async function ask(by: TestUser, { userName }: TestUser, amount: number): Promise<string> {
  const { status, body } = await app
    .as(by)
    .call('transferFund', { userName, amount, reason: 'Their bank wrote' });
  expect(status).toBe(202);
  return (body as HeldReply).staffRequest._id; // the document says so of this status
}
const confirm = (by: TestUser, id: string) =>
  app.as(by).call('confirmStaffRequest', { id, reason: 'I saw the letter' });
/** Which takes two as well; `by` is who asks. */
async function appoint(by: TestUser, { userId }: TestUser): Promise<void> {
  const other = await admin();
  const { status, body } = await app.as(by).call('setRoles', {
    id: String(userId),
    isAdmin: true,
    isAgent: false,
    isCouponVendor: false,
    reason: 'New at the desk',
    password: by.password,
  });
  expect(status).toBe(202);
  const { _id: id } = (body as HeldReply).staffRequest; // the document says so of this status
  expect((await confirm(other, id)).status).toBe(200);
}

it('whoever was made staff a moment ago confirms nothing, and nothing that they ask for is confirmed', async () => {
  const [boss, other, puppet, ada] = [
    await admin(),
    await admin(),
    await app.make.user(),
    await app.make.user(),
  ];
  await appoint(boss, puppet);
  const [ofBoss, ofPuppet] = [await ask(boss, ada, 1_500), await ask(puppet, ada, 1_500)];
  expect((await confirm(puppet, ofBoss)).refusal).toMatchObject({
    code: 'forbidden',
    msg: expect.stringContaining('24 hours'),
  });
  for (const who of [boss, other]) expect((await confirm(who, ofPuppet)).refusal.code).toBe('forbidden');
  expect(await balanceOf(app, ada)).toBe(0n);
  expect((await confirm(other, ofBoss)).status).toBe(200);
});

it('whoever was made staff a moment ago moves no sum alone, however small', async () => {
  const [boss, puppet, ada] = [await admin(), await app.make.user(), await app.make.user()];
  await appoint(boss, puppet);
  await ask(puppet, ada, 100);
  expect(await balanceOf(app, ada)).toBe(0n);
  const later = await admin();
  await appointed(app, later, { by: boss, hoursAgo: 25 });
  const { status } = await app
    .as(later)
    .call('transferFund', { userName: ada.userName, amount: 100, reason: 'Their bank wrote' });
  expect(status).toBe(200);
});

it.each([
  ['e-mail address', ({ email }: TestUser) => ({ email: `boss.has.${email}` })],
  ['phone number', ({ phone }: TestUser) => ({ phoneNumber: `0909${phone.slice(4)}` })],
])('whose %s a colleague corrected is new staff again from then on', async (_what, corrected) => {
  const [boss, other, colleague, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
  const [ofBoss, ofColleague] = [await ask(boss, ada, 1_500), await ask(colleague, ada, 1_500)];
  const id = String(colleague.userId);
  const reason = 'Typed wrongly at the counter';
  expect(
    (await app.as(boss).call('correctContactDetails', { id, reason, ...corrected(colleague) })).status,
  ).toBe(200);
  expect((await confirm(colleague, ofBoss)).refusal).toMatchObject({
    code: 'forbidden',
    msg: expect.stringContaining('24 hours'),
  });
  for (const who of [boss, other]) expect((await confirm(who, ofColleague)).refusal.code).toBe('forbidden');
  await ask(colleague, ada, 100);
  expect(await balanceOf(app, ada)).toBe(0n);
  expect((await confirm(other, ofBoss)).status).toBe(200);
});

it('whose address a colleague corrected a day ago is none any more', async () => {
  const [boss, colleague, ada] = [await admin(), await admin(), await app.make.user()];
  await app.context.pool.run(
    `insert into staff_actions (actor_id, action, subject, ip, request_id, done_at)
     values ($1, 'correctContactDetails', $2, 'x', 'x', now() - interval '25 hours')`,
    [boss.userId, `user ${colleague.userId}`],
  );
  expect((await confirm(colleague, await ask(boss, ada, 1_500))).status).toBe(200);
});

it('whoever was made staff a day ago does, and at once whom the operator appointed', async () => {
  const [boss, later, byMachine, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
  await appointed(app, later, { by: boss, hoursAgo: 25 });
  await appointed(app, byMachine, { by: null, hoursAgo: 1 });
  expect((await confirm(later, await ask(boss, ada, 1_001))).status).toBe(200);
  expect((await confirm(byMachine, await ask(later, ada, 1_002))).status).toBe(200);
});
