import { expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';

const app = useTestApp();

it('tells the owner by mail of each change in what guards the account, without a secret in it', async () => {
  const ada = await app.make.user();
  const { password } = ada;
  const as = app.as(ada);
  expect((await as.call('setPin', { password, pin: '2580', pinCheck: '2580' })).status).toBe(200);
  expect((await as.call('removePin', { password, oldPin: '2580' })).status).toBe(200);
  const { apiToken } = (await as.call('createApiToken', { name: 'till', password })).reply;
  const { setupKey } = (await as.call('beginTotp', { password })).reply;
  await as.call('confirmTotp', { code: codeOf(setupKey) });
  expect((await as.call('removeTotp', { password, code: codeOf(setupKey, 1) })).status).toBe(200);
  // Freezing what is frozen already, and a lower limit, are no news.
  for (const call of ['freezeWallet', 'freezeWallet'] as const)
    expect((await as.call(call)).status).toBe(200);
  expect((await as.call('unfreezeWallet', { password })).status).toBe(200);
  for (const amount of [500, 400, 600])
    expect((await as.call('setSpendingLimit', { amount, password })).status).toBe(200);
  expect((await as.call('removeSpendingLimit', { password })).status).toBe(200);
  await sendMails(app.context);
  const mails = mailsTo(app, ada.email);
  expect(mails).toHaveLength(9);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set([
      'Your Jara PIN was set',
      'Your Jara PIN was removed',
      'Your Jara account has a new API token',
      'Your Jara two-step login is on',
      'Your Jara two-step login is off',
      'Your Jara wallet is frozen',
      'Your Jara wallet is not frozen any more',
      'Your Jara daily limit was raised',
      'Your Jara daily limit was removed',
    ]),
  );
  const texts = mails.map(({ text }) => text).join('\n');
  for (const secret of [password, apiToken, setupKey, '2580']) expect(texts).not.toContain(secret);
  expect(texts).toContain(ada.userName);
  expect(texts.match(/\/requestPasswordReset/g)).toHaveLength(9);
});

it('tells nothing of a change that was refused', async () => {
  const ada = await app.make.user();
  await app.as(ada).call('setPin', { password: 'not it at all', pin: '2580', pinCheck: '2580' });
  await app.as(ada).call('createApiToken', { name: 'till', password: 'not it at all' });
  await sendMails(app.context);
  expect(mailsTo(app, ada.email)).toEqual([]);
});

it('tells ten changes in an hour, and beyond them still one of each kind', async () => {
  const [ada, bayo] = [await app.make.user(), await app.make.user()];
  const { password } = ada;
  const as = app.as(ada);
  for (let time = 0; time < 8; time += 1) {
    expect((await as.call('freezeWallet')).status).toBe(200);
    expect((await as.call('unfreezeWallet', { password })).status).toBe(200);
  }
  await sendMails(app.context);
  expect(mailsTo(app, ada.email)).toHaveLength(10);
  for (let time = 0; time < 2; time += 1) {
    expect(
      (await as.call('setPin', { password, pin: '2580', pinCheck: '2580', oldPin: '2580' })).status,
    ).toBe(200);
  }
  // The way back into the account is never among what is left out.
  await app.anybody().call('requestPasswordReset', { email: ada.email });
  expect((await app.as(bayo).call('freezeWallet')).status).toBe(200);
  await sendMails(app.context);
  const later = mailsTo(app, ada.email).slice(10);
  expect(later.map(({ subject }) => subject).toSorted()).toEqual([
    'Set a new Jara password',
    'Your Jara PIN was set',
  ]);
  expect(mailsTo(app, bayo.email)).toHaveLength(1);
});
