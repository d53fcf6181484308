/** Withdrawals that staff hold: nothing is sent until they are released, and what was sent is never held. */
import { naira } from '@jara/contract/money.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { control } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { useSecond } from '../../../test/second.ts';
import { brokenConstraint } from '../../platform/db.ts';
import { orderOf } from './open.ts';
import { askAboutDuePayouts, checkReturnedPayouts } from './requery.ts';
import { accountEnding, createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp({ env: { PURCHASE_WAIT_MS: '5000' } });
const second = useSecond(app);
const { validate, withdraw, withdrawTo, holds, stateOf, waitForState, expectJournalToAgree } =
  createFakeBank(app);

let admin: TestUser;
beforeAll(async () => {
  admin = await app.make.user({ isAdmin: true });
});
const hold = (ada: TestUser, isHeld = true) =>
  app.as(admin).call('holdWithdrawals', { id: String(ada.userId), isHeld, reason: 'A letter of the police' });
const decide = (id: string, outcome: string, options: object = {}) =>
  app.as(admin).call('decideWaiting', { id, outcome, reason: 'Called the owner' }, options);
const entryOf = async (id: string) =>
  (await app.as(admin).call('listWaiting')).reply.waiting.find(({ _id }) => _id === id);
const payoutsOf = (reference: string) =>
  app.sandbox.journal().payouts.filter((payout) => payout.reference.endsWith(reference));

/** A withdrawal of 500 naira that was opened while they are held. */
async function heldOne() {
  const ada = await app.make.user({ wallet: naira(1_000) });
  expect((await hold(ada)).status).toBe(200);
  const opened = await withdrawTo(ada, '1234', 500);
  const { _id: id, reference } = opened.reply.receipt;
  expect(await stateOf(id)).toBe('held');
  return { ada, id, reference, opened };
}

describe('a withdrawal while they are held', () => {
  it('takes its money and says that it is looked at, and nobody sends it: no job, no process, no question of staff', async () => {
    const { ada, id, reference, opened } = await heldOne();
    expect(opened.status).toBe(202);
    expect(opened.reply.msg).toBe(
      'We look at this withdrawal before it is sent; your ₦500.00 is held, not lost',
    );
    expect(opened.reply.receipt.timeline.map(({ step }) => step)).toEqual(['made', 'paid', 'waiting']);
    for (const context of [app.context, second.context]) {
      await askAboutDuePayouts(context);
      await checkReturnedPayouts(context);
    }
    const asked = await app.as(admin).call('reQueryWithdrawal', { transactionId: id });
    expect(asked.reply.receipt.trans_Status).toBe('pending');
    expect([await stateOf(id), await holds(ada), payoutsOf(reference)]).toEqual(['held', 50_000n, []]);
    expect(await entryOf(id)).toMatchObject({ why: 'held', checks: 0, nextCheckAt: null });
  });

  it('with its key is answered with the first one', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await hold(ada);
    const account = accountEnding('1234');
    await validate(ada, account);
    const first = await withdraw(ada, account, 500, 'once');
    const again = await withdraw(ada, account, 500, 'once');
    expect([again.status, again.reply.receipt._id]).toEqual([202, first.reply.receipt._id]);
    expect(await holds(ada)).toBe(50_000n);
  });
});

