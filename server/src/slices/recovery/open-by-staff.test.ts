import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { arriveLate, numberOf, shortWaits } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { askAfterRestore } from './ask-after-restore.ts';
import { closeAndCompare, closeShop, loseDelivery, openAnyhow } from './testing/closed-shop.ts';

const app = useTestApp({ env: { ...shortWaits, PURCHASE_WAIT_MS: '0' } });
afterEach(() => openAnyhow(app));

const state = async (by: TestUser) => (await app.as(by).call('getRecovery')).reply;
const decide = (by: TestUser, id: string, reason = ' Statement of May compared ') =>
  app.as(by).call('decideRecoveryItem', { id, reason });
const open = (by: TestUser, more: object = {}) =>
  app.as(by).call('openShop', { reason: 'All is compared', password: by.password, ...more });
const actionsOf = (userId: bigint) =>
  app.owner.rows<{ action: string; subject: string; reason: string }>(
    'select action, subject, reason, before, after from staff_actions where actor_id = $1 order by id',
    [userId],
  );

describe('the shop is opened by an admin', () => {
  it('who compares each statement, once all suppliers have answered', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const ada = await app.make.user({ wallet: naira(5_000) });
    const lost = numberOf('MTN', '5555');
    await closeShop(app);
    await arriveLate(app, 'JR261122ABCDEFGHJK2', lost);
    expect(await state(admin)).toMatchObject({ asked: [], recovery: { opening: null } });
    const early = await open(admin);
    expect([early.status, early.refusal.code]).toEqual([409, 'shop_not_ready']);
    expect(early.refusal.msg).toContain('nobody was asked yet');
    await askAfterRestore(app.context);

    const before = await state(admin);
    const statements = before.asked.filter(({ kind }) => kind === 'statement');
    expect(before.counts).toEqual({ asked: statements.length, deliveries: 1 });
    expect(before.asked.filter(({ kind }) => kind === 'question')).toMatchObject([
      { provider: 'ALARO', decision: { decidedBy: null, reason: 'asked by the program' } },
      { provider: 'GLAD', decision: { decidedBy: null, reason: 'asked by the program' } },
      {
        provider: 'squad',
        reference: 'payouts',
        decision: { decidedBy: null, reason: 'asked by the program' },
      },
    ]);
    expect(before.deliveries).toMatchObject([
      { provider: 'GLAD', amount: expect.any(Number), decision: null },
    ]);
    const tooEarly = await open(admin);
    for (const { provider, reference } of statements)
      expect(tooEarly.refusal.msg).toContain(`${provider}: ${reference}`);

    for (const { _id } of statements) {
      const { reply } = await decide(admin, _id);
      expect(reply.item.decision).toMatchObject({
        decidedBy: admin.userName,
        reason: 'Statement of May compared',
      });
    }
    expect((await app.as(ada).call('getProfile')).reply.isShopClosed).toBe(true);
    const { reply } = await open(admin);
    expect(reply).toMatchObject({
      msg: 'The shop is open',
      recovery: { opening: { openedBy: admin.userName, reason: 'All is compared' } },
    });
    expect((await app.as(ada).call('getProfile')).reply.isShopClosed).toBe(false);
    const sold = await app.as(ada).call('buyAirtime', { network: 1, amount: 500, mobile_number: lost });
    expect([200, 202]).toContain(sold.status);
    // What was found still waits for staff.
    expect((await state(admin)).counts).toEqual({ asked: 0, deliveries: 1 });

    const actions = await actionsOf(admin.userId);
    expect(actions.map(({ action }) => action)).toEqual([
      ...statements.map(() => 'decideRecoveryItem'),
      'openShop',
    ]);
    expect(actions.at(-1)).toMatchObject({
      subject: expect.stringMatching(/^recovery \d+$/),
      reason: 'All is compared',
      before: { isClosed: true },
      after: { isClosed: false },
    });
    expect(actions[0]).toMatchObject({
      subject: `recovery item ${statements[0]?._id}`,
      before: { kind: 'statement', isDecided: false },
      after: { isDecided: true },
    });
  });

  it('with the password, and the code of two-step login, or not at all', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { setupKey } = (await app.as(admin).call('beginTotp', { password: admin.password })).reply;
    await closeAndCompare(app, admin);
    expect((await open(admin, { password: 'wrong horse 9' })).refusal.code).toBe('wrong_password');
    expect((await open(admin, { password: undefined })).status).toBe(400);
    expect((await open(admin, { reason: ' ' })).refusal.errors).toMatchObject([{ field: 'reason' }]);
    await app.as(admin).call('confirmTotp', { code: codeOf(setupKey) });
    expect((await open(admin)).refusal.code).toBe('totp_required');
    expect((await open(admin, { code: '000000' })).refusal.code).toBe('wrong_code');
    expect((await state(admin)).recovery?.opening).toBeNull();
    expect(await actionsOf(admin.userId)).toEqual([]);
    expect((await open(admin, { code: codeOf(setupKey, 1) })).status).toBe(200);
  });

  it('once, of many at the same moment', async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, () => app.make.user({ isAdmin: true })));
    const [first] = admins;
    if (first === undefined) throw new Error('six were made');
    await closeAndCompare(app, first);
    const answers = await Promise.all(admins.map((admin) => open(admin)));
    expect(
      answers
        .map(({ status }) => String(status))
        .toSorted()
        .join(' '),
    ).toBe('200 409 409 409 409 409');
    const late = answers.filter(({ status }) => status === 409);
    expect(late.map(({ refusal }) => refusal.code)).toEqual(late.map(() => 'not_waiting'));
    const { count } = await app.owner.get<{ count: number }>(
      `select count(*)::int from staff_actions where action = 'openShop' and actor_id = any($1)`,
      [admins.map(({ userId }) => userId)],
    );
    expect(count).toBe(1);
  });
});

