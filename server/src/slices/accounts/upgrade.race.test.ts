import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import { untilBlocked } from '../../../test/pool.ts';

const app = useTestApp();

const buyer = () => app.make.user({ wallet: naira(1_500) });
const upgrade = (user: TestUser) =>
  app.as(user).call('upgradeToReseller', { id: String(user.userId), userType: 'reseller' });

it('a reward that is credited while one upgrades does not refuse the upgrade', async () => {
  const [first, ada, bola] = [await buyer(), await buyer(), await buyer()];
  // The first fee ever opens its account of the house, for which others wait.
  expect((await upgrade(first)).status).toBe(200);
  await app.owner.run('update users set referred_by = $2 where id = $1', [bola.userId, ada.userId]);

  const own = await app.owner.commit(async (db) => {
    // The upgrade has taken its fee when it comes to the sessions that it ends.
    await db.run('select from sessions where user_id = $1 for update', [ada.userId]);
    const waiting = upgrade(ada);
    await untilBlocked(app.owner, 1);
    expect((await upgrade(bola)).status).toBe(200);
    return { waiting };
  });
  expect((await own.waiting).status).toBe(200);
});