describe('a held withdrawal', () => {
  it('is sent once when it is released, by whichever of many presses', async () => {
    const { ada, id, reference } = await heldOne();
    const pressed = await Promise.all(Array.from({ length: 8 }, () => decide(id, 'released')));
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = pressed.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code);
    expect(new Set(refused)).toEqual(new Set(['not_waiting']));
    await waitForState(id, 'delivered');
    expect(payoutsOf(reference)).toHaveLength(1);
    expect(await holds(ada)).toBe(50_000n);
    const { receipt } = (await app.as(ada).call('getTransaction', { id })).reply;
    expect(receipt.timeline.map(({ step }) => step)).toEqual(['made', 'paid', 'sent', 'delivered']);
    await expectJournalToAgree();
  });

  it('is sent once by one key, and a press with it hears that, also where the bank knows it by then', async () => {
    const { id, reference } = await heldOne();
    const press = () => decide(id, 'released', { key: `release-${id}` });
    const { payouts } = app.context;
    const requery = payouts.requery.bind(payouts);
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // The bank is asked while nothing was sent, and looks when it was.
    const asked = vi.spyOn(payouts, 'requery').mockImplementationOnce(async (named) => {
      await released;
      return requery(named);
    });
    const late = press();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    const first = await press();
    await waitForState(id, 'delivered');
    answer();
    const answers = [first, await late, await press()];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
      [200, 'true'],
    ]);
    expect(payoutsOf(reference)).toHaveLength(1);
    await expectJournalToAgree();
  });

  it('goes back as a whole when it is returned, and was never sent', async () => {
    const { ada, id, reference } = await heldOne();
    expect((await decide(id, 'delivered')).refusal.code).toBe('not_waiting');
    expect((await decide(id, 'returned')).status).toBe(200);
    expect([await stateOf(id), await holds(ada), payoutsOf(reference)]).toEqual(['refused', 100_000n, []]);
    // The bank has nothing to say of it.
    const asked = await app.owner.get('select return_check_at from withdrawals where transaction_id = $1', [
      id,
    ]);
    expect(asked).toEqual({ return_check_at: null });
    const { receipt } = (await app.as(ada).call('getTransaction', { id })).reply;
    expect(receipt.timeline.map(({ text }) => text)).toEqual([
      'Withdrawal received',
      'Paid from your wallet',
      'It was not sent to the bank',
      'Your money is back in your wallet',
    ]);
    expect((await decide(id, 'released')).refusal.code).toBe('not_waiting');
  });

  it('is either sent or given back when both are asked at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { ada, id, reference } = await heldOne();
      const answers = await Promise.all([decide(id, 'released'), decide(id, 'returned')]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const isSent = answers[0].status === 200;
      await waitForState(id, isSent ? 'delivered' : 'refused');
      expect(payoutsOf(reference)).toHaveLength(isSent ? 1 : 0);
      expect(await holds(ada)).toBe(isSent ? 50_000n : 100_000n);
    }
    await expectJournalToAgree();
  });

  it('that the bank knows, as after a restore, is booked as the bank says, and neither sent again nor given back', async () => {
    for (const outcome of ['released', 'returned']) {
      const { ada, id, reference } = await heldOne();
      const row = await app.context.pool.get<{
        bankCode: string;
        accountNumber: string;
        accountName: string;
      }>(
        `select bank_code as "bankCode", account_number as "accountNumber", account_name as "accountName" from withdrawals
         where transaction_id = $1`,
        [id],
      );
      await app.context.payouts.pay(orderOf({ ...row, reference, amountKobo: naira(450) }));
      expect((await decide(id, outcome)).refusal).toMatchObject({
        code: 'not_waiting',
        msg: 'The bank has this withdrawal already: look at it again',
      });
      expect([await stateOf(id), await holds(ada), payoutsOf(reference).length]).toEqual([
        'delivered',
        50_000n,
        1,
      ]);
    }
    await expectJournalToAgree();
  });

  it('waits while the bank does not say whether it knows it, and while withdrawals are locked', async () => {
    const { ada, id } = await heldOne();
    await control(app, 'faces/squad', { down: true });
    for (const outcome of ['released', 'returned'])
      expect((await decide(id, outcome)).refusal.code).toBe('bank_unavailable');
    await control(app, 'faces/squad', { down: false });
    await app.owner.run(`update services set is_open = false where name = 'withdraw'`);
    expect((await decide(id, 'released')).refusal.code).toBe('service_locked');
    await app.owner.run(`update services set is_open = true where name = 'withdraw'`);
    expect([await stateOf(id), await holds(ada)]).toEqual(['held', 50_000n]);
  });

  it('is none that was sent: the database refuses to say so', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    const id = (await withdrawTo(ada, '0009', 500)).reply.receipt._id;
    await waitForState(id, 'unknown');
    const sql = `update withdrawals set state = 'held', sent_at = null, next_check_at = null where transaction_id = $1`;
    const failed = await app.owner.run(sql, [id]).catch((error: unknown) => error);
    expect(brokenConstraint(failed)).toBe('what_was_sent_is_not_held');
  });
});

