/** Whoever is an admin may all that admins may: where two stand behind money, two make another one. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { byTwo, heldBy } from '../debits/testing/by-two.ts';
import { appointed } from '../staff-actions/testing/appointed.ts';

const settings = { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_NEW_HOURS: '24' };
const app = useTestApp({ env: settings });
const { admin, confirm, stepsOf } = byTwo(app);

const nothing = { isAdmin: false, isAgent: false, isCouponVendor: false };
const asAdmin = { ...nothing, isAdmin: true };
const set = (by: TestUser, { userId }: TestUser, rights: object, more: object = {}) =>
  app.as(by).call('setRoles', {
    id: String(userId),
    ...rights,
    reason: 'Second in command',
    password: by.password,
    ...more,
  });
const rightsOf = async (user: TestUser) => {
  const { isAdmin, isAgent, isCouponVendor } = (await app.as(user).call('getProfile')).reply;
  return { isAdmin, isAgent, isCouponVendor };
};

describe('another admin', () => {
  it('is not made by one alone, and nobody is told that one was', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const held = heldBy(await set(boss, ada, asAdmin));
    expect(held).toMatchObject({
      call: 'setRoles',
      subject: `user ${ada.userId}`,
      users: [ada.userName],
      amount: null,
      prices: null,
      contact: null,
      rights: { from: nothing, to: asAdmin },
      reason: 'Second in command',
      maker: boss.userName,
      state: 'waiting',
      input: { ...asAdmin, id: String(ada.userId), reason: 'Second in command' },
    });
    expect(await rightsOf(ada)).toEqual(nothing);
    await sendMails(app.context);
    const subjects = mailsTo(app, other.email).map(({ subject }) => subject);
    expect(subjects).not.toContain('Somebody was made staff');
    const asked = mailsTo(app, other.email).find(({ subject }) => subject.includes('second admin'));
    expect(asked?.text.replaceAll(/\s+/g, ' ')).toContain(
      `${boss.userName} asked to make somebody an admin, or one an admin no more, or let one do more in a day. Nothing was done yet.`,
    );
    expect(asked?.text).not.toContain(ada.userName);
    for (const who of [boss, ada]) expect((await confirm(who, held)).refusal.code).toBe('forbidden');
  });

  it('is made also when it was asked for in the version before, which wrote the rights of then only', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const held = heldBy(await set(boss, ada, asAdmin));
    await app.owner.run(`update staff_requests set rights = rights -> 'from' where id = $1`, [held._id]);
    expect((await confirm(other, held)).reply).toMatchObject({ msg: `${ada.userName} is admin` });
  });

  it('is made when a second one confirms it, once, in the name of who asked', async () => {
    const [boss, other, third] = [await admin(), await admin(), await admin()];
    const ada = await app.make.user({ isAgent: true });
    const held = heldBy(await set(boss, ada, asAdmin));
    const { reply } = await confirm(other, held);
    expect(reply).toMatchObject({
      msg: `${ada.userName} is admin`,
      staffRequest: { state: 'confirmed', endedBy: other.userName },
    });
    const login = { userName: ada.userName, password: ada.password };
    expect((await app.anybody().call('login', login)).reply.isAdmin).toBe(true);
    expect((await confirm(third, held)).refusal.code).toBe('not_waiting');
    await sendMails(app.context);
    expect(mailsTo(app, third.email).map(({ subject }) => subject)).toContain('Somebody was made staff');
    expect(await stepsOf(held, ada)).toEqual([
      { action: 'askSecondPerson', actor: boss.userId },
      { action: 'confirmStaffRequest', actor: other.userId },
      { action: 'setRoles', actor: boss.userId },
    ]);
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });

  it('is asked for with the own password and code, of which nothing is kept and which work once', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const { setupKey } = (await app.as(boss).call('beginTotp', { password: boss.password })).reply;
    await app.as(boss).call('confirmTotp', { code: codeOf(setupKey) });
    const code = codeOf(setupKey, 1);
    expect((await set(boss, ada, asAdmin)).refusal.code).toBe('totp_required');
    expect((await set(boss, ada, asAdmin, { password: 'x' })).refusal.code).toBe('wrong_password');
    const held = heldBy(await set(boss, ada, asAdmin, { code }));
    expect((await set(boss, ada, asAdmin, { code })).refusal.code).toBe('wrong_code');
    const saved = await app.context.pool.get<{ body: object }>(
      'select body from staff_requests where id = $1',
      [BigInt(held._id)],
    );
    expect(saved.body).toEqual({ ...asAdmin, reason: 'Second in command' });
    expect((await confirm(other, held)).status).toBe(200);
  });

  it('is not made once more where it is one by now', async () => {
    const [boss, other, third, ada] = [await admin(), await admin(), await admin(), await app.make.user()];
    const [first, second] = [heldBy(await set(boss, ada, asAdmin)), heldBy(await set(third, ada, asAdmin))];
    expect((await confirm(other, first)).status).toBe(200);
    expect((await confirm(other, second)).refusal.code).toBe('changed_meanwhile');
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });

  it('is not made where who asked is no admin any more', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const held = heldBy(await set(boss, ada, asAdmin));
    expect((await confirm(await admin(), heldBy(await set(other, boss, nothing)))).status).toBe(200);
    expect((await confirm(other, held)).refusal.code).toBe('forbidden');
    expect(await rightsOf(ada)).toEqual(nothing);
  });
});

describe('an admin', () => {
  it('is not dismissed by one alone, but by two', async () => {
    const [boss, other, third] = [await admin(), await admin(), await admin()];
    const held = heldBy(await set(boss, other, { ...nothing, isAgent: true }));
    expect((await rightsOf(other)).isAdmin).toBe(true);
    for (const who of [boss, other]) expect((await confirm(who, held)).refusal.code).toBe('forbidden');
    const { reply } = await confirm(third, held);
    expect(reply.msg).toBe(`${other.userName} is agent`);
    expect((await app.as(other).call('getProfile')).status).toBe(401);
  });

  it('who has dismissed or stopped the others appoints nobody alone for a day', async () => {
    const onlyThese = async (...people: TestUser[]) =>
      app.owner.run('update users set is_admin = false where is_admin and id <> all($1)', [
        people.map(({ userId }) => userId),
      ]);
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    await onlyThese(boss, other);
    expect((await set(boss, other, nothing)).status).toBe(200);
    heldBy(await set(boss, ada, asAdmin));
    const [bola, chidi] = [await admin(), await admin()];
    await onlyThese(bola, chidi);
    const input = { id: String(chidi.userId), standing: 'suspended', reason: 'In my way' };
    expect((await app.as(bola).call('setStanding', input)).status).toBe(200);
    heldBy(await set(bola, await app.make.user(), asAdmin));
    heldBy(await set(bola, chidi, nothing));
    const eze = await admin();
    await onlyThese(eze);
    await app.owner.run(
      `insert into staff_actions (actor_id, action, subject, before, after, ip, request_id, done_at)
       values ($1, 'setRoles', $2, '{"isAdmin": true}', '{"isAdmin": false}', 'x', 'x', now() - interval '25 hours')`,
      [eze.userId, `user ${other.userId}`],
    );
    expect((await set(eze, await app.make.user(), asAdmin)).status).toBe(200);
  });

  it('is made of whom the rights were confirmed for: what they were given meanwhile is not taken away', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const held = heldBy(await set(boss, ada, asAdmin));
    expect((await set(other, ada, { ...nothing, isCouponVendor: true })).status).toBe(200);
    const refused = await confirm(other, held);
    expect([refused.refusal.code, refused.refusal.msg]).toEqual([
      'changed_meanwhile',
      'The rights of this user were changed since it was asked for. Reject it',
    ]);
    expect(await rightsOf(ada)).toEqual({ ...nothing, isCouponVendor: true });
    const input = { id: held._id, reason: 'It is another one now' };
    expect((await app.as(other).call('rejectStaffRequest', input)).status).toBe(200);
    const again = heldBy(await set(boss, ada, { ...asAdmin, isCouponVendor: true }));
    expect((await confirm(other, again)).status).toBe(200);
    expect(await rightsOf(ada)).toEqual({ ...asAdmin, isCouponVendor: true });
  });
});

describe('one admin alone', () => {
  it('makes agents and coupon vendors, and takes such rights away', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    for (const rights of [{ ...nothing, isAgent: true }, { ...nothing, isCouponVendor: true }, nothing])
      expect((await set(boss, ada, rights)).status).toBe(200);
    expect((await set(boss, other, { ...asAdmin, isCouponVendor: true })).status).toBe(200);
  });

  it('makes the first colleague, since nobody is there who could confirm; not the next one by them', async () => {
    await app.owner.run('update users set is_admin = false where is_admin and id <> $1', [
      (await admin()).userId,
    ]);
    const boss = await admin();
    await app.owner.run('update users set is_admin = false where is_admin and id <> $1', [boss.userId]);
    const [ada, bola, chidi] = [await app.make.user(), await app.make.user(), await app.make.user()];
    expect((await set(boss, ada, asAdmin)).status).toBe(200);
    // Whom a colleague made staff a moment ago is not the other of two.
    expect((await set(boss, bola, asAdmin)).status).toBe(200);
    await appointed(app, await admin(), { by: null, hoursAgo: 25 });
    heldBy(await set(boss, chidi, asAdmin));
  });
});

describe('appointments and dismissals of one admin', () => {
  const few = useTestApp({ env: { STAFF_APPOINTMENTS_DAILY_MAXIMUM: '2' } });
  const appoint = (boss: TestUser, user: TestUser, rights: object) =>
    few.as(boss).call('setRoles', {
      id: String(user.userId),
      ...nothing,
      ...rights,
      reason: 'Begins today',
      password: boss.password,
    });

  it('are so many in a day, together, and of each by themselves', async () => {
    const [boss, other] = [await few.make.user({ isAdmin: true }), await few.make.user({ isAdmin: true })];
    const [ada, bola] = [await few.make.user(), await few.make.user()];
    expect((await appoint(boss, ada, { isAgent: true })).status).toBe(200);
    expect((await appoint(boss, ada, { isAgent: true })).status).toBe(200);
    expect((await appoint(boss, ada, {})).status).toBe(200);
    const { status, refusal } = await appoint(boss, bola, { isCouponVendor: true });
    expect([status, refusal.code, refusal.msg]).toEqual([
      409,
      'staff_daily_limit',
      'One of the staff may appoint, dismiss and limit others at most 2 times in one day',
    ]);
    expect((await appoint(other, bola, { isCouponVendor: true })).status).toBe(200);
  });
});

describe('where no second admin is asked for', () => {
  const alone = useTestApp();

  it('one admin makes another', async () => {
    const [boss, other, ada] = [
      await alone.make.user({ isAdmin: true }),
      await alone.make.user({ isAdmin: true }),
      await alone.make.user(),
    ];
    expect(other.userId).not.toBe(boss.userId);
    const input = { id: String(ada.userId), ...asAdmin, reason: 'Begins today', password: boss.password };
    expect((await alone.as(boss).call('setRoles', input)).status).toBe(200);
  });
});
