/** A difference at a supplier may be a theft: beyond a sum nobody accepts it alone. */
import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { acceptDriftAtGlad } from '../../../test/float-drift.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { brokenAfter } from '../../../test/spoil.ts';
import { byTwo, heldBy } from '../debits/testing/by-two.ts';
import { appointed } from '../staff-actions/testing/appointed.ts';

const app = useTestApp({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000', STAFF_NEW_HOURS: '24' } });
const { admin, confirm } = byTwo(app);

/** What GLAD states differs by so much, in naira, and this admin accepts it. */
const accept = async (by: TestUser, amount: number, options: object = {}) =>
  app.as(by).call('acceptFloat', await acceptDriftAtGlad(app.owner, amount), options);
const drifts = async () => (await app.as(await admin()).call('listWaiting')).reply.floats;
const baseKobo = async (): Promise<bigint> => {
  const { base } = await app.context.pool.get<{ base: bigint }>(
    `select base_kobo as base from supplier_floats where supplier = 'GLAD'`,
  );
  return base;
};
const acceptances = () =>
  app.context.pool.rows<{ actor: bigint; kobo: bigint; request: string }>(
    `select actor_id as actor, moved_kobo as kobo, request_id as request from staff_actions where action = 'acceptFloat'`,
  );

describe('a difference beyond the sum that one admin accepts alone', () => {
  it('is accepted when another one confirms it, once, and the record has both', async () => {
    const [boss, other, third] = [await admin(), await admin(), await admin()];
    const held = heldBy(await accept(boss, 1_500.5, { key: 'k' }));
    expect(held).toMatchObject({
      call: 'acceptFloat',
      input: { supplierName: 'GLAD', amount: 1_500.5 },
      subject: 'supplier GLAD',
      users: [],
      amount: 1_500.5,
      reason: 'We paid in',
      maker: boss.userName,
      state: 'waiting',
    });
    expect(await drifts()).toMatchObject([{ drift: 1_500.5, askedBy: boss.userName }]);
    expect([await baseKobo(), await acceptances()]).toEqual([0n, []]);
    await sendMails(app.context);
    const mail = mailsTo(app, other.email).find(({ subject }) => subject.includes('second admin'));
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      `${boss.userName} asked to accept a difference at a supplier: ₦1,500.50. Nothing was done yet.`,
    );
    expect((await confirm(boss, held)).refusal.code).toBe('forbidden');

    const { reply } = await confirm(other, held);
    expect(reply).toMatchObject({
      msg: 'The difference at GLAD is accepted',
      staffRequest: { state: 'confirmed', endedBy: other.userName, endedReason: 'I saw the letter' },
    });
    expect([await baseKobo(), await drifts()]).toEqual([150_050n, []]);
    expect((await confirm(third, held)).refusal.code).toBe('not_waiting');
    const repeated = await app
      .as(boss)
      .call('acceptFloat', { supplierName: 'GLAD', amount: 1_500.5, reason: 'We paid in' }, { key: 'k' });
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await baseKobo()).toBe(150_050n);
    const record = await app.context.pool.rows(
      `select s.action, u.user_name as actor, s.reason, s.moved_kobo as kobo from staff_actions s join users u on u.id = s.actor_id
       where s.subject = any($1) order by s.id`,
      [[`request ${held._id}`, 'supplier GLAD']],
    );
    expect(record).toEqual([
      { action: 'askSecondPerson', actor: boss.userName, reason: 'We paid in', kobo: null },
      { action: 'confirmStaffRequest', actor: other.userName, reason: 'I saw the letter', kobo: null },
      { action: 'acceptFloat', actor: boss.userName, reason: 'We paid in', kobo: 150_050n },
    ]);
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });

  it('counts as much where the supplier states less', async () => {
    const [boss, other] = [await admin(), await admin()];
    const before = await baseKobo();
    const held = heldBy(await accept(boss, -1_500));
    expect(held.amount).toBe(1_500);
    expect(await drifts()).toMatchObject([{ drift: -1_500, askedBy: boss.userName }]);
    expect((await confirm(other, held)).status).toBe(200);
    expect(await baseKobo()).toBe(before - naira(1_500));
  });

  it.each([
    ['by a kobo', 2_000.01],
    ['and goes the other way', -2_000],
  ])(
    'is not accepted when it is another one by then, %s: the request waits, and is rejected',
    async (_how, now) => {
      const [boss, other] = [await admin(), await admin()];
      const before = await baseKobo();
      const held = heldBy(await accept(boss, 2_000));
      await acceptDriftAtGlad(app.owner, now);
      expect(await drifts()).toMatchObject([{ drift: now, askedBy: null }]);
      expect((await confirm(other, held)).refusal).toMatchObject({
        code: 'changed_meanwhile',
        msg: 'The difference at GLAD is another one by now, or gone. Reject it',
      });
      expect([await baseKobo(), (await drifts()).length]).toEqual([before, 1]);
      const rejected = await app
        .as(other)
        .call('rejectStaffRequest', { id: held._id, reason: 'It is another' });
      expect(rejected.reply.staffRequest).toMatchObject({ state: 'rejected', endedBy: other.userName });
    },
  );

  it('is asked for as it stands, and no other', async () => {
    const boss = await admin();
    await acceptDriftAtGlad(app.owner, 2_000);
    const wrong = { supplierName: 'GLAD', amount: 3_000, reason: 'We paid in' };
    expect((await app.as(boss).call('acceptFloat', wrong)).refusal.code).toBe('not_waiting');
  });

  it('is that of a whole day, so that nobody accepts a large one in small ones', async () => {
    const [boss, other] = [await admin(), await admin()];
    expect((await accept(boss, 600)).status).toBe(200);
    expect((await accept(boss, -400)).status).toBe(200);
    const held = heldBy(await accept(boss, 0.01));
    expect((await accept(other, 1_000)).status).toBe(200);
    // It was another one for a moment, and is the same again.
    await acceptDriftAtGlad(app.owner, 0.01);
    expect((await confirm(other, held)).status).toBe(200);
  });

  it('is any, for whom a colleague made staff just now', async () => {
    const [boss, newcomer] = [await admin(), await admin()];
    await appointed(app, newcomer, { by: boss, hoursAgo: 1 });
    expect(heldBy(await accept(newcomer, 5)).amount).toBe(5);
  });

  it('asked for by two, and confirmed by both at once, is accepted once', async () => {
    const [boss, other] = [await admin(), await admin()];
    const before = await baseKobo();
    const [first, second] = [heldBy(await accept(boss, 1_700)), heldBy(await accept(other, 1_700))];
    const answers = await Promise.all([confirm(other, first), confirm(boss, second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await baseKobo()).toBe(before + naira(1_700));
    expect(await brokenAfter(app.owner, ['select'])).toEqual([]);
  });
});
