/** Whoever has taken over the account of an admin stops first who could stop them: each of the others hears of it. */
import type { Standing } from '@jara/contract/constants.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useTestApp();
const set = async (by: TestUser, user: TestUser, standing: Standing, reason = 'Has left the desk.') => {
  const input = { id: String(user.userId), standing, reason };
  expect((await app.as(by).call('setStanding', input)).status).toBe(200);
};
const mailed = async ({ email }: TestUser, what: 'stopped' | 'opened again' = 'stopped') => {
  await sendMails(app.context);
  return mailsTo(app, email)
    .filter(({ subject }) => subject === `The account of a colleague was ${what}`)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '));
};
const people = async (rights: object) => ({
  boss: await app.make.user({ isAdmin: true }),
  other: await app.make.user({ isAdmin: true }),
  ada: await app.make.user(rights),
});

it.each([
  ['restricted', 'admin', { isAdmin: true }],
  ['suspended', 'agent', { isAgent: true }],
  ['closed', 'admin and coupon vendor', { isAdmin: true, isCouponVendor: true }],
] as const)(
  'that a colleague is %s is told to every other admin, with who did it and why: %s',
  async (standing, is, rights) => {
    const { boss, other, ada } = await people(rights);
    await set(boss, ada, standing);
    await set(boss, ada, standing);
    const words = `${boss.userName} set the account of ${ada.userName}, who is ${is}, to ${standing}. The reason: Has left the desk. `;
    expect(await mailed(other)).toEqual([expect.stringContaining(words)]);
    expect(await mailed(boss)).toHaveLength(1);
    expect(await mailed(ada)).toEqual([]);
  },
);

it('is told each time, and not when the account is active again', async () => {
  const { boss, other, ada } = await people({ isAgent: true });
  for (const standing of ['restricted', 'suspended', 'active', 'suspended', 'active'] as const)
    await set(boss, ada, standing);
  expect(await mailed(other)).toHaveLength(3);
});

it('that it is opened again is told, too, without the reason', async () => {
  const { boss, other, ada } = await people({ isAdmin: true });
  await set(boss, ada, 'suspended');
  await set(boss, ada, 'active', 'It was not her');
  const words = `${boss.userName} set the account of ${ada.userName}, who is admin, to active. `;
  expect(await mailed(other, 'opened again')).toEqual([expect.stringContaining(words)]);
  expect(await mailed(ada, 'opened again')).toHaveLength(1);
  expect((await mailed(ada, 'opened again')).join('')).not.toContain('It was not her');
  expect(await mailed(ada)).toEqual([]);
});

it('is not told of users and coupon vendors', async () => {
  const { boss, other, ada } = await people({ isCouponVendor: true });
  await set(boss, ada, 'suspended');
  await set(boss, await app.make.user(), 'restricted');
  expect(await mailed(other)).toEqual([]);
});
