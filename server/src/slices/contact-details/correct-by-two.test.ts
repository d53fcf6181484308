/** Whoever reads the mail of an account can take what it holds: beyond a sum no admin has it go elsewhere alone. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { byTwo, heldBy } from '../debits/testing/by-two.ts';
import { appointed } from '../staff-actions/testing/appointed.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_NEW_HOURS: '24' } });
const { admin, confirm, stepsOf } = byTwo(app);

const reason = 'The mailbox is gone';
const correct = (by: TestUser, { userId }: TestUser, body: Record<string, unknown>) =>
  app.as(by).call('correctContactDetails', { id: String(userId), reason, ...body });
const newEmailOf = ({ email }: TestUser) => `boss.reads.${email}`;
const correctEmail = (by: TestUser, user: TestUser) => correct(by, user, { email: newEmailOf(user) });
const customer = (sum: number) => app.make.user({ wallet: naira(sum) });
const reachedAt = async (user: TestUser) => (await app.as(user).call('getContactDetails')).reply;
const subjectsTo = async (address: string) => {
  await sendMails(app.context);
  return mailsTo(app, address).map(({ subject }) => subject);
};

describe('another e-mail address of an account that holds more than one of the staff may move alone', () => {
  it('is not set by one admin, who gets no link to a new password there', async () => {
    const [boss, ada] = [await admin(), await customer(500_000)];
    const held = heldBy(await correctEmail(boss, ada));
    expect(held).toMatchObject({
      call: 'correctContactDetails',
      subject: `user ${ada.userId}`,
      users: [ada.userName],
      amount: null,
      prices: null,
      contact: { email: { from: ada.email, to: newEmailOf(ada) }, phoneNumber: null, holds: 500_000 },
      reason,
      maker: boss.userName,
      state: 'waiting',
    });
    expect((await confirm(boss, held)).refusal.code).toBe('forbidden');
    for (const email of [newEmailOf(ada), ada.email])
      await app.anybody().call('requestPasswordReset', { email });
    expect(await subjectsTo(newEmailOf(ada))).toEqual([]);
    expect((await subjectsTo(ada.email)).filter((subject) => subject.includes('corrected'))).toEqual([]);
    expect((await reachedAt(ada)).email).toBe(ada.email);
    expect((await app.as(ada).call('getSecurity')).reply.moneyHeld).toBeNull();
  });

  it('is set when another admin confirms it, with all that a correction does, and once', async () => {
    const [boss, other, third, ada] = [await admin(), await admin(), await admin(), await customer(500_000)];
    const phoneNumber = `0903${ada.phone.slice(4)}`;
    const held = heldBy(await correct(boss, ada, { email: newEmailOf(ada), phoneNumber }));
    expect(held.contact?.phoneNumber).toEqual({ from: ada.phone, to: phoneNumber });
    const { reply } = await confirm(other, held);
    expect(reply.msg).toContain(newEmailOf(ada));
    expect(reply.staffRequest).toMatchObject({ state: 'confirmed', endedBy: other.userName });
    expect(await reachedAt(ada)).toMatchObject({
      email: newEmailOf(ada),
      phoneNumber,
      isEmailConfirmed: false,
    });
    expect((await app.as(ada).call('getSecurity')).reply.moneyHeld?.because).toBe('email_changed');
    expect(await subjectsTo(ada.email)).toContain('Your Jara e-mail address was corrected');
    const mail = mailsTo(app, third.email).find(({ subject }) => subject.startsWith('What somebody'));
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      `${boss.userName} corrected the e-mail address and phone number of ${ada.userName}, which a second admin confirmed.`,
    );
    expect((await confirm(third, held)).refusal.code).toBe('not_waiting');
    expect(await stepsOf(held, ada)).toEqual([
      { action: 'askSecondPerson', actor: boss.userId },
      { action: 'confirmStaffRequest', actor: other.userId },
      { action: 'correctContactDetails', actor: boss.userId },
    ]);
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });

  it('is confirmed neither by whose account it is, nor by the same person, nor for the same person', async () => {
    const [boss, twin, ada] = [await admin(), await admin(), await admin({ wallet: naira(2_000) })];
    const held = heldBy(await correctEmail(boss, ada));
    await app.owner.run(
      `insert into identities (user_id, kind, number_hash, last_four, person_hash, full_name, provider, consented_at)
       select id, 'bvn', sha256(user_name::bytea), '1234', sha256('boss'), 'B', 'test', now() from users where id = any($1)`,
      [[boss.userId, twin.userId]],
    );
    for (const who of [boss, twin, ada]) expect((await confirm(who, held)).refusal.code).toBe('forbidden');
    expect((await correctEmail(boss, twin)).refusal.code).toBe('forbidden');
    expect((await reachedAt(ada)).email).toBe(ada.email);
  });

  it('is not asked for where it could not be done', async () => {
    const [boss, ada, bola] = [await admin(), await customer(2_000), await app.make.user()];
    expect((await correct(boss, ada, { email: bola.email })).refusal.code).toBe('email_taken');
  });

  it('is refused where the owner has another one by now, and where somebody has it', async () => {
    const [boss, other, ada, bola] = [
      await admin(),
      await admin(),
      await customer(2_000),
      await customer(2_000),
    ];
    const [changed, taken] = [heldBy(await correctEmail(boss, ada)), heldBy(await correctEmail(boss, bola))];
    const set = (user: TestUser, email: string) =>
      app.owner.run('update users set email = $2 where id = $1', [user.userId, email]);
    await set(ada, `own.${ada.email}`);
    expect((await confirm(other, changed)).refusal.code).toBe('changed_meanwhile');
    await set(ada, newEmailOf(bola));
    expect((await confirm(other, taken)).refusal.code).toBe('email_taken');
    expect((await reachedAt(bola)).email).toBe(bola.email);
  });

  it('is confirmed also when the account holds another sum by now', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await customer(2_000)];
    const held = heldBy(await correctEmail(boss, ada));
    await app.as(ada).call('transferFund', { userName: boss.userName, amount: 1_500 });
    expect((await confirm(other, held)).status).toBe(200);
  });
});

describe('alone one admin corrects', () => {
  it('an account that holds no more than that, accounts that hold nothing, and phone numbers', async () => {
    const [boss, ada, rich] = [await admin(), await customer(1_000), await customer(500_000)];
    expect((await correctEmail(boss, ada)).status).toBe(200);
    for (let n = 0; n < 2; n += 1) expect((await correctEmail(boss, await app.make.user())).status).toBe(200);
    expect((await correct(boss, rich, { phoneNumber: `0904${rich.phone.slice(4)}` })).status).toBe(200);
  });

  it('accounts that together hold no more than that in a day; what a colleague confirmed is not in it', async () => {
    const [boss, other, rich] = [await admin(), await admin(), await customer(5_000)];
    expect((await confirm(other, heldBy(await correctEmail(boss, rich)))).status).toBe(200);
    expect((await correctEmail(boss, await customer(600))).status).toBe(200);
    heldBy(await correctEmail(boss, await customer(500)));
    expect((await correctEmail(boss, await customer(400))).status).toBe(200);
    heldBy(await correctEmail(boss, await customer(1)));
    expect((await correctEmail(other, await customer(500))).status).toBe(200);
  });

  it('nothing that holds money, where a colleague made them staff a moment ago', async () => {
    const [boss, puppet] = [await admin(), await admin()];
    await appointed(app, puppet, { by: boss, hoursAgo: 1 });
    const held = heldBy(await correctEmail(puppet, await customer(1)));
    expect((await confirm(boss, held)).refusal.code).toBe('forbidden');
    expect((await correctEmail(puppet, await app.make.user())).status).toBe(200);
  });
});

it('the second admin is told by mail that it waits, and of nobody whose account it is', async () => {
  const [boss, other, ada] = [await admin(), await admin(), await customer(2_000)];
  heldBy(await correctEmail(boss, ada));
  await sendMails(app.context);
  const mail = mailsTo(app, other.email).find(({ subject }) => subject.includes('second admin'));
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    `${boss.userName} asked to correct the e-mail address of somebody with money. Nothing was done yet.`,
  );
  for (const secret of [ada.userName, newEmailOf(ada)]) expect(mail?.text).not.toContain(secret);
});
