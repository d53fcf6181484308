/** What leaves an account of which neither the e-mail address nor the phone number is confirmed: a limited sum within 24 hours. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { numberOf, useShop } from '../../../test/buying.ts';
import { emailTokenOf, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { phoneCodeOf } from '../../../test/text-messages.ts';
import { accountEnding, createFakeBank } from '../withdrawals/testing/fake-bank.ts';

const app = useShop({
  env: { UNPROVED_CAP_NAIRA: '2000', NEW_DEVICE_CAP_NAIRA: '5000', PURCHASE_WAIT_MS: '5000' },
});
const usual = useShop();
const { validate, withdraw, withdrawTo, holds } = createFakeBank(app);

const somebody = () => app.make.user({ wallet: naira(50_000) });
const logIn = async ({ userName, password }: TestUser) =>
  (await app.anybody().call('login', { userName, password })).reply.token;
/** Airtime at 99 % of its face value. */
const buy = (who: { token: string }, amount: number, ending = '5555') =>
  app.as(who).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', ending), amount, force: true });
const send = (who: { token: string }, mule: TestUser, amount: number) =>
  app.as(who).call('transferFund', { userName: mule.userName, amount, force: true });
const limitOn = async ({ token }: { token: string }) =>
  (await app.as({ token }).call('getSecurity')).reply.sendingLimit;
const leftOf = async (who: { token: string }) => (await limitOn(who))?.left ?? null;

async function confirmEmail(ada: TestUser): Promise<void> {
  await app.as(ada).call('sendEmailLink');
  await sendMails(app.context);
  const token = emailTokenOf(app, ada.email);
  expect((await app.anybody().call('answerEmailLink', { token, answer: 'confirm' })).status).toBe(200);
}

describe('from an account that nobody proved to be theirs', () => {
  it('as much as ever leaves in a sandbox', async () => {
    const ada = await usual.make.user({ wallet: naira(50_000) });
    const input = { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 40_000 };
    expect((await usual.as(ada).call('getSecurity')).reply.sendingLimit).toBeNull();
    expect((await usual.as(ada).call('buyAirtime', input)).status).toBe(200);
  });

  it('what is bought, sent and withdrawn, and bought by an API token, comes to the cap; then nothing moves', async () => {
    const [ada, mule] = [await somebody(), await app.make.user()];
    const { password } = ada;
    expect(await limitOn(ada)).toEqual({ reason: 'unproved', amount: 2_000, until: null, left: 2_000 });
    // Tokens are made: what they spend counts.
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password })).reply;
    expect((await buy(ada, 500)).status).toBe(200);
    expect((await send(ada, mule, 400)).status).toBe(200);
    expect((await withdrawTo(ada, '1234', 300)).status).toBeLessThan(300);
    expect((await buy({ token: apiToken }, 500)).status).toBe(200);
    expect(await leftOf(ada)).toBe(310);
    const before = await holds(ada);
    const accountNumber = accountEnding('1234');
    await validate(ada, accountNumber);
    const answers = [
      await buy(ada, 320),
      await buy({ token: apiToken }, 320),
      await send(ada, mule, 311),
      await withdraw(ada, accountNumber, 311),
    ];
    for (const { status, refusal } of answers) {
      expect([status, refusal.code, refusal.msg]).toEqual([
        409,
        'unproved_cap',
        'E-mail address not confirmed: ₦2,000.00 limit within 24 hours. ₦310.00 is left. Confirm it to end the limit',
      ]);
    }
    const upgrade = await app
      .as(ada)
      .call('upgradeToReseller', { id: String(ada.userId), userType: 'reseller' });
    expect(upgrade.refusal.code).toBe('unproved_cap');
    expect(await holds(ada)).toBe(before);
    expect((await send(ada, mule, 310)).status).toBe(200);
    expect((await send(ada, mule, 1)).refusal.msg).toContain('Nothing is left. ');
  });

  it('of purchases and transfers at the same moment no more gets through', async () => {
    const [ada, mule] = [await somebody(), await app.make.user()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? buy(ada, 600) : send(ada, mule, 594))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await holds(ada)).toBe(naira(50_000 - 3 * 594));
  });

  it('what came back counts no more, and what left a day ago neither', async () => {
    const [ada, mule] = [await somebody(), await app.make.user()];
    expect((await buy(ada, 2_000, '0001')).status).toBe(422);
    expect((await withdrawTo(ada, '0001', 2_000)).status).toBe(422);
    expect(await leftOf(ada)).toBe(2_000);
    expect((await send(ada, mule, 2_000)).status).toBe(200);
    expect((await buy(ada, 100)).refusal.code).toBe('unproved_cap');
    await app.owner.run(
      `update new_device_sends set sent_at = sent_at - interval '24 hours' where user_id = $1`,
      [ada.userId],
    );
    expect((await send(ada, mule, 2_000)).status).toBe(200);
  });
});

describe('the limit ends', () => {
  it('at once, in every session and for every API token, when the e-mail address is confirmed', async () => {
    const [ada, mule] = [await somebody(), await app.make.user()];
    const { apiToken } = (await app.as(ada).call('createApiToken', { name: 'till', password: ada.password }))
      .reply;
    for (const who of [ada, { token: apiToken }]) {
      expect((await buy(who, 3_000)).refusal.code).toBe('unproved_cap');
    }
    await confirmEmail(ada);
    expect(await limitOn(ada)).toBeNull();
    for (const who of [ada, { token: apiToken }]) expect((await buy(who, 3_000)).status).toBe(200);
    expect((await send(ada, mule, 20_000)).status).toBe(200);
  });

  it('when the phone number is confirmed, and begins anew where staff correct the only proof', async () => {
    const [ada, admin] = [await somebody(), await app.make.user({ isAdmin: true })];
    await confirmEmail(ada);
    expect((await buy(ada, 100)).status).toBe(200);
    const corrected = await app.as(admin).call('correctContactDetails', {
      id: String(ada.userId),
      email: `other.${ada.email}`,
      reason: 'Typing mistake',
    });
    expect(corrected.status).toBe(200);
    expect(await limitOn(ada)).toMatchObject({ reason: 'unproved' });
    // The carrier of the sandbox delivers by the last digits.
    const phone = '08059005555';
    await app.owner.run('update users set phone = $2 where id = $1', [ada.userId, phone]);
    await app.as(ada).call('sendPhoneCode');
    expect((await app.as(ada).call('confirmPhone', { code: phoneCodeOf(app, phone) })).status).toBe(200);
    expect(await limitOn(ada)).toBeNull();
  });
});

it('on a new device the lower of the two limits holds, and both count what left from either', async () => {
  const [ada, mule] = [await somebody(), await app.make.user()];
  const home = { token: await logIn(ada) };
  const elsewhere = { token: await logIn(ada) };
  expect(await limitOn(elsewhere)).toMatchObject({ reason: 'unproved', amount: 2_000 });
  expect((await send(home, mule, 1_500)).status).toBe(200);
  expect((await send(elsewhere, mule, 501)).refusal.code).toBe('unproved_cap');
  const { password } = ada;
  const token = await app.as(elsewhere).call('createApiToken', { name: 'mine', password });
  expect(token.refusal.code).toBe('new_device_cap');
  await confirmEmail({ ...ada, ...home });
  expect(await limitOn(home)).toBeNull();
  expect(await limitOn(elsewhere)).toMatchObject({ reason: 'new_device', amount: 5_000, left: 3_500 });
  expect((await send(elsewhere, mule, 3_501)).refusal.code).toBe('new_device_cap');
});
