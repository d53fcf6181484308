import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp, type TestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { messagesTo, phoneCodeOf, sendTextNotices } from '../../../test/text-messages.ts';
import { textNotice } from './words.ts';

const app = useTestApp({ env: { SMS_PER_NUMBER_AND_DAY: '3' } });

let numbers = 0;
/** Its last four digits choose what the carrier of the sandbox does. */
function newPhone(digits = '5555'): string {
  numbers += 1;
  return `0806${String(numbers).padStart(3, '0')}${digits}`;
}
async function userWith(phone: string, at: Pick<TestApp, 'make' | 'owner'> = app): Promise<TestUser> {
  const user = await at.make.user();
  await at.owner.run('update users set phone = $2 where id = $1', [user.userId, phone]);
  return { ...user, phone };
}
async function changeTo(user: TestUser, phoneNumber: string): Promise<void> {
  expect((await app.as(user).call('changePhone', { phoneNumber, password: user.password })).status).toBe(200);
  const code = phoneCodeOf(app, phoneNumber);
  expect((await app.as(user).call('confirmPhone', { code })).status).toBe(200);
}
async function correctTo(
  user: TestUser,
  phoneNumber: string,
  at: Pick<TestApp, 'make' | 'as'> = app,
): Promise<void> {
  const boss = await at.make.user({ isAdmin: true });
  const body = { id: String(user.userId), reason: 'Typed wrongly at the counter', phoneNumber };
  expect((await at.as(boss).call('correctContactDetails', body)).status).toBe(200);
}
const noticesTo = (phone: string, at: Pick<TestApp, 'sandbox'> = app): string[] =>
  messagesTo(at, phone)
    .map(({ text }) => text)
    .filter((text) => text.includes('phone number of your account'));
const queued = () =>
  app.owner.rows<{ phone: string; tries: number }>('select phone, tries from text_notices');
const makeDue = () => app.owner.run('update text_notices set next_try_at = now()');

describe('a phone number that was changed', () => {
  it('is told to the old number and to the new one, after the commit and by nobody who waits for it', async () => {
    const [old, phone] = [newPhone(), newPhone()];
    const ada = await userWith(old);
    await changeTo(ada, phone);
    expect([noticesTo(old), noticesTo(phone)]).toEqual([[], []]);
    await sendTextNotices(app.context);
    const words = textNotice('phone_changed', app.context.config.brand);
    expect([noticesTo(old), noticesTo(phone)]).toEqual([[words], [words]]);
    expect(await queued()).toEqual([]);
  });

  it('by staff is told to both in words of its own', async () => {
    const [old, phone] = [newPhone(), newPhone()];
    await correctTo(await userWith(old), phone);
    await sendTextNotices(app.context);
    const words = textNotice('phone_corrected', app.context.config.brand);
    expect([noticesTo(old), noticesTo(phone)]).toEqual([[words], [words]]);
  });

  it('is told to nobody where it only was confirmed, nor when the change was refused', async () => {
    const [ada, bola] = [await userWith(newPhone()), await userWith(newPhone())];
    await app.as(ada).call('sendPhoneCode');
    await app.as(ada).call('confirmPhone', { code: phoneCodeOf(app, ada.phone) });
    await app.as(ada).call('changePhone', { phoneNumber: bola.phone, password: ada.password });
    const taken = await app.as(ada).call('confirmPhone', { code: phoneCodeOf(app, bola.phone) });
    expect(taken.refusal.code).toBe('phone_taken');
    await sendTextNotices(app.context);
    expect([noticesTo(ada.phone), noticesTo(bola.phone)]).toEqual([[], []]);
  });

  it('stands though the carrier takes nothing: the message is tried again for a day, and no longer', async () => {
    const [old, phone] = [newPhone('0001'), newPhone()];
    await changeTo(await userWith(old), phone);
    await sendTextNotices(app.context);
    expect(noticesTo(phone)).toHaveLength(1);
    expect(await queued()).toEqual([{ phone: old, tries: 1 }]);
    await makeDue();
    await sendTextNotices(app.context);
    expect(await queued()).toEqual([{ phone: old, tries: 2 }]);
    await app.owner.run(`update text_notices set created_at = now() - interval '25 hours'`);
    await makeDue();
    await sendTextNotices(app.context);
    expect(await queued()).toEqual([]);
  });

  it('is told once when nobody knows whether the message left, also after a crash', async () => {
    const [old, phone] = [newPhone('0004'), newPhone()];
    await correctTo(await userWith(old), phone);
    await app.owner.run(`update text_notices set state = 'sending' where phone = $1`, [phone]);
    await sendTextNotices(app.context);
    expect(noticesTo(old)).toHaveLength(1);
    expect(noticesTo(phone)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('is told to one number so often in a day; the mail goes in any case', async () => {
    const old = newPhone();
    const ada = await userWith(old);
    for (let time = 0; time < 5; time += 1) await correctTo(ada, time % 2 === 0 ? newPhone() : old);
    await sendTextNotices(app.context);
    expect(noticesTo(old)).toHaveLength(3);
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(5);
  });

  it('is told by mail alone where no text messages are sent', async () => {
    const own = await startTestApp({ env: { SMS_ENABLED: 'off' } });
    try {
      const [old, phone] = [newPhone(), newPhone()];
      const ada = await userWith(old, own);
      await correctTo(ada, phone, own);
      expect(await own.owner.rows('select from text_notices')).toEqual([]);
      await sendMails(own.context);
      expect(mailsTo(own, ada.email)).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });
});

it.each(['phone_changed', 'phone_corrected'] as const)('fits into one message: %s', (kind) => {
  expect(textNotice(kind, app.context.config.brand).length).toBeLessThanOrEqual(160);
});
