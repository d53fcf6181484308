import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { AlarmKind } from './letters.ts';
import { raiseAlarm, removeOldAlarms } from './staff-alarms.ts';

const app = useTestApp();
const raise = (kind: AlarmKind, words: string, subject?: string) =>
  app.context.pool.commit((db) => raiseAlarm(db, { kind, words, ...(subject !== undefined && { subject }) }));
const daysPass = (days: number) =>
  app.owner.run(
    `update staff_alarms set day = day - $1::int, raised_at = raised_at - make_interval(days => $1)`,
    [days],
  );

async function subjectsTo(email: string): Promise<string[]> {
  await sendMails(app.context);
  return mailsTo(app, email).map(({ subject }) => subject);
}

/** How many mails two alarms on one day make. */
const mailsOfTwo: Readonly<Record<AlarmKind, 1 | 2>> = {
  backup_alarm: 1,
  archive_alarm: 1,
  books_alarm: 1,
  float_drift: 1,
  guessing_alarm: 1,
  staff_appointed: 2,
  staff_dismissed: 2,
  staff_stopped: 2,
  staff_opened: 2,
  staff_corrected: 2,
};

describe('an alarm', () => {
  it.each(Object.entries(mailsOfTwo))(
    'of %s that is raised twice on a day makes as many mails as they say: %i',
    async (kind, mails) => {
      const admin = await app.make.user({ isAdmin: true });
      for (const words of ['ada did it', 'ada did it again']) await raise(kind as AlarmKind, words, 'user 1');
      await sendMails(app.context);
      const texts = mailsTo(app, admin.email).map(({ text }) => text.replaceAll(/\s+/g, ' '));
      expect(texts).toHaveLength(mails);
      const note =
        mails === 1
          ? 'Told once a day while it is so.'
          : 'Told each time. This mail has those of the last two days.';
      for (const text of texts) {
        expect(text).toContain('ada did it.');
        expect(text.includes('ada did it again.')).toBe(mails === 2);
        expect(text).toContain(note);
      }
      await daysPass(3);
    },
  );

  it('is one mail to each admin and day, whoever raises it and however often', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => app.make.user({ isAdmin: true })));
    const agent = await app.make.user({ isAgent: true });
    await Promise.all(Array.from({ length: 8 }, () => raise('backup_alarm', 'there is no backup')));
    for (const { email } of [one, two].filter((admin) => admin !== undefined))
      expect(await subjectsTo(email)).toEqual(['The backups are too old']);
    expect(await subjectsTo(agent.email)).toEqual([]);
    await raise('archive_alarm', 'the log waits');
    await raise('backup_alarm', 'there is no backup');
    await daysPass(1);
    await raise('backup_alarm', 'there is still no backup');
    expect((await subjectsTo(one?.email ?? '')).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'The backups are too old',
      'The backups are too old',
      'The log of the database is not archived',
    ]);
    const last = mailsTo(app, one?.email ?? '').findLast(({ subject }) => subject.includes('backups'));
    expect(last?.text).toContain('there is still no backup.');
    expect(last?.text).not.toContain('there is no backup.');
  });

  it.each(['restricted', 'suspended', 'closed'] as const)(
    'is told to no admin whose account is %s: they could do nothing, and it may be about them',
    async (standing) => {
      const [boss, stopped] = [
        await app.make.user({ isAdmin: true }),
        await app.make.user({ isAdmin: true }),
      ];
      const input = { id: String(stopped.userId), standing, reason: 'x' };
      expect((await app.as(boss).call('setStanding', input)).status).toBe(200);
      await raise('guessing_alarm', 'somebody guesses', standing);
      expect(await subjectsTo(boss.email)).toContain('Somebody is guessing passwords');
      expect(await subjectsTo(stopped.email)).not.toContain('Somebody is guessing passwords');
    },
  );

  it('of books that do not hold comes from the audit, with the rules', async () => {
    const admin = await app.make.user({ isAdmin: true });
    await app.context.booksAudit.renew();
    expect(await subjectsTo(admin.email)).toEqual([]);
    const ada = await app.make.user({ wallet: naira(1_000) });
    await app.owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run(`update accounts set balance = balance + 1 where user_id = $1 and kind = 'wallet'`, [
        ada.userId,
      ]);
    });
    await app.context.booksAudit.renew();
    await app.context.booksAudit.renew();
    expect(app.takeErrors().length).toBeGreaterThan(1);
    expect(await subjectsTo(admin.email)).toEqual(['The books do not hold']);
    expect(mailsTo(app, admin.email)[0]?.text).toMatch(/broken are R\d/);
    await app.owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run(`update accounts set balance = balance - 1 where user_id = $1 and kind = 'wallet'`, [
        ada.userId,
      ]);
    });
  });

  it('is forgotten after a quarter', async () => {
    await raise('float_drift', 'GLAD differs', 'GLAD');
    const saved = () => app.owner.rows(`select from staff_alarms where kind = 'float_drift'`);
    await daysPass(89);
    await removeOldAlarms(app.context.pool);
    expect(await saved()).toHaveLength(1);
    await daysPass(2);
    await removeOldAlarms(app.context.pool);
    expect(await saved()).toEqual([]);
  });
});
