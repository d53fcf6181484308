/** Whoever's withdrawals staff hold or let go again hears of it by mail. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();
const hold = async (by: TestUser, ada: TestUser, isHeld: boolean) => {
  const input = { id: String(ada.userId), isHeld, reason: 'A letter of the police' };
  expect((await app.as(by).call('holdWithdrawals', input)).status).toBe(200);
};
const mailed = async ({ email }: TestUser) => {
  await sendMails(app.context);
  return mailsTo(app, email);
};

describe('the owner of withdrawals that staff hold', () => {
  it('hears of it once, and that they go to the bank again, but not why staff did it', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await hold(boss, ada, true);
    await hold(boss, ada, true);
    const [held, ...more] = await mailed(ada);
    expect([held?.subject, more]).toEqual(['Your Jara withdrawals are held', []]);
    expect(held?.text).toContain('Your money is safe');
    expect(held?.text).not.toContain('police');
    expect(held?.text).not.toContain('unsubscribe');
    await hold(boss, ada, false);
    expect((await mailed(ada)).map(({ subject }) => subject)).toEqual([
      'Your Jara withdrawals are held',
      'Your Jara withdrawals go to the bank again',
    ]);
    expect(await mailed(boss)).toEqual([]);
  });

  it('hears of it whatever was mailed in the same hour', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    for (let time = 0; time < 12; time += 1) {
      await hold(boss, ada, true);
      await mailed(ada);
      await hold(boss, ada, false);
      await mailed(ada);
    }
    expect(await mailed(ada)).toHaveLength(24);
  });

  it('is not told what is over as the mail leaves', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await hold(boss, ada, true);
    await hold(boss, ada, false);
    expect((await mailed(ada)).map(({ subject }) => subject)).toEqual([
      'Your Jara withdrawals go to the bank again',
    ]);
  });
});
