import { api } from '@jara/contract/api.ts';
import type { CallShape } from '@jara/contract/call.ts';
import type { Standing } from '@jara/contract/constants.ts';
import { naira } from '@jara/contract/money.ts';
import type { CallName } from '@jara/contract/paths.ts';
import { staffStepUp } from '@jara/contract/staff-step-up.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp, type TestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes, probeSettings } from '../../../test/probes.ts';
import { somebodyWaits } from './passkeys/testing/people.ts';

const asking = useTestApp({ env: { ...probeSettings, STAFF_STEP_UP_MINUTES: '5' } });
const notAsking = useTestApp();

/** What staff change without a step-up, and why it needs none. */
const without: Partial<Record<CallName, string>> = {
  setRoles: 'takes the password itself',
  openShop: 'takes the password itself',
  holdWithdrawals: 'stops payouts, at once; it asks itself before it lets them go again',
  setStanding: 'stops somebody, at once; it asks itself before it opens anything again',
  endAccess: 'stops somebody, at once',
  resetUserPassword: 'mails the owner',
  rejectStaffRequest: 'stops something, at once',
  withdrawStaffRequest: 'stops something, at once',
  reQueryWithdrawal: 'the supplier or the bank decides',
  decideRecoveryItem: 'says that something was compared',
  revealCoupon: 'takes the strongest proof itself, each time',
  previewMail: 'changes nothing',
  findAnything: 'changes nothing',
  stopMailCampaign: 'stops mails, at once',
  answerDispute: 'no money: words on a slip',
  addUserNote: 'no money: words that staff alone read',
};

/** As if somebody had logged in long ago. */
const age = ({ owner }: TestApp, { userId }: TestUser, minutes = 6) =>
  owner.run(
    `update sessions set created_at = created_at - make_interval(mins => $2), stepped_up_at = stepped_up_at - make_interval(mins => $2)
     where user_id = $1`,
    [userId, minutes],
  );

const maker = async (input = {}): Promise<TestUser> => {
  const made = await asking.make.user({ wallet: naira(20_000), isAdmin: true, ...input });
  await age(asking, made);
  return made;
};
const issue = (app: TestApp, boss: TestUser, to: TestUser) =>
  app.as(boss).call('transferFund', { userName: to.userName, amount: 10, force: true });
const stepUp = (boss: TestUser, body: Record<string, unknown> = {}) =>
  asking.as(boss).call('confirmStepUp', { password: boss.password, ...body });

