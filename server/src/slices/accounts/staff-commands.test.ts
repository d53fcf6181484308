/** What the operator does about staff on the machine: it holds for the running program at once, and it is on record. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import type { Db } from '../../platform/db.ts';
import { addPasskey } from '../step-up/passkeys/testing/people.ts';
import {
  changeRoleByCommand,
  limitStaffByCommand,
  listStaffByCommand,
  resetTotpByCommand,
  type LimitCommand,
} from './staff-commands.ts';

const app = useTestApp();

let said: string[] = [];
const say = (words: string): void => void said.push(words);
beforeEach(() => (said = []));

/** As the command connects: the owner of the tables. */
const command = (work: (db: Db) => Promise<string | undefined>) => app.owner.commit(work);
const change = ({ userName }: TestUser, role: string, grants: boolean) =>
  command((db) => changeRoleByCommand(db, { userName, role, grants, reason: 'by phone' }, say));
const recordOf = async (user: TestUser) => {
  const admin = await app.make.user({ isAdmin: true });
  return (await app.as(admin).call('listStaffActions', { subject: `user ${user.userId}` })).reply.actions;
};
/** The notice of the command comes a moment after its commit. */
async function untilForgotten(ask: () => Promise<boolean>): Promise<void> {
  await expect.poll(ask, { timeout: 10_000 }).toBe(true);
}

it('grants a role to a session that is open, and revokes it with the session', async () => {
  const ada = await app.make.user();
  const may = async () => (await app.as(ada).call('listUsers')).status;
  expect(await may()).toBe(403);
  expect(await change(ada, 'agent', true)).toBeUndefined();
  await untilForgotten(async () => (await may()) === 200);
  expect(await change(ada, 'agent', true)).toContain('nothing to do');
  expect(await change(ada, 'agent', false)).toBeUndefined();
  await untilForgotten(async () => (await may()) === 401);
  expect(said).toEqual([
    `${ada.userName} is agent now.`,
    `${ada.userName} is neither staff nor coupon vendor now.`,
  ]);
  expect(await recordOf(ada)).toMatchObject([
    {
      actor: null,
      action: 'setRoles',
      before: { isAgent: true },
      after: { isAgent: false },
      reason: 'by phone',
    },
    { actor: null, action: 'setRoles', before: { isAgent: false }, after: { isAgent: true } },
  ]);
});

