import { naira, zero } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { balanceOf, numberOf } from '../../../test/buying.ts';
import { mailsTo, sendMails } from '../../../test/mails.ts';
import type { TestUser } from '../../../test/make.ts';
import { holdMoney } from '../../ledger/spending-controls.ts';
import { byTwo, heldBy } from './testing/by-two.ts';

const app = useTestApp({
  env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000', STAFF_DECISION_DAILY_MAXIMUM_NAIRA: '50000' },
});
const alone = useTestApp();

const { admin, topUp, payByCard, ask, confirm } = byTwo(app);

/** By two, to its end; gives what the second was told. */
async function debitByTwo(id: string, more: object = {}): Promise<string> {
  const held = heldBy(await ask(await admin(), id, more));
  return (await confirm(await admin(), held)).reply.msg;
}

/** What the debits of this user moved in each account, in kobo. */
const movedFor = ({ userId }: TestUser) =>
  app.context.pool.rows<{ account: string; amount: bigint }>(
    `select rtrim(a.kind || ':' || coalesce(a.name, ''), ':') as account, e.amount from debits d
     join postings p on p.reference = d.id::text and p.code = 'debit.' || d.kind join entries e on e.posting_id = p.id
     join accounts a on a.id = e.account_id where d.user_id = $1 order by p.id, e.leg`,
    [userId],
  );
const newest = async (user: TestUser) => (await app.as(user).call('listTransactions')).reply.transactions[0];
const debitsOf = async ({ userId }: TestUser): Promise<number> =>
  (await app.context.pool.rows('select from debits where user_id = $1', [userId])).length;
const buy = (who: TestUser, amount: number) =>
  app.as(who).call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', '5555'), amount, force: true });

describe('what was credited by mistake', () => {
  it('leaves the wallet when a second admin confirms it, however little it is, and not before', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const id = await topUp(ada, 500);
    const held = heldBy(await ask(boss, id));
    expect(held).toMatchObject({
      call: 'debit',
      subject: `transaction ${id}`,
      users: [ada.userName],
      amount: 500,
      reason: 'Their bank wrote',
    });
    expect([await balanceOf(app, ada), await debitsOf(ada)]).toEqual([naira(500), 0]);
    expect((await confirm(boss, held)).refusal.code).toBe('forbidden');

    expect((await confirm(other, held)).reply.msg).toContain(
      `₦500.00 is out of the wallet of ${ada.userName}`,
    );
    expect(await balanceOf(app, ada)).toBe(0n);
    expect(await movedFor(ada)).toEqual([
      { account: 'wallet', amount: -50_000n },
      { account: 'issuance', amount: 50_000n },
    ]);
    const records = await app.context.pool.rows(
      `select s.action, u.user_name as actor, s.reason, s.moved_kobo as kobo from staff_actions s join users u on u.id = s.actor_id
       where s.subject in ($1, $2) order by s.id`,
      [`transaction ${id}`, `request ${held._id}`],
    );
    expect(records).toEqual([
      { action: 'askSecondPerson', actor: boss.userName, reason: 'Their bank wrote', kobo: null },
      { action: 'confirmStaffRequest', actor: other.userName, reason: 'I saw the letter', kobo: null },
      { action: 'debit', actor: boss.userName, reason: 'Their bank wrote', kobo: 50_000n },
    ]);
  });

  it('is told to the owner: as a transaction, on its receipt and by mail', async () => {
    const ada = await app.make.user();
    await debitByTwo(await topUp(ada, 500), { amount: 120.5 });
    const shown = await newest(ada);
    expect(shown).toMatchObject({
      trans_Type: 'wallet',
      trans_Status: 'success',
      trans_amount: 120.5,
      balance_Before: 500,
      balance_After: 379.5,
      description: expect.stringMatching(/^Credited by mistake: /),
    });
    const { receipt } = (await app.as(ada).call('getTransaction', { id: shown?._id })).reply;
    expect(receipt.timeline.map(({ step, text }) => [step, text])).toEqual([
      ['debited', 'We took it out of your wallet: it had been credited by mistake'],
    ]);
    await sendMails(app.context);
    const mail = mailsTo(app, ada.email).at(-1);
    expect(mail?.subject).toContain('₦120.50 was debited');
    expect(mail?.text).toContain('came into your wallet by mistake');
    // What staff write to each other stays there.
    expect(JSON.stringify([receipt, mail])).not.toContain('Their bank wrote');
  });

  it('is debited for no more than it brought, nor than the wallet holds', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const id = await topUp(ada, 500);
    for (const amount of [500.01, 0, -1, '1e2x']) {
      const { status, refusal } = await ask(boss, id, { amount });
      expect([amount, status, refusal.errors?.[0]?.field]).toEqual([amount, 400, 'amount']);
    }
    expect((await buy(ada, 200)).status).toBe(200);
    const { refusal } = await ask(boss, id);
    expect([refusal.code, refusal.msg]).toEqual([
      'insufficient_balance',
      'The wallet holds ₦302.00: at most that can be debited',
    ]);
    expect(await debitByTwo(id, { amount: 302 })).toContain('₦302.00 is out');
    expect(await balanceOf(app, ada)).toBe(0n);
  });

  it('is money from staff, a coupon, a refund or money from another user', async () => {
    const [boss, ada, bola] = [
      await admin(),
      await app.make.user(),
      await app.make.user({ wallet: naira(500) }),
    ];
    await app.as(boss).call('transferFund', { userName: ada.userName, amount: 40 });
    await debitByTwo((await newest(ada))?._id ?? '');
    const coupon = { userAccount: ada.userName, amount: 30 };
    const { couponCode } = (await app.as(boss).call('generateCoupon', coupon)).reply;
    await app.as(ada).call('redeemCoupon', { coupon: couponCode });
    await debitByTwo((await newest(ada))?._id ?? '');
    await app.as(bola).call('transferFund', { userName: ada.userName, amount: 20 });
    await debitByTwo((await newest(ada))?._id ?? '');
    expect(await balanceOf(app, ada)).toBe(0n);
    const { receipt } = (await buy(bola, 100)).reply;
    await app.as(boss).call('refund', { id: receipt._id, reason: 'It never came' });
    await debitByTwo((await newest(bola))?._id ?? '');
    expect(await balanceOf(app, bola)).toBe(naira(500 - 20 - 99));
  });
});

