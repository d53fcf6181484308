/** A database of its own: who the admins are is counted. */
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';

const app = useTestApp();

it('keeps one admin who can act, also when two stop each other at once', async () => {
  await app.owner.run('update users set is_admin = false where is_admin');
  const [ada, bola] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAdmin: true })];
  const stop = (by: typeof ada, other: typeof ada) =>
    app.as(by).call('setStanding', { id: String(other.userId), standing: 'suspended', reason: 'fraud' });
  const answers = await Promise.all([stop(ada, bola), stop(bola, ada)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const [left, gone] = answers[0].status === 200 ? [ada, bola] : [bola, ada];
  expect((await app.as(left).call('listUsers')).status).toBe(200);
  const { refusal } = await app.as(left).call('closeAccount', { password: left.password });
  expect(refusal.code).toBe('last_admin');
  expect((await app.as(gone).call('listUsers')).status).toBe(401);
});