it('tells every admin whom it appointed and whom it dismissed, each time and why', async () => {
  const [ada, boss] = [await app.make.user(), await app.make.user({ isAdmin: true })];
  for (const grants of [true, false, true, false]) expect(await change(ada, 'agent', grants)).toBeUndefined();
  await sendMails(app.context);
  const mails = mailsTo(app, boss.email);
  const dismissals = mails.filter(({ subject }) => subject === 'A colleague lost rights');
  expect(dismissals).toHaveLength(2);
  expect(dismissals[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
    `The operator took rights from ${ada.userName}, who was agent and is neither staff nor coupon vendor now. The reason: by phone.`,
  );
  expect(mails.map(({ subject }) => subject)).toContain('Somebody was made staff');
});

const limit = ({ userName }: TestUser, limits: LimitCommand['limits']) => {
  const wanted = { userName, limits, reason: 'by phone', shop: app.context.config };
  return command((db) => limitStaffByCommand(db, wanted, say));
};

it('limits what one of them may do in a day, lists it, and ends it with the role', async () => {
  const ada = await app.make.user({ isAdmin: true });
  const listed = async () => {
    said = [];
    await command((db) => listStaffByCommand(db, say));
    return said.find((words) => words.startsWith(ada.userName));
  };
  expect(await limit(ada, { refund: '20000', issue: '0' })).toBeUndefined();
  expect(await limit(ada, { refund: '20000' })).toContain('nothing to do');
  expect(said).toEqual([`${ada.userName} is admin; daily limits: Issue ₦0.00, Refund ₦20,000.00.`]);
  expect(await limit(ada, { issue: 'none', decide: '500.50' })).toBeUndefined();
  expect(await listed()).toMatch(/never logged in; daily limits: Refund ₦20,000\.00, Decide ₦500\.50$/);
  expect(await recordOf(ada)).toMatchObject([
    { actor: null, action: 'setRoles', after: { staffLimits: { refund: 20_000, decide: 500.5 } } },
    { actor: null, after: { staffLimits: { refund: 20_000, issue: 0 } }, reason: 'by phone' },
  ]);
  await sendMails(app.context);
  const texts = mailsTo(app, ada.email).map(({ text }) => text.replaceAll(/\s+/g, ' '));
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain(
    'Issue: ₦0.00, before: as much as everybody. Refund: ₦20,000.00, before: as much as everybody.',
  );
  expect(texts[1]).toContain('Issue: as much as everybody, before: ₦0.00. Decide: ₦500.50, before');
  const events = await app.owner.rows(
    `select detail from security_events where user_id = $1 and what = 'roles_changed' order by id`,
    [ada.userId],
  );
  expect(events).toEqual([
    { detail: 'admin; daily limits: Issue ₦0.00, Refund ₦20,000.00' },
    { detail: 'admin; daily limits: Refund ₦20,000.00, Decide ₦500.50' },
  ]);
  await app.make.user({ isAdmin: true });
  for (const grants of [false, true]) expect(await change(ada, 'admin', grants)).toBeUndefined();
  expect(await listed()).toMatch(/never logged in$/);
});

describe('says why it did nothing', () => {
  it('about a limit of nobody, and of who is not staff', async () => {
    const ada = await app.make.user();
    expect(await limit({ ...ada, userName: 'nobody_here' }, { refund: '1' })).toContain('Nobody has');
    await expect(limit(ada, { refund: '1' })).rejects.toThrow('Refund: a limit of admins and agents alone');
    expect(await recordOf(ada)).toEqual([]);
  });

  it('about a role that there is not, and about nobody', async () => {
    const ada = await app.make.user();
    expect(await change(ada, 'boss', true)).toBe('--role is one of: admin, agent, coupon-vendor');
    expect(await change({ ...ada, userName: 'nobody_here' }, 'agent', true)).toBe(
      'Nobody has the username nobody_here.',
    );
    expect(await recordOf(ada)).toEqual([]);
  });

  it('and never takes the last admin away', async () => {
    const ada = await app.make.user({ isAdmin: true });
    await app.owner.run('update users set is_admin = false where id <> $1 and is_admin', [ada.userId]);
    await expect(change(ada, 'admin', false)).rejects.toThrow('nobody would be left who is an admin');
    expect((await app.as(ada).call('getAdminDetails')).status).toBe(200);
  });
});

it('switches two-step login off for who lost the phone', async () => {
  const ada = await app.make.user();
  const reset = () =>
    command((db) => resetTotpByCommand(db, { userName: ada.userName, reason: 'lost phone' }, say));
  expect(await reset()).toBe(`Two-step login of ${ada.userName} is not on.`);
  await app.anybody().call('login', { userName: ada.userName, password: ada.password });
  const { setupKey } = (await app.as(ada).call('beginTotp', { password: ada.password })).reply;
  await app.as(ada).call('confirmTotp', { code: codeOf(setupKey) });
  const login = () => app.anybody().call('login', { userName: ada.userName, password: ada.password });
  expect((await login()).refusal.code).toBe('totp_required');
  const known = () =>
    app.owner.rows('select from devices where user_id = $1 and distrusted_at is null', [ada.userId]);
  expect(await known()).toHaveLength(1);
  expect(await reset()).toBeUndefined();
  // Whoever has the phone may have logged in on one of his own.
  expect(await known()).toHaveLength(0);
  expect((await login()).status).toBe(200);
  await untilForgotten(async () => (await app.as(ada).call('getProfile')).status === 401);
  expect(await recordOf(ada)).toMatchObject([{ actor: null, action: 'resetTotp', reason: 'lost phone' }]);
});

it('removes passkeys with it, and the recovery codes that came with them', async () => {
  const ada = await app.make.user();
  await addPasskey(app, ada);
  const login = () => app.anybody().call('login', { userName: ada.userName, password: ada.password });
  expect((await login()).refusal.code).toBe('totp_required');
  await command((db) => resetTotpByCommand(db, { userName: ada.userName, reason: 'lost phone' }, say));
  const opened = (await login()).reply;
  expect((await app.as(opened).call('listPasskeys')).reply.passkeys).toEqual([]);
  expect((await app.as(opened).call('getSecurity')).reply.recoveryCodesLeft).toBe(0);
});

it('lists who is staff or a coupon vendor, and who has no two-step login', async () => {
  const [ada, bola] = [await app.make.user({ isAgent: true }), await app.make.user()];
  await command((db) => listStaffByCommand(db, say));
  const about = said.find((words) => words.startsWith(ada.userName));
  expect(about).toContain('agent; active; two-step login OFF; never logged in');
  expect(said.some((words) => words.startsWith(bola.userName))).toBe(false);
});
