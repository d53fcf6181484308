/** Who may confirm what a colleague asked for hears of it by mail. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser, UserInput } from '../../../test/make.ts';
import { appointed } from './testing/appointed.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_NEW_HOURS: '24' } });
const subject = 'A request waits for a second admin';

const admin = (input: UserInput = {}): Promise<TestUser> => app.make.user({ isAdmin: true, ...input });
const issue = (by: TestUser, to: TestUser, amount: number, key: string) =>
  app
    .as(by)
    .call('transferFund', { userName: to.userName, amount, reason: 'Mother of Ada is in hospital' }, { key });
const mails = async ({ email }: TestUser) => {
  await sendMails(app.context);
  return mailsTo(app, email).filter((mail) => mail.subject === subject);
};
const queuedFor = ({ userId }: TestUser) =>
  app.context.pool.get<{ count: bigint }>(
    `select count(*) from mails where user_id = $1 and kind = 'second_admin_asked'`,
    [userId],
  );

describe('a request that waits for a second admin', () => {
  it('is mailed once to each who may confirm it, with what it is and who asked, and no more', async () => {
    const [boss, other, stopped, twin, owner] = await Promise.all([1, 2, 3, 4, 5].map(() => admin()));
    if (boss === undefined || other === undefined || stopped === undefined) throw new Error('too few');
    if (twin === undefined || owner === undefined) throw new Error('too few');
    const [agent, newcomer] = [await app.make.user({ isAgent: true }), await admin()];
    await appointed(app, newcomer, { by: boss, hoursAgo: 1 });
    await app.owner.run(
      `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
       select id, 'bvn', sha256(user_name::bytea), '1234', sha256('boss'), 'B', 'test', now() from users where id = any($1)`,
      [[boss.userId, twin.userId]],
    );
    await app.as(boss).call('setStanding', {
      id: String(stopped.userId),
      standing: 'restricted',
      reason: 'On leave',
    });
    for (let time = 0; time < 3; time += 1) expect((await issue(boss, owner, 1_500, 'one')).status).toBe(202);
    const [mail, ...more] = await mails(other);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`${boss.userName} asked to issue money: ₦1,500.00`);
    expect(mail?.text).toContain('/admin/waiting?queue=second');
    for (const secret of [owner.userName, owner.email, 'hospital']) expect(mail?.text).not.toContain(secret);
    for (const who of [boss, stopped, twin, owner, agent, newcomer]) expect(await mails(who)).toEqual([]);
  });

  it('is not mailed where somebody decided before the mail left', async () => {
    const [boss, other, late, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
    const { body } = await issue(boss, ada, 1_500, 'gone');
    const { _id: id } = (body as { staffRequest: { _id: string } }).staffRequest; // of this status
    const confirmed = await app.as(other).call('confirmStaffRequest', { id, reason: 'I saw the letter' });
    expect(confirmed.status).toBe(200);
    expect(await mails(late)).toEqual([]);
  });

  it('is mailed to a bounded number, and of one maker so many in an hour', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const others = await Promise.all(Array.from({ length: 22 }, () => admin()));
    for (let n = 0; n < 22; n += 1) expect((await issue(boss, ada, 1_500 + n, `k${n}`)).status).toBe(202);
    const counts = await Promise.all(others.map(queuedFor));
    const mailed = counts.filter(({ count }) => count > 0n);
    expect(mailed.length).toBeLessThanOrEqual(20);
    expect(mailed.length).toBeGreaterThan(10);
    for (const { count } of mailed) expect(count).toBe(20n);
  });
});