describe('a card payment that its bank called back', () => {
  it('leaves the wallet less the fee, which we give up', async () => {
    const ada = await app.make.user({ wallet: naira(100) });
    expect(await debitByTwo(await payByCard(ada, 500), { kind: 'chargeback' })).toBe(
      `₦495.00 is out of the wallet of ${ada.userName}`,
    );
    expect(await balanceOf(app, ada)).toBe(naira(100));
    expect(await movedFor(ada)).toEqual([
      { account: 'wallet', amount: -49_500n },
      { account: 'revenue:funding', amount: -500n },
      { account: 'gateway:squad', amount: 50_000n },
    ]);
    const shown = await newest(ada);
    expect(shown?.description).toBe('Called back by the bank: Card funding');
    const { receipt } = (await app.as(ada).call('getTransaction', { id: shown?._id })).reply;
    expect(receipt.timeline[0]?.text).toContain('the bank of the card called the payment back');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email).at(-1)?.text).toContain('The bank of the card called back a payment');
  });

  it('is our loss as far as the wallet does not hold it any more', async () => {
    const ada = await app.make.user();
    const reference = await payByCard(ada, 500);
    expect((await buy(ada, 400)).status).toBe(200);
    expect(await debitByTwo(reference, { kind: 'chargeback' })).toBe(
      `₦99.00 is out of the wallet of ${ada.userName}. The wallet did not hold ₦396.00: it is our loss`,
    );
    expect(await balanceOf(app, ada)).toBe(0n);
    expect(await movedFor(ada)).toEqual([
      { account: 'wallet', amount: -9_900n },
      { account: 'loss:chargeback', amount: -39_600n },
      { account: 'revenue:funding', amount: -500n },
      { account: 'gateway:squad', amount: 50_000n },
    ]);
  });

  it('is all our loss where the wallet is empty, and the owner is told nothing', async () => {
    const [ada, bola] = [await app.make.user(), await app.make.user()];
    const reference = await payByCard(ada, 500);
    await app.as(ada).call('transferFund', { userName: bola.userName, amount: 495 });
    await sendMails(app.context);
    const mails = mailsTo(app, ada.email).length;
    await debitByTwo(reference, { kind: 'chargeback' });
    expect((await movedFor(ada)).map(({ account }) => account)).toEqual([
      'loss:chargeback',
      'revenue:funding',
      'gateway:squad',
    ]);
    expect((await newest(ada))?.trans_Type).toBe('transfer');
    await sendMails(app.context);
    expect(mailsTo(app, ada.email)).toHaveLength(mails);
  });

  it('is debited in no other manner, and nothing else is called back', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const reference = await payByCard(ada, 500);
    const codeOf = async (id: string, more: object = {}) => (await ask(boss, id, more)).refusal.code;
    expect(await codeOf(reference)).toBe('not_debitable');
    expect(await codeOf(reference, { kind: 'chargeback', amount: 5 })).toBe('invalid_input');
    expect(await codeOf(await topUp(ada, 50), { kind: 'chargeback' })).toBe('not_debitable');
    const { reference: begun } = (await app.as(ada).call('initiateSquadFunding', { amount: 500 })).reply;
    for (const kind of ['clawback', 'chargeback'])
      expect(await codeOf(begun, { kind })).toBe('not_debitable');
    const { receipt } = (await buy(ada, 100)).reply;
    expect(await codeOf(receipt._id)).toBe('not_debitable');
    expect(await codeOf('999999999')).toBe('not_found');
  });
});

