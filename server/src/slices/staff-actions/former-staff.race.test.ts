/**
 * Whoever is dismissed, or logged out, while a call of theirs is under way does nothing by it: every call by which staff change something asks in
 * its own commit, after the lock that a dismissal holds. No process hears of the end: what it remembers says that all is well.
 */
import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { ownership } from '@jara/contract/roles.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import type { Db } from '../../platform/db.ts';
import { openAnyhow } from '../recovery/testing/closed-shop.ts';
import { somebodyWaits } from '../step-up/passkeys/testing/people.ts';

const app = useTestApp({ env: probeSettings });
afterEach(() => openAnyhow(app));
const stage = { app, receiverUrl: 'http://127.0.0.1:9' };

/** What does not ask, and why it need not. */
const without: Partial<Record<CallName, string>> = {
  previewMail: 'changes nothing',
  findAnything: 'changes nothing',
};

const changing = Object.values<CallShape & { name: CallName; method: string }>(api)
  .filter(
    ({ access, method, changesByGet }) =>
      ['staff', 'admin', 'vendor'].includes(access) && (method !== 'GET' || changesByGet !== undefined),
  )
  .map(({ name }) => name)
  .filter((name) => without[name] === undefined);
// Users send money by the call by which admins issue it.
const asking: CallName[] = [...changing, 'transferFund'];

/** Carries out `end` while what `ask` begins waits for the row of this one; gives the answer. */
async function endAmid<Answer>(
  { userId }: TestUser,
  end: (db: Db) => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const held = await app.owner.commit(async (db) => {
    await db.run('select from users where id = $1 for no key update', [userId]);
    const begun = ask();
    // What is answered at once asks for no lock.
    const answered = begun.then((answer) => expect.unreachable(`nobody waited: ${JSON.stringify(answer)}`));
    await Promise.race([somebodyWaits(app), answered]);
    await end(db);
    return { begun };
  });
  return held.begun;
}

const ends = [
  ['dismissed', 'forbidden', 'update users set is_admin = false, is_agent = false where id = $1'],
  ['logged out', 'unauthenticated', 'delete from sessions where user_id = $1'],
] as const;

describe.each(ends)('who is %s while the call waits gets %s, and nothing is done', (_how, code, sql) => {
  it.each(asking)('%s', async (name) => {
    const boss = await app.make.user({ isAdmin: true, wallet: naira(20_000) });
    const owner = ownership[name] === 'own' ? boss : await app.make.user({ wallet: naira(20_000) });
    const input = await probes[name](stage, { owner, caller: boss });
    const done = async () =>
      (
        await app.owner.get<{ count: bigint }>('select count(*) from staff_actions where actor_id = $1', [
          boss.userId,
        ])
      ).count;
    const before = await done();
    expect((await app.as(boss).call('getProfile')).status).toBe(200);
    const answer = await endAmid(
      boss,
      (db) => db.run(sql, [boss.userId]),
      () => app.as(boss).call(name, input),
    );
    expect(answer.refusal.code).toBe(code);
    expect(await done()).toBe(before);
  });
});