describe('the hold', () => {
  it('of the same moment as many withdrawals holds what it did not find on its way, and says how many that were', async () => {
    const ada = await app.make.user({ wallet: naira(20_000) });
    const account = accountEnding('0009');
    await validate(ada, account);
    const [answer] = await Promise.all([
      hold(ada),
      ...Array.from({ length: 12 }, (_, n) => withdraw(ada, account, 500, `of-the-moment-${n}`)),
    ]);
    const { held, sent } = await app.context.pool.get<{ held: number; sent: number }>(
      `select count(*) filter (where state = 'held')::int as held, count(*) filter (where state <> 'held')::int as sent
       from withdrawals where user_id = $1`,
      [ada.userId],
    );
    expect([held + sent, answer.reply.sentBefore]).toEqual([12, sent]);
    const words =
      sent === 0 ? '' : `. ${sent === 1 ? '1 withdrawal was' : `${sent} withdrawals were`} sent before`;
    expect(answer.reply.msg).toBe(`From now on withdrawals of ${ada.userName} are held${words}`);
    expect((await withdraw(ada, account, 500, 'after')).reply.receipt.timeline.at(-1)?.step).toBe('waiting');
  });

  it('is on record with its reason, is seen by staff, and ends for what comes after', async () => {
    const { ada, id } = await heldOne();
    expect((await hold(ada)).reply.held).toBe(1);
    const find = async () =>
      (await app.as(admin).call('listUsers', { userName: ada.userName })).reply.users[0];
    expect((await find())?.withdrawalsHeldSince).toMatch(/^20\d\d-/);
    const freed = await hold(ada, false);
    expect(freed.reply.msg).toBe(
      `Withdrawals of ${ada.userName} go to the bank again. 1 withdrawal still waits for a decision`,
    );
    expect((await find())?.withdrawalsHeldSince).toBeNull();
    const { status } = await withdrawTo(ada, '1234', 500);
    expect([status, await stateOf(id)]).toEqual([200, 'held']);
    const actions = await app.context.pool.rows<{ after: unknown; reason: string }>(
      `select after, reason from staff_actions where action = 'holdWithdrawals' and subject = $1 order by id`,
      [`user ${ada.userId}`],
    );
    expect(actions).toEqual([
      { after: { isHeld: true, held: 0, sentBefore: 0 }, reason: 'A letter of the police' },
      { after: { isHeld: false, held: 1, sentBefore: 0 }, reason: 'A letter of the police' },
    ]);
    const events = (await app.as(ada).call('listSecurityEvents')).reply.events;
    expect(events.filter(({ isByStaff }) => isByStaff).map(({ what }) => what)).toEqual([
      'withdrawals_freed',
      'withdrawals_held',
    ]);
  });

  it('takes a reason, and is nobody’s own', async () => {
    const ada = await app.make.user();
    const id = String(ada.userId);
    const bare = await app.as(admin).call('holdWithdrawals', { id, isHeld: true, reason: ' ' });
    expect(bare.refusal.errors?.[0]?.field).toBe('reason');
    const own = await app
      .as(admin)
      .call('holdWithdrawals', { id: String(admin.userId), isHeld: true, reason: 'x' });
    expect(own.refusal.code).toBe('forbidden');
  });
});
