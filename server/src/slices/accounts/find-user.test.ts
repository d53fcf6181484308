import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { findUser } from './find-user.ts';

const app = useTestApp();

it('a username that reads as a phone number is that of who has it: no coupon goes to the owner of the number', async () => {
  const [named, numbered] = [await app.make.user(), await app.make.user()];
  const [name, phone] = ['8031239876', '08031239876'];
  await app.owner.run('update users set user_name = $2 where id = $1', [named.userId, name]);
  await app.owner.run('update users set phone = $2 where id = $1', [numbered.userId, phone]);

  expect((await findUser(app.context.pool, name))?.id).toBe(named.userId);
  for (const text of [phone, '+234 803 123 9876', '0803\u2011123\u20119876'])
    expect((await findUser(app.context.pool, text))?.id).toBe(numbered.userId);
  const session = await app.anybody().call('login', { userName: name, password: named.password });
  expect(session.status).toBe(200);

  const vendor = await app.make.user({ isCouponVendor: true, wallet: naira(1_000) });
  const shown = await app.as(vendor).call('validateUser', { userName: name });
  expect(shown.status).toBe(200);
  await app.as(vendor).call('generateCoupon', { userAccount: name, amount: 500 });
  const { owner } = await app.owner.get<{ owner: bigint }>(
    'select owner_id as owner from coupons where maker_id = $1',
    [vendor.userId],
  );
  expect(owner).toBe(named.userId);

  await app.owner.run('update users set user_name = $2 where id = $1', [named.userId, 'renamed_for_good']);
  expect((await findUser(app.context.pool, name))?.id).toBe(numbered.userId);
});