describe('whoever debits', () => {
  it('says why', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    const id = await topUp(ada, 500);
    for (const reason of ['', '  ']) {
      const { status, refusal } = await ask(boss, id, { reason });
      expect([status, refusal.errors?.[0]?.field]).toEqual([400, 'reason']);
    }
  });

  it('debits neither themselves nor what they confirm for themselves', async () => {
    const [boss, ada] = [await admin(), await admin()];
    const id = await topUp(ada, 500);
    expect((await ask(ada, id)).refusal.code).toBe('forbidden');
    const held = heldBy(await ask(boss, id));
    expect((await confirm(ada, held)).refusal.code).toBe('forbidden');
    expect(await balanceOf(app, ada)).toBe(naira(500));
  });

  it('does it once for each transaction, under whatever key, and shows that to whoever repeats it', async () => {
    const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
    const id = await topUp(ada, 500);
    const key = { key: 'from-the-letter' };
    const first = heldBy(await ask(boss, id, { amount: 100 }, key));
    expect(heldBy(await ask(boss, id, { amount: 100 }, key))._id).toBe(first._id);
    const second = heldBy(await ask(other, id, { amount: 50 }));
    expect((await confirm(other, first)).status).toBe(200);
    const again = await ask(boss, id, { amount: 100 }, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect((await ask(boss, id, { amount: 100 })).refusal.code).toBe('already_debited');
    expect((await confirm(boss, second)).refusal.code).toBe('already_debited');
    expect([await balanceOf(app, ada), await debitsOf(ada)]).toEqual([naira(400), 1]);
  });

  it('debits at most the maximum of a day', async () => {
    const [boss, ada] = [await admin(), await app.make.user()];
    await app.as(boss).call('transferFund', { userName: ada.userName, amount: 50_001 });
    const id = (await newest(ada))?._id ?? '';
    expect((await ask(boss, id)).refusal.code).toBe('staff_daily_limit');
    heldBy(await ask(boss, id, { amount: 50_000 }));
  });

  it('does it alone where no second admin is asked for', async () => {
    const [boss, ada] = [await alone.make.user({ isAdmin: true }), await alone.make.user()];
    const { _id: id } = (await alone.as(ada).call('testTopUp', { amount: 500 })).reply.receipt;
    const { reply } = await alone.as(boss).call('debit', { id, kind: 'clawback', reason: 'Twice' });
    expect(reply.receipt).toMatchObject({ trans_amount: 500, balance_After: 0 });
  });
});

describe('neither standing nor freeze, hold and limit', () => {
  it.each([
    ['restricted by staff', (user: TestUser) => setStanding(user, 'restricted')],
    ['suspended by staff', (user: TestUser) => setStanding(user, 'suspended')],
    ['frozen by the owner', (user: TestUser) => app.as(user).call('freezeWallet')],
    ['limited by the owner', (user: TestUser) => app.as(user).call('setSpendingLimit', { amount: 1 })],
    [
      'held',
      ({ userId }: TestUser) =>
        holdMoney(app.context.pool, userId, { because: 'reset', hours: 1, purchasesKobo: zero }),
    ],
  ] as const)('keeps money from being debited: %s', async (_what, stop) => {
    const ada = await app.make.user();
    const id = await topUp(ada, 500);
    await stop(ada);
    await debitByTwo(id);
    expect(await balanceOf(app, ada)).toBe(0n);
  });

  const setStanding = async ({ userId }: TestUser, standing: string) =>
    app.as(await admin()).call('setStanding', { id: String(userId), standing, reason: 'A police letter' });

  it('counts what was debited as spent by the owner', async () => {
    const ada = await app.make.user();
    const id = await topUp(ada, 500);
    await app.as(ada).call('setSpendingLimit', { amount: 200 });
    await debitByTwo(id, { amount: 300 });
    expect((await buy(ada, 200)).status).toBe(200);
  });
});
