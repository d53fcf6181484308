import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { emailTokenOf, mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp({ env: { PASSWORD_RESETS_PER_HOUR_AND_ADDRESS: '1000' } });

const mailedToAdmins = 'What somebody is reached at was corrected';
const reason = 'Typed wrongly at the counter';
const correct = (boss: TestUser, user: Pick<TestUser, 'userId'>, body: Record<string, unknown>) =>
  app.as(boss).call('correctContactDetails', { id: String(user.userId), reason, ...body });
const subjectsTo = async (address: string) => {
  await sendMails(app.context);
  return mailsTo(app, address).map(({ subject }) => subject);
};

describe('a correction by staff', () => {
  it('of the e-mail address tells both, holds money and is on record; the owner stays logged in', async () => {
    const [boss, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ wallet: naira(9_000) }),
    ];
    const email = `right.${ada.email}`;
    const { reply } = await correct(boss, ada, { email: email.toUpperCase() });
    expect(reply.user).toMatchObject({ email, isEmailConfirmed: false });
    expect((await app.as(ada).call('getSecurity')).reply.moneyHeld?.because).toBe('email_changed');
    expect(await subjectsTo(ada.email)).toEqual(['Your Jara e-mail address was corrected']);
    expect(await subjectsTo(email)).toEqual(
      expect.arrayContaining([
        'Your Jara e-mail address was corrected',
        'Confirm this e-mail address for Jara',
      ]),
    );
    const token = mailsTo(app, email).find(({ subject }) => subject.startsWith('Confirm'));
    expect(token).toBeDefined();
    const record = (await app.as(boss).call('listStaffActions', { subject: `user ${ada.userId}` })).reply
      .actions;
    expect(record).toMatchObject([
      { action: 'correctContactDetails', reason, before: { email: ada.email }, after: { email } },
    ]);
    const { events } = (await app.as(ada).call('listSecurityEvents')).reply;
    expect(events).toMatchObject([{ what: 'email_changed', isByStaff: true }]);
  });

  it('of the phone number is confirmed by nothing yet', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    await app.owner.run('update users set phone_confirmed_at = now() where id = $1', [ada.userId]);
    const { reply } = await correct(boss, ada, { phoneNumber: '+234 809 111 5555' });
    expect(reply.user).toMatchObject({ phoneNumber: '08091115555', isPhoneConfirmed: false });
    expect(await subjectsTo(ada.email)).toEqual(['Your Jara phone number was corrected']);
    expect((await app.as(ada).call('getSecurity')).reply.moneyHeld).toBeNull();
  });

  it('ends a change that somebody asked for, and its links', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    const asked = `asked.${ada.email}`;
    await app.as(ada).call('changeEmail', { email: asked, password: ada.password });
    await sendMails(app.context);
    const token = emailTokenOf(app, asked);
    await correct(boss, ada, { email: `right.${ada.email}` });
    const answered = await app.anybody().call('answerEmailLink', { token, answer: 'confirm' });
    expect(answered.refusal.code).toBe('link_over');
  });

  it.each([
    ['an admin', { isAdmin: true }, 'e-mail address'],
    ['an agent', { isAgent: true }, 'phone number'],
    ['an admin', { isAdmin: true }, 'e-mail address and phone number'],
  ])(
    'of what %s (%j) is reached at is told to every other admin each time: %s',
    async (_who, rights, what) => {
      const [boss, other] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAdmin: true })];
      const colleague = await app.make.user(rights);
      const [hasEmail, hasPhone] = [what.includes('e-mail'), what.includes('phone')];
      for (const n of [1, 2])
        await correct(boss, colleague, {
          ...(hasEmail && { email: `r${n}.${colleague.email}` }),
          ...(hasPhone && { phoneNumber: `090${n}${colleague.phone.slice(4)}` }),
        });
      await sendMails(app.context);
      const reported = mailsTo(app, other.email).filter(({ subject }) => subject === mailedToAdmins);
      expect(reported).toHaveLength(2);
      const words = `${boss.userName} corrected the ${what} of ${colleague.userName}`;
      expect(reported[1]?.text.replaceAll(/\s+/g, ' ')).toContain(words);
      expect(reported[1]?.text).not.toContain(colleague.email);
    },
  );

  it.each([
    ['whose wallet holds money', 1, 'e-mail address', 1],
    ['whose wallet holds money', 1, 'phone number', 0],
    ['who has nothing', 0, 'e-mail address', 0],
  ])(
    'of a customer %s (%i), where one admin may move any sum alone: the %s is told to every other admin in %i mails',
    async (_who, sum, what, mails) => {
      const [boss, other, ada] = [
        await app.make.user({ isAdmin: true }),
        await app.make.user({ isAdmin: true }),
        await app.make.user({ wallet: naira(sum) }),
      ];
      await correct(
        boss,
        ada,
        what === 'phone number'
          ? { phoneNumber: `0903${ada.phone.slice(4)}` }
          : { email: `right.${ada.email}` },
      );
      await sendMails(app.context);
      const reported = mailsTo(app, other.email).filter(({ subject }) => subject === mailedToAdmins);
      expect(reported).toHaveLength(mails);
      for (const { text } of reported) {
        expect(text.replaceAll(/\s+/g, ' ')).toContain(
          `${boss.userName} corrected the ${what} of ${ada.userName}`,
        );
        expect(text).not.toContain(ada.email);
      }
    },
  );

  it('of a customer with earnings alone is told too', async () => {
    const [boss, other, ada] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user({ isAdmin: true }),
      await app.make.user(),
    ];
    const invited = await app.make.user({ wallet: naira(1_000) });
    await app.owner.run('update users set referred_by = $2 where id = $1', [invited.userId, ada.userId]);
    const upgrade = { id: String(invited.userId), userType: 'reseller' };
    expect((await app.as(invited).call('upgradeToReseller', upgrade)).status).toBe(200);
    await correct(boss, ada, { email: `right.${ada.email}` });
    await sendMails(app.context);
    expect(mailsTo(app, other.email).filter(({ subject }) => subject === mailedToAdmins)).toHaveLength(1);
  });

  it('needs a reason, something to correct, another person, and an address that nobody has', async () => {
    const [boss, ada, bola] = [
      await app.make.user({ isAdmin: true }),
      await app.make.user(),
      await app.make.user(),
    ];
    const email = `right.${ada.email}`;
    const fieldOf = async (body: Record<string, unknown>) =>
      (await correct(boss, ada, body)).refusal.errors?.[0]?.field;
    expect(await fieldOf({ email, reason: ' ' })).toBe('reason');
    expect(await fieldOf({})).toBe('email');
    expect(await fieldOf({ email: 'nothing' })).toBe('email');
    expect(await fieldOf({ phoneNumber: '12' })).toBe('phoneNumber');
    expect((await correct(boss, boss, { email })).refusal.code).toBe('forbidden');
    expect((await correct(boss, { userId: 999_999n }, { email })).refusal.code).toBe('not_found');
    expect((await correct(boss, ada, { email: bola.email })).refusal.code).toBe('email_taken');
    expect((await correct(boss, ada, { phoneNumber: bola.phone })).refusal.code).toBe('phone_taken');
    // Saying what is so changes nothing, and leaves no record.
    expect((await correct(boss, ada, { email: ada.email })).status).toBe(200);
    const record = await app.as(boss).call('listStaffActions', { subject: `user ${ada.userId}` });
    expect(record.reply.actions).toEqual([]);
  });
});