describe('a step-up of staff', () => {
  it('is asked by every call that changes money, prices, suppliers or settings, or writes to users', () => {
    const ofStaff = Object.values<CallShape & { name: CallName; method: string }>(api).filter(
      ({ access, method, changesByGet }) =>
        ['staff', 'admin', 'vendor'].includes(access) && (method !== 'GET' || changesByGet !== undefined),
    );
    const known = [...Object.keys(staffStepUp), ...Object.keys(without)];
    expect(ofStaff.map(({ name }) => name).toSorted()).toEqual(
      known.filter((name) => name !== 'transferFund').toSorted(),
    );
  });

  // The keys of the table are its names.
  it.each(Object.keys(staffStepUp) as CallName[])('once for %s', async (name) => {
    const [boss, ada] = [await maker(), await asking.make.user({ wallet: naira(5_000) })];
    const input = await probes[name](
      { app: asking, receiverUrl: 'http://127.0.0.1:9' },
      { owner: ada, caller: boss },
    );
    const refused = await asking.as(boss).call(name, input);
    expect([refused.status, refused.refusal.code]).toEqual([403, 'step_up_required']);
    expect((await stepUp(boss)).status).toBe(200);
    expect((await asking.as(boss).call(name, input)).status).toBeLessThan(300);
  });

  it('grows old, is of one session, and takes the right password', async () => {
    const [boss, ada] = [await maker(), await asking.make.user()];
    expect((await stepUp(boss, { password: 'not it at all' })).refusal.code).toBe('wrong_password');
    expect((await issue(asking, boss, ada)).refusal.code).toBe('step_up_required');
    const { sessions, pool } = asking.context;
    const elsewhere = await sessions.open(pool, boss.userId, { userAgent: 'another', ip: '127.0.0.1' });
    await age(asking, boss);
    await stepUp(boss);
    expect((await issue(asking, boss, ada)).status).toBe(200);
    expect((await issue(asking, { ...boss, token: elsewhere }, ada)).refusal.code).toBe('step_up_required');
    await age(asking, boss);
    expect((await issue(asking, boss, ada)).refusal.code).toBe('step_up_required');
  });

  it('takes the code too where two-step login is on', async () => {
    const [boss, ada] = [await maker(), await asking.make.user()];
    const { setupKey } = (await asking.as(boss).call('beginTotp', { password: boss.password })).reply;
    await asking.as(boss).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await stepUp(boss)).refusal.code).toBe('totp_required');
    expect((await stepUp(boss, { code: '000000' })).refusal.code).toBe('wrong_code');
    expect((await issue(asking, boss, ada)).refusal.code).toBe('step_up_required');
    expect((await stepUp(boss, { code: codeOf(setupKey, 1) })).status).toBe(200);
    expect((await issue(asking, boss, ada)).status).toBe(200);
  });

  it('is asked before an account is opened again or its withdrawals go again, and never before they are stopped', async () => {
    const [boss, ada] = [await maker(), await asking.make.user()];
    const about = { id: String(ada.userId), reason: 'Their bank wrote' };
    const stand = (standing: Standing) => asking.as(boss).call('setStanding', { ...about, standing });
    const hold = (isHeld: boolean) => asking.as(boss).call('holdWithdrawals', { ...about, isHeld });
    for (const stopped of [await hold(true), await stand('restricted'), await stand('suspended')])
      expect(stopped.status).toBe(200);
    for (const opened of [await stand('restricted'), await stand('active'), await hold(false)])
      expect([opened.status, opened.refusal.code]).toEqual([403, 'step_up_required']);
    expect(
      (await asking.as(boss).call('listUsers', { userName: ada.userName })).reply.users[0],
    ).toMatchObject({
      standing: 'suspended',
      withdrawalsHeldSince: expect.any(String),
    });
    expect((await stepUp(boss)).status).toBe(200);
    for (const opened of [await stand('active'), await hold(false)]) expect(opened.status).toBe(200);
  });

  it('is asked in the commit that lets withdrawals go: one that has grown old while the call waited is none', async () => {
    const [boss, ada] = [await asking.make.user({ isAdmin: true }), await asking.make.user()];
    const about = { id: String(ada.userId), reason: 'Their bank wrote' };
    expect((await asking.as(boss).call('holdWithdrawals', { ...about, isHeld: true })).status).toBe(200);
    const { begun } = await asking.owner.commit(async (db) => {
      await db.run('select from users where id = $1 for no key update', [ada.userId]);
      const freeing = asking.as(boss).call('holdWithdrawals', { ...about, isHeld: false });
      await somebodyWaits(asking);
      await age(asking, boss);
      return { begun: freeing };
    });
    const { status, refusal } = await begun;
    expect([status, refusal.code]).toEqual([403, 'step_up_required']);
    const { users } = (await asking.as(boss).call('listUsers', { userName: ada.userName })).reply;
    expect(users[0]).toMatchObject({ withdrawalsHeldSince: expect.any(String) });
  });

  it('is not asked of who has just logged in, of who sends money of their own, and where the setting is off', async () => {
    const [boss, ada] = [await asking.make.user({ isAdmin: true }), await asking.make.user()];
    expect((await issue(asking, boss, ada)).status).toBe(200);
    const agent = await maker({ isAdmin: false, isAgent: true });
    expect((await issue(asking, agent, ada)).status).toBe(200);
    const vendor = await maker({ isAdmin: false, isCouponVendor: true });
    const coupon = { userAccount: ada.userName, amount: 10 };
    expect((await asking.as(vendor).call('generateCoupon', coupon)).status).toBe(200);
    const [other, bola] = [await notAsking.make.user({ isAdmin: true }), await notAsking.make.user()];
    await age(notAsking, other);
    expect((await issue(notAsking, other, bola)).status).toBe(200);
  });
});
