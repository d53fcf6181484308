import type { CallReply } from '@jara/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { makeOnePerson } from '../kyc/testing/verify-identity.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();

const write = (by: TestUser, about: TestUser, note: string) =>
  app.as(by).call('addUserNote', { id: String(about.userId), note });
const notesOf = async (by: TestUser, about: TestUser, query: { before?: string } = {}) =>
  (await app.as(by).call('listUserNotes', { id: String(about.userId), ...query })).reply;

describe('a note about a user', () => {
  it('is written by an agent and read by an admin, newest first, each with who wrote it and when', async () => {
    const [agent, admin, ada, eve] = await Promise.all([
      app.make.user({ isAgent: true }),
      app.make.user({ isAdmin: true }),
      app.make.user(),
      app.make.user(),
    ]);
    const first = await write(agent, ada, '  Lost her phone: call before a reset.  ');
    expect(first.reply.msg).toBe(`The note about ${ada.userName} is added`);
    await write(admin, ada, 'She called from the new one.');
    await write(admin, eve, 'Somebody else.');
    const { notes, next } = await notesOf(admin, ada);
    expect(notes.map(({ note, author, userName }) => [note, author, userName])).toEqual([
      ['She called from the new one.', admin.userName, ada.userName],
      ['Lost her phone: call before a reset.', agent.userName, ada.userName],
    ]);
    expect(notes[1]).toEqual(first.reply.note);
    expect(next).toBeNull();
  });

  it('stands in the staff record, and who read it is on record', async () => {
    const [agent, admin, ada] = await Promise.all([
      app.make.user({ isAgent: true }),
      app.make.user({ isAdmin: true }),
      app.make.user(),
    ]);
    await write(agent, ada, 'Asks for a refund every week.');
    await notesOf(agent, ada);
    const { actions } = (await app.as(admin).call('listStaffActions', { subject: `user ${ada.userId}` }))
      .reply;
    expect(actions).toMatchObject([
      { action: 'addUserNote', actor: agent.userName, after: { note: 'Asks for a refund every week.' } },
    ]);
    const { reads } = (await app.as(admin).call('listStaffReads', { userName: ada.userName })).reply;
    expect(reads.map(({ reader, call }) => [reader, call])).toEqual(
      expect.arrayContaining([[agent.userName, 'listUserNotes']]),
    );
  });

  it('is neither written nor read by whom it is about, nor of nobody, nor empty', async () => {
    const [agent, admin] = await Promise.all([
      app.make.user({ isAgent: true }),
      app.make.user({ isAdmin: true }),
    ]);
    await write(admin, agent, 'Watch the refunds.');
    expect((await write(agent, agent, 'A good one')).status).toBe(403);
    const own = await app.as(agent).call('listUserNotes', { id: String(agent.userId) });
    expect([own.status, JSON.stringify(own.body)]).toEqual([403, expect.not.stringContaining('Watch')]);
    const [boss, chief] = await Promise.all([
      app.make.user({ isAdmin: true }),
      app.make.user({ isAdmin: true }),
    ]);
    await write(chief, boss, 'Ask me before he refunds.');
    const subject = `user ${boss.userId}`;
    const seenBy = async (one: TestUser) =>
      (await app.as(one).call('listStaffActions', { subject })).reply.actions.map(({ after }) => after);
    expect(await seenBy(boss)).toEqual([null]);
    expect(await seenBy(chief)).toEqual([{ note: 'Ask me before he refunds.' }]);
    for (const id of ['999999999', 'x', '0']) {
      expect((await app.as(admin).call('addUserNote', { id, note: 'Who?' })).status).toBe(404);
      expect((await app.as(admin).call('listUserNotes', { id })).status).toBe(404);
    }
    const empty = await write(admin, agent, '   ');
    expect([empty.status, empty.refusal.msg]).toEqual([400, 'Write the note']);
    expect((await write(admin, agent, 'x'.repeat(1_001))).status).toBe(400);
  });

  it('is neither for whoever has a second account', async () => {
    const [agent, twin] = await Promise.all([app.make.user({ isAgent: true }), app.make.user()]);
    await makeOnePerson(app, agent, twin);
    expect((await write(agent, twin, 'A good customer')).status).toBe(403);
    expect((await app.as(agent).call('listUserNotes', { id: String(twin.userId) })).status).toBe(403);
  });

  it('comes in pages that skip none and show none twice', async () => {
    const [admin, ada] = await Promise.all([app.make.user({ isAdmin: true }), app.make.user()]);
    await app.owner.run(
      `insert into staff_actions (actor_id, action, subject, after, ip, request_id)
       select $1, 'addUserNote', $2, jsonb_build_object('note', 'note ' || n), '127.0.0.1', 'n' || n from generate_series(1, 101) n`,
      [admin.userId, `user ${ada.userId}`],
    );
    const seen: string[] = [];
    let before: string | null | undefined;
    do {
      const page: CallReply<'listUserNotes'> = await notesOf(
        admin,
        ada,
        before === undefined ? {} : { before: before ?? '' },
      );
      seen.push(...page.notes.map(({ note }) => note));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 101 }, (_, index) => `note ${101 - index}`));
  });
});
