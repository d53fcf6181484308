/** What happens to an answer of a passkey that came with an idempotency key, while it is looked at. */
import { randomBytes } from 'node:crypto';
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../../test/app.ts';
import { refuse } from '../../../platform/refuse.ts';
import { askForPasskey } from './ask-for-passkey.ts';
import { addPasskey, askedIn } from './testing/people.ts';
import { SoftwarePasskey } from './testing/software-passkey.ts';
import { passkeyRule, withPasskey } from './use-passkey.ts';

const app = useTestApp();

async function owner() {
  const passkey = new SoftwarePasskey();
  const ada = await app.make.user({ wallet: naira(5_000) });
  const [code] = (await addPasskey(app, ada, passkey)).recoveryCodes;
  await app.as(ada).call('setPin', { password: ada.password, pin: '2580', pinCheck: '2580', code });
  return { ada, passkey };
}

it('a failure of ours says nothing of it: the same answer is looked at again', async () => {
  const { ada, passkey } = await owner();
  const [sessionHash, requestHash] = [randomBytes(32), randomBytes(32)];
  const purpose = { purpose: 'step_up', userId: ada.userId, sessionHash, requestHash } as const;
  const asked = await askForPasskey(app.context, purpose);
  if (asked === undefined) throw new Error('no passkey is asked for');
  const rule = passkeyRule(app.context, [String(ada.userId)]);
  const given = { purpose, answer: passkey.answer(asked), rule, key: 'one' };
  const fails = withPasskey(app.context, given, async () => refuse('unavailable'));
  await expect(fails).rejects.toMatchObject({ code: 'unavailable' });
  // Longer than anybody looks at one.
  await app.owner.run(
    `update passkey_challenges set answered_at = answered_at - interval '6 seconds' where user_id = $1`,
    [ada.userId],
  );
  expect(await withPasskey(app.context, given, async () => 'done')).toBe('done');
});

it('of two who looked at it, since the first took long, one pays', async () => {
  const { ada, passkey } = await owner();
  const airtime = { network: 1, mobile_number: '08031234567', amount: 100 };
  const buy = (more = {}) => app.as(ada).call('buyAirtime', { ...airtime, ...more }, { key: 'one' });
  const answer = passkey.answer(askedIn(await buy()));
  const slow = await app.owner.commit(async (db) => {
    // Until here it is looked at, and its use is not noted.
    await db.run('select from users where id = $1 for no key update', [ada.userId]);
    const sent = buy({ passkey: answer });
    const looksAt = 'select from passkey_challenges where user_id = $1 and answer_hash is not null';
    await expect.poll(() => db.find(looksAt, [ada.userId]), { interval: 20 }).toBeDefined();
    await db.run('update passkey_challenges set noted_at = now() where user_id = $1', [ada.userId]);
    return { sent };
  });
  const { status, refusal } = await slow.sent;
  expect([status, refusal.code]).toEqual([409, 'idempotency_in_progress']);
  expect((await app.as(ada).call('getProfile')).reply.user.balance).toBe(5_000);
});
