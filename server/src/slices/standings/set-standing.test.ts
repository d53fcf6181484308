/** What staff stop is stopped: in every way in which money leaves, by both kinds of token, and whatever else is under way. */
import type { Standing } from '@jara/contract/constants.ts';
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, type Caller } from '../../../test/app.ts';
import { balanceOf, numberOf, shortWaits, transactionsOf } from '../../../test/buying.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { probes } from '../../../test/probes.ts';
import { apiTokenOf } from '../api-tokens/testing/probes.ts';
import { brokenConstraint } from '../../platform/db.ts';

const app = useTestApp({ env: shortWaits });

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});

const set = (user: TestUser, standing: Standing, more: object = {}) =>
  app.as(admin).call('setStanding', { id: String(user.userId), standing, reason: 'stolen phone', ...more });
const login = ({ userName, password }: TestUser) => app.anybody().call('login', { userName, password });
const airtime = { network: 1, amount: 100, mobile_number: numberOf('MTN', '5555'), force: true };
const person = (): Promise<TestUser> => app.make.user({ wallet: naira(20_000) });
const byToken = async (user: TestUser): Promise<Caller> =>
  app.as({ token: (await apiTokenOf({ app }, user)).apiToken });
const stopped = ['suspended', 'closed'] as const;

describe('a restricted account', () => {
  it.each([
    'buyAirtime',
    'buyData',
    'buyElectricity',
    'transferFund',
    'upgradeToReseller',
    'withdraw',
  ] as const)('has no %s, and the money stays', async (name) => {
    const ada = await person();
    const owner = name === 'upgradeToReseller' ? ada : await app.make.user();
    const input = await probes[name]({ app, receiverUrl: '' }, { owner, caller: ada });
    await set(ada, 'restricted');
    const { status, refusal } = await app.as(ada).call(name, input);
    expect([status, refusal.code]).toEqual([409, 'account_restricted']);
    expect(await balanceOf(app, ada)).toBe(naira(20_000));
    expect(await transactionsOf(app, ada)).toBe(0);
    await set(ada, 'active');
    expect((await app.as(ada).call(name, input)).status).toBeLessThan(300);
  });

  it('is closed to API tokens in the same way', async () => {
    const ada = await person();
    const program = await byToken(ada);
    await set(ada, 'restricted');
    expect((await program.call('buyAirtime', airtime)).refusal.code).toBe('account_restricted');
    expect((await program.call('getProfile')).status).toBe(200);
  });

  it('is seen, funded and paid into, and says so in the words of staff', async () => {
    const [ada, chidi] = [await person(), await person()];
    await set(ada, 'restricted', { words: 'Call us about the transfer of Monday.' });
    expect((await login(ada)).reply.user).toMatchObject({
      standing: 'restricted',
      standingWords: 'Call us about the transfer of Monday.',
    });
    expect((await app.as(ada).call('testTopUp', { amount: 500 })).status).toBe(200);
    const sent = await app.as(chidi).call('transferFund', { userName: ada.userName, amount: 500 });
    expect(sent.status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(21_000));
    await set(ada, 'active');
    expect((await app.as(ada).call('getProfile')).reply.user).toMatchObject({
      standing: 'active',
      standingWords: null,
    });
  });

  it('stays so when its owner freezes and unfreezes the wallet', async () => {
    const ada = await person();
    await set(ada, 'restricted');
    await app.as(ada).call('freezeWallet');
    expect((await app.as(ada).call('unfreezeWallet', { password: ada.password })).status).toBe(200);
    expect((await app.as(ada).call('buyAirtime', airtime)).refusal.code).toBe('account_restricted');
  });

  it('gives no rights of staff until it is active again', async () => {
    const colleague = await app.make.user({ isAdmin: true, isAgent: true, isCouponVendor: true });
    const chidi = await app.make.user();
    await set(colleague, 'restricted');
    const as = app.as(colleague);
    const issue = { userName: chidi.userName, amount: 500 };
    expect((await as.call('transferFund', issue)).refusal.code).toBe('account_restricted');
    for (const name of ['listUsers', 'getAdminDetails'] as const)
      expect((await as.call(name)).refusal.code).toBe('forbidden');
    await set(colleague, 'active');
    expect((await as.call('listUsers')).status).toBe(200);
  });
});

