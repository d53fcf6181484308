/** What the bank says of a payout cannot be saved: nothing moves, and the bank is asked again. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { askAboutDuePayouts, askAboutPayout } from './requery.ts';
import { createFakeBank } from './testing/fake-bank.ts';

const app = useTestApp();
const { withdrawTo, holds, stateOf, expectJournalToAgree } = createFakeBank(app);
afterEach(() => expectJournalToAgree());

/** While `work` goes on, no outcome of this user's withdrawals is saved. */
async function withoutOutcomeOf<Result>(userId: bigint, work: () => Promise<Result>): Promise<Result> {
  await app.owner.run(
    `create function no_outcome() returns trigger language plpgsql as $$ begin raise 'the process died here'; end $$`,
  );
  await app.owner.run(
    `create trigger no_outcome before update of state on withdrawals for each row
     when (new.user_id = ${userId}) execute function no_outcome()`,
  );
  try {
    return await work();
  } finally {
    await app.owner.run('drop function no_outcome() cascade');
  }
}

it('after it was sent, it is held; in a round of questions, the others are settled', async () => {
  const ada = await app.make.user({ wallet: naira(500) });
  const bola = await app.make.user({ wallet: naira(500) });
  const its = await withoutOutcomeOf(ada.userId, () => withdrawTo(ada, '1234', 500));
  expect(its.status).toBe(202);
  expect(app.takeErrors()).toEqual([expect.stringContaining('sending a withdrawal broke')]);
  const other = (await withdrawTo(bola, '0004', 500)).reply;

  const askAll = async () => {
    await app.owner.run('update withdrawals set next_check_at = now() where next_check_at is not null');
    return askAboutDuePayouts(app.context);
  };
  expect(await withoutOutcomeOf(ada.userId, askAll)).toBe(2);
  expect(app.takeErrors()).toEqual([
    expect.stringContaining('asking about a withdrawal failed; it is asked again'),
  ]);
  const states = async () => [
    await stateOf(its.reply.receipt._id),
    await stateOf(other.receipt._id),
    await holds(ada),
  ];
  expect(await states()).toEqual(['sent', 'delivered', 0n]);
  expect(await askAll()).toBe(1);
  expect(await states()).toEqual(['delivered', 'delivered', 0n]);
});

it('a payout that is not there is asked about nowhere', async () => {
  expect(await askAboutPayout(app.context, 999_999n)).toBeUndefined();
});