describe('what was found', () => {
  it('is decided once, and a question by nobody but its provider', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { id } = await loseDelivery(app);
    const found = (await state(admin)).deliveries[0];
    expect(found).toMatchObject({ _id: id, kind: 'delivery', amount: 500, words: 'Successful' });
    expect((await decide(admin, id, ' ')).refusal.errors).toMatchObject([{ field: 'reason' }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => decide(admin, id)));
    expect(
      answers
        .map(({ status }) => String(status))
        .toSorted()
        .join(' '),
    ).toBe('200 409 409 409 409 409');
    expect(await actionsOf(admin.userId)).toHaveLength(1);
    for (const nobody of ['999999999', 'x', '1'.repeat(30)])
      expect((await decide(admin, nobody)).refusal.code).toBe('not_found');

    await closeShop(app);
    const { id: question } = await app.owner.get<{ id: bigint }>(
      `insert into recovery_items (recovery_id, kind, provider, reference)
       select id, 'question', 'GLAD', 'deliveries' from recoveries where opened_at is null returning id`,
    );
    expect((await decide(admin, String(question))).refusal.code).toBe('not_waiting');
    expect((await open(admin)).refusal.msg).toContain('GLAD: deliveries');
  });

  it('is read by agents, who decide and open nothing', async () => {
    const agent = await app.make.user({ isAgent: true });
    const { id } = await loseDelivery(app);
    expect((await state(agent)).deliveries[0]?._id).toBe(id);
    expect((await decide(agent, id)).status).toBe(403);
    expect((await open(agent)).status).toBe(403);
  });

  it('stands on pages of fifty, what nobody has decided first', async () => {
    const admin = await app.make.user({ isAdmin: true });
    const { id } = await loseDelivery(app);
    await app.owner.run(
      `insert into recovery_items (recovery_id, kind, provider, reference, decided_at, reason)
       select (select recovery_id from recovery_items where id = $1), 'delivery', 'ALARO', 'A' || n, now(), 'sold' from generate_series(1, 60) n`,
      [id],
    );
    const pages = await Promise.all(
      [1, 2].map(async (page) => (await app.as(admin).call('getRecovery', { page })).reply),
    );
    expect(pages.map(({ deliveries, totalPages }) => [deliveries.length, totalPages])).toEqual([
      [50, 2],
      [11, 2],
    ]);
    expect(pages[0]?.deliveries[0]?._id).toBe(id);
    expect(pages[0]?.counts.deliveries).toBe(1);
  });
});

describe('while the shop is closed', () => {
  it('a request that was done says so when it is repeated with its key, and a new one is refused', async () => {
    const [ada, bola] = [await app.make.user({ wallet: naira(5_000) }), await app.make.user()];
    const airtime = { network: 1, amount: 500, mobile_number: numberOf('MTN', '5555') };
    const present = { userName: bola.userName, amount: 100 };
    const bought = await app.as(ada).call('buyAirtime', airtime, { key: 'bought' });
    const sent = await app.as(ada).call('transferFund', present, { key: 'sent' });
    await closeShop(app);

    const boughtAgain = await app.as(ada).call('buyAirtime', airtime, { key: 'bought' });
    const sentAgain = await app.as(ada).call('transferFund', present, { key: 'sent' });
    expect(boughtAgain.reply.receipt.reference).toBe(bought.reply.receipt.reference);
    expect(sentAgain.reply.receipt.reference).toBe(sent.reply.receipt.reference);
    expect(boughtAgain.headers.get('idempotent-replayed')).toBe('true');
    for (const { status, refusal } of [
      await app.as(ada).call('buyAirtime', airtime, { key: 'new' }),
      await app.as(ada).call('transferFund', present, { key: 'also-new' }),
    ]) {
      expect([status, refusal.code]).toEqual([503, 'shop_closed']);
    }
    expect(app.takeErrors()).toEqual([]);
  });
});
