import { naira } from '@jara/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { balanceOf, numberOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';
import { byTwo, heldBy } from './testing/by-two.ts';

const app = useShop({ env: { STAFF_SECOND_PERSON_ABOVE_NAIRA: '1000000' } });
const { admin, topUp, payByCard, ask, confirm } = byTwo(app);

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const debitsOf = ({ userId }: TestUser) =>
  app.context.pool.rows<{ taken: bigint; lost: bigint }>(
    'select taken_kobo as taken, lost_kobo as lost from debits where user_id = $1',
    [userId],
  );
/** Each costs 99 naira. */
const buy = (who: TestUser) =>
  app
    .as(who)
    .call('buyAirtime', { network: 1, mobile_number: numberOf('MTN', '5555'), amount: 100, force: true });

describe('a debit of a wallet', () => {
  it('is confirmed by many at once: it is done once', async () => {
    const [boss, ada] = [await admin(), await app.make.user({ wallet: naira(900) })];
    const held = heldBy(await ask(boss, await topUp(ada, 100)));
    const checkers = await Promise.all(Array.from({ length: 6 }, () => admin()));
    expect(statuses(await Promise.all(checkers.map((checker) => confirm(checker, held))))).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect([await balanceOf(app, ada), (await debitsOf(ada)).length]).toEqual([naira(900), 1]);
  });

  it('is asked for by many, and each of theirs confirmed at once: the money leaves once', async () => {
    const [checker, ada] = [await admin(), await app.make.user({ wallet: naira(5_000) })];
    const id = await topUp(ada, 100);
    const makers = await Promise.all(Array.from({ length: 6 }, () => admin()));
    const asked = await Promise.all(makers.map((maker) => ask(maker, id)));
    const answers = await Promise.all(asked.map((answer) => confirm(checker, heldBy(answer))));
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    expect([await balanceOf(app, ada), (await debitsOf(ada)).length]).toEqual([naira(5_000), 1]);
  });

  it('meets purchases: the wallet pays the one or the other, and never goes below zero', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
      const held = heldBy(await ask(boss, await topUp(ada, 500)));
      const [confirmed, ...bought] = await Promise.all([
        confirm(other, held),
        ...Array.from({ length: 8 }, () => buy(ada)),
      ]);
      const sold = bought.filter(({ status }) => status === 200).length;
      const isDebited = confirmed.status === 200;
      if (!isDebited) expect(confirmed.refusal.code).toBe('insufficient_balance');
      expect([isDebited, sold]).toEqual(isDebited ? [true, 0] : [false, 5]);
      expect(await balanceOf(app, ada)).toBe(isDebited ? 0n : naira(500 - 5 * 99));
      // What could not be done waits on, for somebody to reject it.
      const { staffRequests } = (await app.as(boss).call('listStaffRequests')).reply;
      expect(staffRequests.some(({ _id }) => _id === held._id)).toBe(!isDebited);
    }
  });

  it('that is a chargeback meets purchases: all that is left leaves, and the rest is our loss', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [boss, other, ada] = [await admin(), await admin(), await app.make.user()];
      const held = heldBy(await ask(boss, await payByCard(ada, 500), { kind: 'chargeback' }));
      const [confirmed, ...bought] = await Promise.all([
        confirm(other, held),
        ...Array.from({ length: 8 }, () => buy(ada)),
      ]);
      expect(confirmed.status).toBe(200);
      const sold = bought.filter(({ status }) => status === 200).length;
      const [debit] = await debitsOf(ada);
      expect(debit).toEqual({ taken: naira(495 - sold * 99), lost: naira(sold * 99) });
      expect(await balanceOf(app, ada)).toBe(0n);
    }
  });
});
