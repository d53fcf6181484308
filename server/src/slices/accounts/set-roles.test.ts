/** Staff are appointed and dismissed by staff: with a proof, a reason and a record, never by oneself, and never the last one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';

const app = useTestApp();

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const mailedToAdmins = 'Somebody was made staff';
const mailedOfLess = 'A colleague lost rights';
const nothing = { isAdmin: false, isAgent: false, isCouponVendor: false };
const agent = { ...nothing, isAgent: true };
const set = (user: TestUser, rights: object, more: object = {}, by = admin) =>
  app.as(by).call('setRoles', {
    id: String(user.userId),
    ...rights,
    reason: 'new at the desk',
    password: by.password,
    ...more,
  });
const rightsOf = async (user: TestUser) => {
  const { isAdmin, isAgent, isCouponVendor } = (await app.as(user).call('getProfile')).reply;
  return { isAdmin, isAgent, isCouponVendor };
};

describe('a role', () => {
  it.each([
    ['agent', agent],
    ['admin', { ...nothing, isAdmin: true }],
    ['coupon vendor', { ...nothing, isCouponVendor: true }],
    ['admin and coupon vendor', { ...nothing, isAdmin: true, isCouponVendor: true }],
  ])('%s is given to a session that is open, and told by mail', async (words, rights) => {
    const ada = await app.make.user();
    const { reply } = await set(ada, rights);
    expect(reply).toMatchObject({ msg: `${ada.userName} is ${words}`, user: rights });
    expect(await rightsOf(ada)).toEqual(rights);
    await sendMails(app.context);
    const [mail, ...others] = mailsTo(app, ada.email).filter(({ subject }) => subject !== mailedToAdmins);
    expect(others).toEqual([]);
    const text = mail?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `${ada.userName} is ${words} now. Before it was neither staff nor coupon vendor. Where something was taken away`,
    );
  });

  it('is not changed by who saw others before a colleague changed them', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user({ isAgent: true })];
    for (const [user, from] of [
      [ada, nothing],
      [bola, agent],
    ] as const) {
      const vendor = { ...from, isCouponVendor: true };
      expect((await set(user, vendor, { from })).status).toBe(200);
      const { refusal } = await set(user, { ...from, isAdmin: true }, { from });
      expect(refusal.code).toBe('changed_meanwhile');
      expect(await rightsOf(user)).toEqual(vendor);
      expect((await set(user, from, { from: vendor })).status).toBe(200);
    }
  });

  it('is the same again for who asks once more, because no answer came', async () => {
    const ada = await app.make.user();
    for (let time = 0; time < 2; time += 1) {
      const { status, reply } = await set(ada, agent, { from: nothing });
      expect([status, reply.msg]).toEqual([200, `${ada.userName} is agent`]);
    }
  });

  it('is taken away with every session and API token, at once', async () => {
    const [ada, other] = [await app.make.user({ isAgent: true }), await app.make.user()];
    const program = app.as({ token: (await apiTokenOf({ app }, ada)).apiToken });
    expect((await app.as(ada).call('listUsers')).status).toBe(200);
    expect((await set(ada, nothing)).reply.msg).toBe(`${ada.userName} is neither staff nor coupon vendor`);
    for (const who of [app.as(ada), program]) expect((await who.call('getProfile')).status).toBe(401);
    const login = { userName: ada.userName, password: ada.password };
    const { token } = (await app.anybody().call('login', login)).reply;
    expect((await app.as({ token }).call('listUsers')).refusal.code).toBe('forbidden');
    expect((await app.as(other).call('getProfile')).status).toBe(200);
  });

  it.each([
    ['agent', agent],
    ['admin', { ...nothing, isAdmin: true }],
  ])('of staff (%s) is told to every admin, each time, with who gave it', async (words, rights) => {
    const [ada, colleague] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    for (const given of [rights, nothing, rights, nothing]) await set(ada, given);
    await sendMails(app.context);
    const mails = mailsTo(app, colleague.email).filter(({ subject }) => subject === mailedToAdmins);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      `${admin.userName} made ${ada.userName} ${words}.`,
    );
  });

  it.each([
    ['who is dismissed', agent, nothing, 'was agent and is neither staff nor coupon vendor'],
    ['who is an agent from now on', { ...nothing, isAdmin: true }, agent, 'was admin and is agent'],
  ])(
    'of staff that is taken away is told to every admin, each time, with who took it and why: %s',
    async (_what, before, after, words) => {
      const [ada, colleague] = [await app.make.user(before), await app.make.user({ isAdmin: true })];
      const mailed = async () => {
        await sendMails(app.context);
        return mailsTo(app, colleague.email).filter(({ subject }) => subject === mailedOfLess);
      };
      for (const reason of ['Has left the desk.', 'Has left it again']) {
        await app.owner.run('update users set is_admin = $2, is_agent = $3 where id = $1', [
          ada.userId,
          before.isAdmin,
          before.isAgent,
        ]);
        expect((await set(ada, after, { reason })).status).toBe(200);
        expect((await mailed()).at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain(
          `${admin.userName} took rights from ${ada.userName}, who ${words} now. The reason: ${reason.replace('.', '')}. `,
        );
      }
      expect(await mailed()).toHaveLength(2);
      const subjects = mailsTo(app, colleague.email).map(({ subject }) => subject);
      expect(subjects).not.toContain(mailedToAdmins);
      expect(mailsTo(app, ada.email).map(({ subject }) => subject)).not.toContain(mailedOfLess);
    },
  );

  it('that gives no rights of staff is told to nobody else', async () => {
    const [ada, colleague] = [await app.make.user(), await app.make.user({ isAdmin: true })];
    await set(ada, { ...nothing, isCouponVendor: true });
    await set(ada, nothing);
    await sendMails(app.context);
    expect(mailsTo(app, colleague.email)).toEqual([]);
  });

  it('is on record once, with before, after and the reason', async () => {
    const ada = await app.make.user();
    for (let time = 0; time < 2; time += 1) await set(ada, agent);
    const { actions } = (await app.as(admin).call('listStaffActions', { subject: `user ${ada.userId}` }))
      .reply;
    expect(actions).toMatchObject([
      { actor: admin.userName, action: 'setRoles', before: nothing, after: agent, reason: 'new at the desk' },
    ]);
  });
});

describe('nobody', () => {
  it('appoints without the own password, the own code and a reason', async () => {
    const [boss, ada] = [await app.make.user({ isAdmin: true }), await app.make.user()];
    expect((await set(ada, agent, { password: ada.userName }, boss)).refusal.code).toBe('wrong_password');
    expect((await set(ada, agent, { reason: ' ' }, boss)).refusal.errors?.[0]?.field).toBe('reason');
    const { setupKey } = (await app.as(boss).call('beginTotp', { password: boss.password })).reply;
    await app.as(boss).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await set(ada, agent, {}, boss)).refusal.code).toBe('totp_required');
    expect((await set(ada, agent, { code: '000 000' }, boss)).refusal.code).toBe('wrong_code');
    expect(await rightsOf(ada)).toEqual(nothing);
    expect((await set(ada, agent, { code: codeOf(setupKey, 1) }, boss)).status).toBe(200);
  });

  it('changes the own rights, and no agent those of others', async () => {
    expect((await set(admin, nothing)).refusal.code).toBe('forbidden');
    const [clerk, ada] = [await app.make.user({ isAgent: true }), await app.make.user()];
    expect((await set(ada, agent, {}, clerk)).refusal.code).toBe('forbidden');
    expect((await set({ ...ada, userId: 999_999n }, agent)).refusal.code).toBe('not_found');
  });

  it('is left out when two admins dismiss each other at once', async () => {
    const [ada, bola] = [await app.make.user({ isAdmin: true }), await app.make.user({ isAdmin: true })];
    await app.owner.run('update users set is_admin = false where id <> all($1) and is_admin', [
      [ada.userId, bola.userId],
    ]);
    const answers = await Promise.all([set(bola, nothing, {}, ada), set(ada, nothing, {}, bola)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const admins = await app.owner.rows('select id from users where is_admin');
    expect(admins).toHaveLength(1);
    await app.owner.run('update users set is_admin = true where id = $1', [admin.userId]);
  });
});

describe('the database', () => {
  const write = (statements: readonly [string, unknown[]][]) =>
    app.context.pool.commit(async (db) => {
      for (const [statement, params] of statements) await db.run(statement, params);
    });
  const action = (actorId: bigint, userId: bigint, after: object): [string, unknown[]] => [
    `insert into staff_actions (actor_id, action, subject, after, ip, request_id) values ($1, 'setRoles', $2, $3, 'x', 'x')`,
    [actorId, `user ${userId}`, JSON.stringify(after)],
  ];

  it('takes from the program only what another, who is an admin, did on record', async () => {
    const [ada, clerk] = [await app.make.user(), await app.make.user({ isAgent: true })];
    const promote: [string, unknown[]] = ['update users set is_agent = true where id = $1', [ada.userId]];
    for (const explained of [
      action(ada.userId, ada.userId, agent),
      action(clerk.userId, ada.userId, agent),
      action(admin.userId, clerk.userId, agent),
      action(admin.userId, ada.userId, { ...agent, isAdmin: true }),
    ])
      await expect(write([promote, explained])).rejects.toThrow('nothing in this commit explains');
    const own: [string, unknown[]] = ['update users set is_agent = true where id = $1', [admin.userId]];
    await expect(
      write([own, action(admin.userId, admin.userId, { ...agent, isAdmin: true })]),
    ).rejects.toThrow('nothing in this commit explains');
    await write([promote, action(admin.userId, ada.userId, agent)]);
    expect((await app.as(ada).call('getProfile')).status).toBe(200);
  });
});
