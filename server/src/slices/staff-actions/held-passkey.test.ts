import type { HeldReply } from '@jara/contract/calls/review-queue.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { addPasskey, askedIn } from '../step-up/passkeys/testing/people.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000' } });

it('what waits keeps no answer of a passkey, so that the same with another answer is the same request', async () => {
  const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
  const { passkey, recoveryCodes } = await addPasskey(app, boss);
  const first = { password: boss.password, pin: '4711', pinCheck: '4711', code: recoveryCodes[0] };
  expect((await app.as(boss).call('setPin', first)).status).toBe(200);
  const input = { userName: ada.userName, amount: 1_100, reason: 'Their bank wrote' };
  const ask = async () => {
    const asked = askedIn(await app.as(boss).call('transferFund', input));
    const held = await app.as(boss).call('transferFund', { ...input, passkey: passkey.answer(asked) });
    expect(held.status).toBe(202);
    return (held.body as HeldReply).staffRequest; // the document says so of this status
  };
  const { _id: id } = await ask();
  const { body } = await app.context.pool.get<{ body: object }>(
    'select body from staff_requests where id = $1',
    [id],
  );
  expect(body).toEqual(input);
  expect((await ask())._id).toBe(id);
});