describe.each(stopped)('a %s account', (standing) => {
  const stop = async () => {
    const ada = await app.make.user();
    const program = await byToken(ada);
    expect((await program.call('getProfile')).status).toBe(200);
    expect((await set(ada, standing)).status).toBe(200);
    return { ada, program };
  };

  it('is opened by no session, token or password', async () => {
    const { ada, program } = await stop();
    for (const who of [app.as(ada), program])
      expect((await who.call('getProfile')).refusal.code).toBe('unauthenticated');
    const { status, refusal } = await login(ada);
    expect([status, refusal.code]).toEqual([403, `account_${standing}`]);
    const wrong = await app.anybody().call('login', { userName: ada.userName, password: 'not it at all' });
    expect(wrong.refusal.code).toBe('wrong_credentials');
  });

  it('is sent nothing by others, while what a provider or staff bring is booked', async () => {
    const [{ ada }, chidi] = [await stop(), await person()];
    const sent = await app.as(chidi).call('transferFund', { userName: ada.userName, amount: 500 });
    expect([sent.status, sent.refusal.code]).toEqual([409, 'receiver_stopped']);
    expect(await balanceOf(app, chidi)).toBe(naira(20_000));
    const issued = await app.as(admin).call('transferFund', { userName: ada.userName, amount: 500 });
    expect(issued.status).toBe(200);
    expect(await balanceOf(app, ada)).toBe(naira(500));
  });

  it('opens again, with its sessions ended', async () => {
    const { ada, program } = await stop();
    await set(ada, 'active');
    expect((await app.as(ada).call('getProfile')).status).toBe(401);
    expect((await program.call('getProfile')).status).toBe(standing === 'suspended' ? 200 : 401);
    expect((await login(ada)).status).toBe(200);
  });
});

describe('closing', () => {
  it('is refused while there is money, or some is on its way', async () => {
    const [ada, chidi] = [await person(), await app.make.user({ wallet: naira(100) })];
    expect((await set(ada, 'closed')).refusal.code).toBe('account_not_empty');
    expect((await login(ada)).status).toBe(200);
    const pending = { ...airtime, mobile_number: numberOf('MTN', '0009') };
    await app.as(chidi).call('buyAirtime', { ...pending, amount: 100 });
    const left = await app.as(chidi).call('getProfile');
    expect(left.reply.user.balance).toBeLessThan(2);
    await app.as(chidi).call('transferFund', { userName: ada.userName, amount: left.reply.user.balance });
    expect((await set(chidi, 'closed')).refusal.code).toBe('account_not_empty');
  });

  it('is done by the owner with the password, and undone by staff', async () => {
    const ada = await app.make.user();
    const as = app.as(ada);
    expect((await as.call('closeAccount', { password: 'not it at all' })).refusal.code).toBe(
      'wrong_password',
    );
    const { reply, headers } = await as.call('closeAccount', { password: ada.password });
    expect(reply.msg).toBe('Your account is closed');
    // No step back shows the screens that were seen.
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect((await login(ada)).refusal.code).toBe('account_closed');
    await set(ada, 'active');
    expect((await login(ada)).status).toBe(200);
  });

  it('is no way out for an owner whom staff have restricted', async () => {
    const ada = await app.make.user();
    await set(ada, 'restricted');
    const { refusal } = await app.as(ada).call('closeAccount', { password: ada.password });
    expect(refusal.code).toBe('account_restricted');
  });
});

