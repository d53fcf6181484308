/** What is bought on a new device counts with what is sent from there, and is decided where every purchase is: in the database, at once. */
import { naira } from '@jara/contract/money.ts';
import { expect, it } from 'vitest';
import { numberOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useShop({ env: { NEW_DEVICE_CAP_NAIRA: '2000' } });

const logIn = async ({ userName, password }: TestUser) =>
  (await app.anybody().call('login', { userName, password })).reply.token;
async function atHome(wallet = 50_000) {
  const ada = await app.make.user({ wallet: naira(wallet) });
  return { ...ada, token: await logIn(ada) };
}
/** Airtime at 99 % of its face value. */
const buy = (who: { token: string }, amount: number, ending = '5555') =>
  app.as(who).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', ending), amount, force: true });
const leftOn = async (token: string) =>
  (await app.as({ token }).call('getSecurity')).reply.sendingLimit?.left ?? null;
const balanceOf = async (ada: TestUser) => (await app.as(ada).call('getProfile')).reply.user.balance;

it('of purchases at the same moment, on several new devices, no more gets through than the cap', async () => {
  const ada = await atHome();
  const devices = [await logIn(ada), await logIn(ada), await logIn(ada)];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => buy({ token: devices[n % devices.length] ?? '' }, 400)),
  );
  // 396 naira each: five come to 1,980.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ refusal }) => refusal.code))).toEqual(new Set(['new_device_cap']));
  expect(refused[0]?.refusal.msg).toMatch(
    /^New device: ₦2,000\.00 limit until (today|tomorrow) \d\d:\d\d\. ₦20\.00 is left$/,
  );
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(80_000);
  expect(await balanceOf(ada)).toBe(48_020);
  // The owner's device is not limited, and takes nothing from what the others have.
  expect((await buy(ada, 5_000)).status).toBe(200);
  expect(await leftOn(devices[0] ?? '')).toBe(20);
});

it('purchases, transfers and the upgrade share it', async () => {
  const [ada, mule] = [await atHome(), await app.make.user()];
  const token = await logIn(ada);
  expect((await buy({ token }, 1_000)).status).toBe(200);
  const send = (amount: number) =>
    app.as({ token }).call('transferFund', { userName: mule.userName, amount, force: true });
  expect((await send(1_011)).refusal.code).toBe('new_device_cap');
  expect((await send(500)).status).toBe(200);
  expect(await leftOn(token)).toBe(510);
  const upgrade = await app
    .as({ token })
    .call('upgradeToReseller', { id: String(ada.userId), userType: 'reseller' });
  expect(upgrade.refusal.code).toBe('new_device_cap');
  expect((await app.as(ada).call('getProfile')).reply.user.userType).toBe('smart earner');
  expect((await buy({ token }, 600)).refusal.code).toBe('new_device_cap');
  expect((await buy({ token }, 500)).status).toBe(200);
});

it('the exact rest buys', async () => {
  const [ada, mule] = [await atHome(), await app.make.user()];
  const token = await logIn(ada);
  const send = { userName: mule.userName, amount: 1_010 };
  expect((await app.as({ token }).call('transferFund', send)).status).toBe(200);
  expect((await buy({ token }, 1_000)).status).toBe(200);
  expect(await leftOn(token)).toBe(0);
});

it('what the supplier refused counts no more, and a key that was used is answered first', async () => {
  const ada = await atHome();
  const token = await logIn(ada);
  expect((await buy({ token }, 2_000, '0001')).status).toBe(422);
  expect(await leftOn(token)).toBe(2_000);
  const input = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 2_000 };
  const first = await app.as({ token }).call('buyAirtime', input, { key: 'once' });
  expect(first.status).toBe(200);
  const again = await app.as({ token }).call('buyAirtime', input, { key: 'once' });
  expect([again.status, again.reply.receipt._id]).toEqual([200, first.reply.receipt._id]);
  expect((await buy({ token }, 100)).refusal.code).toBe('new_device_cap');
});

it('an API token is no device', async () => {
  const ada = await atHome();
  const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
    .reply;
  await logIn(ada);
  expect((await buy({ token: apiToken }, 5_000)).status).toBe(200);
});
