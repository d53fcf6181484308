/** Commit 2 of a purchase when the database says no, or is busy: the money is where commit 1 put it, and the job asks again. */
import { naira } from '@jara/contract/money.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { askNow, balanceOf, endsAs, numberOf, useShop } from '../../../test/buying.ts';
import type { TestUser } from '../../../test/make.ts';

const app = useShop();

/** The next so many settlements of this user's purchases fail with the code, as if the database had thought of it. */
async function refuseNext(user: TestUser, times: number, code: string): Promise<void> {
  await app.owner.run('create sequence troubles');
  await app.owner.run(`create function trouble() returns trigger security definer language plpgsql as $$
    begin
      if new.user_id = ${user.userId} and nextval('troubles') <= ${times} then
        raise exception using message = 'trouble', errcode = '${code}';
      end if;
      return new;
    end $$`);
  await app.owner.run(
    'create trigger trouble before update on transactions for each row execute function trouble()',
  );
}
const troubles = async () =>
  Number((await app.owner.get<{ value: bigint }>('select last_value as value from troubles')).value);
afterEach(async () => {
  await app.owner.run('drop function if exists trouble() cascade');
  await app.owner.run('drop sequence if exists troubles');
});

const buy = async (user: TestUser) => {
  const input = { network: 1, amount: 500, mobile_number: numberOf('MTN', '1234') };
  const { status, reply } = await app.as(user).call('buyAirtime', input);
  return { status, receipt: reply.receipt };
};

describe('a delivery that cannot be put on record', () => {
  it('at first is tried again, and settled once', async () => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await refuseNext(ada, 2, '40P01');
    const { status, receipt } = await buy(ada);
    expect([status, receipt.trans_Status, await troubles()]).toEqual([200, 'success', 3]);
    expect(await balanceOf(app, ada)).toBe(naira(505));
    expect(app.takeErrors()).toEqual([expect.stringContaining('trouble')]);
  });

  it.each([
    ['while the database is busy', '40P01', 5],
    ['for what is no matter of the moment', '23514', 2],
  ])('%s stays on its way, and the job finds it delivered', async (_what, code, tries) => {
    const ada = await app.make.user({ wallet: naira(1_000) });
    await refuseNext(ada, 100, code);
    const { status, receipt } = await buy(ada);
    expect([status, receipt.trans_Status, await balanceOf(app, ada)]).toEqual([202, 'pending', naira(505)]);
    expect(await troubles()).toBe(tries);
    expect(app.takeErrors()).toHaveLength(tries - 1);
    await app.owner.run('drop function trouble() cascade');
    await askNow(app);
    await endsAs(app, receipt.reference, 'success');
    expect(await balanceOf(app, ada)).toBe(naira(505));
  });
});
