/** What a key says of what waits for a second admin, and of the second admin's own word. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp, type Answer } from '../../../test/app.ts';
import { balanceOf, buyToDecide } from '../../../test/buying.ts';
import type { CallName } from '@jara/contract/paths.ts';
import type { TestUser } from '../../../test/make.ts';
import { byTwo, heldBy } from '../debits/testing/by-two.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000' } });
const { admin, topUp, ask, confirm } = byTwo(app);

const VOLLEY = 8;
const many = <T>(send: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: VOLLEY }, send));
const confirmBy = (by: TestUser, id: string, key: string) =>
  app.as(by).call('confirmStaffRequest', { id, reason: 'I saw the letter' }, { key });
const firsts = (answers: readonly Answer<CallName>[]) =>
  answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length;

it('what can be done once is asked for once, by whatever keys, and the key shows what became of it', async () => {
  const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
  const id = await topUp(ada, 500);
  const asked = await many(() => ask(boss, id, {}, { key: 'one' }));
  expect(new Set(asked.map((answer) => heldBy(answer)._id)).size).toBe(1);
  expect(firsts(asked)).toBe(1);
  const pressedAgain = await ask(boss, id, {}, { key: 'two' });
  expect(pressedAgain.headers.get('idempotent-replayed')).toBe('true');
  const held = heldBy(pressedAgain);
  expect(held._id).toBe(heldBy(asked[0] ?? expect.unreachable())._id);
  expect((await ask(boss, id, { amount: 1 }, { key: 'one' })).refusal.code).toBe('idempotency_key_reused');
  expect((await confirm(other, held)).status).toBe(200);
  const done = await ask(boss, id, {}, { key: 'one' });
  expect([done.status, done.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(done.reply.msg).toContain('₦500.00 is out of the wallet');
  expect(await balanceOf(app, ada)).toBe(0n);
});

it('a second admin who confirms a price many times at once hears a yes each time, and others a no', async () => {
  const [boss, other, third, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
  const special = { userId: String(ada.userId), productName: 'MTN-SME', price: 0.1, confirm: true };
  const wanted = { ...special, reason: 'A gift' };
  const { _id } = heldBy(await app.as(boss).call('setSpecialPrice', wanted));
  const answers = await many(() => confirmBy(other, _id, 'yes'));
  answers.push(await confirmBy(other, _id, 'yes'));
  expect(answers.map(({ status, body }) => [status, JSON.stringify(body)])).toEqual(
    answers.map(() => [200, expect.stringContaining('"state":"confirmed"')]),
  );
  expect(firsts(answers)).toBe(1);
  expect((await confirmBy(third, _id, 'yes')).refusal.code).toBe('not_waiting');
  expect((await confirmBy(other, _id, 'another')).refusal.code).toBe('not_waiting');
});

it('one key says yes to one request only', async () => {
  const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
  const [first, second] = [await topUp(ada, 100), await topUp(ada, 200)];
  const asked = [heldBy(await ask(boss, first)), heldBy(await ask(boss, second))] as const;
  const answers = await Promise.all(asked.map(({ _id }) => confirmBy(other, _id, 'yes')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.refusal.code).toBe('idempotency_key_reused');
  const left = await balanceOf(app, ada);
  expect([naira(100), naira(200)]).toContain(left);
});

it('whoever lost the session is shown nothing by a key', async () => {
  const [boss, other, ada] = [await admin(), await admin(), await app.make.user({ wallet: naira(2_000) })];
  const { _id } = heldBy(await ask(other, await topUp(ada, 100)));
  expect((await confirmBy(boss, _id, 'yes')).status).toBe(200);
  const decision = await buyToDecide(app, ada);
  expect((await app.as(boss).call('decideWaiting', decision, { key: 'one' })).status).toBe(200);
  expect((await app.as(boss).call('decideWaiting', decision, { key: 'one' })).status).toBe(200);
  await app.owner.run('delete from sessions where user_id = $1', [boss.userId]);
  expect((await app.as(boss).call('decideWaiting', decision, { key: 'one' })).refusal.code).toBe(
    'unauthenticated',
  );
  expect((await confirmBy(boss, _id, 'yes')).refusal.code).toBe('unauthenticated');
});