describe('staff', () => {
  it('say why, once, and are on record with it', async () => {
    const ada = await app.make.user();
    expect((await set(ada, 'restricted', { reason: '  ' })).refusal.errors?.[0]?.field).toBe('reason');
    for (let time = 0; time < 2; time += 1) {
      const { reply } = await set(ada, 'restricted', { words: 'Call us.' });
      expect(reply.user).toMatchObject({ standing: 'restricted', standingReason: 'stolen phone' });
    }
    const { actions } = (await app.as(admin).call('listStaffActions', { subject: `user ${ada.userId}` }))
      .reply;
    expect(actions).toMatchObject([
      {
        actor: admin.userName,
        action: 'setStanding',
        before: { standing: 'active' },
        after: { standing: 'restricted', words: 'Call us.' },
        reason: 'stolen phone',
      },
    ]);
    await sendMails(app.context);
    const mails = mailsTo(app, ada.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Jara account is restricted']);
    expect(mails[0]?.text).toContain('Call us.');
  });

  it('decide nothing about themselves or about nobody', async () => {
    expect((await set(admin, 'restricted')).refusal.code).toBe('forbidden');
    for (const id of ['999999', 'ada', '0'])
      expect((await app.as(admin).call('setStanding', { id, standing: 'active', reason: 'x' })).status).toBe(
        404,
      );
    const agent = await app.make.user({ isAgent: true });
    const asked = { id: String(admin.userId), standing: 'suspended', reason: 'x' };
    expect((await app.as(agent).call('setStanding', asked)).refusal.code).toBe('forbidden');
  });

  it('end every session and token of somebody, who then logs in again', async () => {
    const ada = await app.make.user();
    const program = await byToken(ada);
    const { reply } = await app
      .as(admin)
      .call('endAccess', { id: String(ada.userId), reason: 'lost laptop' });
    expect(reply.msg).toBe('Ended: sessions 1, API tokens 1');
    for (const who of [app.as(ada), program]) expect((await who.call('getProfile')).status).toBe(401);
    expect((await login(ada)).status).toBe(200);
  });
});

describe('the database', () => {
  const broken = async (work: Promise<unknown>) =>
    brokenConstraint(
      await work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );

  it('takes no standing from the program without the row and the record that explain it', async () => {
    const ada = await app.make.user();
    const write = (actorId: bigint | null) =>
      app.context.pool.commit(async (db) => {
        const insert = `insert into standings (user_id, standing, reason, actor_id) values ($1, 'restricted', 'x', $2)`;
        if (actorId !== null) await db.run(insert, [ada.userId, actorId]);
        const update = `update accounts set standing = 'restricted' where user_id = $1 and kind = 'wallet'`;
        await db.run(update, [ada.userId]);
      });
    for (const actorId of [null, admin.userId, ada.userId])
      expect(await broken(write(actorId))).toBe('standings_are_explained');
    expect((await app.as(ada).call('getProfile')).reply.user.standing).toBe('active');
  });

  it('keeps every change of a standing as it was written', async () => {
    const ada = await app.make.user();
    await set(ada, 'restricted');
    for (const statement of [
      `update standings set reason = ''`,
      'delete from standings',
      'truncate standings',
    ]) {
      await expect(app.context.pool.run(statement)).rejects.toThrow(/permission denied|append-only/);
      await expect(app.owner.run(statement)).rejects.toThrow(/append-only/);
    }
  });
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('while money leaves in fifty ways at once', () => {
  it.each(['restricted', 'suspended'] as const)('nothing leaves after %s was answered', async (standing) => {
    const chidi = await app.make.user();
    for (const round of times(3)) {
      const ada = await person();
      const program = await byToken(ada);
      const spend = async (turn: number): Promise<string> => {
        const who = turn % 3 === 0 ? program : app.as(ada);
        const answer =
          (turn + round) % 2 === 0
            ? await who.call('buyAirtime', airtime)
            : await who.call('transferFund', { userName: chidi.userName, amount: 99, force: true });
        return answer.status < 300 ? 'done' : answer.refusal.code;
      };
      const before = times(25).map(spend);
      const stopping = set(ada, standing).then(async ({ status }) => [status, await balanceOf(app, ada)]);
      const meanwhile = times(25).map(spend);
      const [status, left] = await stopping;
      expect(status).toBe(200);
      const after = await Promise.all(times(10).map(spend));
      const no = standing === 'restricted' ? 'account_restricted' : 'unauthenticated';
      expect(after).toEqual(after.map(() => no));
      const outcomes = await Promise.all([...before, ...meanwhile]);
      const expected = new Set(['done', 'account_restricted', no]);
      expect(outcomes.filter((one) => !expected.has(one))).toEqual([]);
      expect(await balanceOf(app, ada)).toBe(left);
    }
  });

  it('no account is closed with what others send it at that moment', async () => {
    for (const _ of times(5)) {
      const [ada, chidi] = [await app.make.user(), await person()];
      const sent = times(10).map(() =>
        app.as(chidi).call('transferFund', { userName: ada.userName, amount: 10, force: true }),
      );
      const closed = await set(ada, 'closed');
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      if (closed.status === 200) expect(statuses).not.toContain(200);
      else expect(closed.refusal.code).toBe('account_not_empty');
      expect(await balanceOf(app, ada)).toBe(naira(10 * statuses.filter((status) => status === 200).length));
    }
  });
});
