/** Purchases, their ends and what comes after their ends, all at once with the sums: at every step, totals by sums are those of all rows. */
import { naira } from '@jara/contract/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberOf, patientWaits } from '../../../test/buying.ts';
import { useTestApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/make.ts';
import type { VerifyAnswer } from '../../outside/cards/cards.ts';
import { settleAs } from '../../slices/funding/testing/settle-as.ts';
import { settlementWithoutWords, type Settlement } from '../../slices/purchases/settle.ts';
import { findBreaksOf } from '../slices.ts';
import { sumRules } from './sum-rules.ts';
import { sumUpTransactions } from './sum-up.ts';
import { differences } from './testing/differences.ts';

const app = useTestApp({ env: { ...patientWaits, PURCHASE_WAIT_MS: '0' } });
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const aWhile = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * ms));

let people: TestUser[];
let admin: TestUser;
beforeAll(async () => {
  people = await Promise.all(times(3).map(() => app.make.user({ wallet: naira(100_000) })));
  admin = await app.make.user({ isAdmin: true });
  // What stands apart only for a moment is noted as it comes.
  await app.owner.run(`
    create table kinds_apart (kind text primary key);
    create function note_kind_apart() returns trigger language plpgsql security definer as $$
    begin
      insert into kinds_apart values (case when new.is_summed then new.type || new.status else 'pending' end) on conflict do nothing;
      return null;
    end $$;
    create trigger note_kind_apart after insert on transactions_apart for each row execute function note_kind_apart()`);
});
// The audit of the test's books finds whatever no migration made.
afterAll(() => app.owner.run('drop function note_kind_apart cascade; drop table kinds_apart'));

const settle = (id: string, result: Settlement['result']) =>
  app.context.pool.commit((db) =>
    app.context.purchases.settleInCommit(db, settlementWithoutWords(BigInt(id), 1, result)),
  );
const refused: Settlement['result'] = { outcome: 'refused', nextSupplier: null };
const delivered: Settlement['result'] = { outcome: 'delivered', tokens: [], units: null };
const paid = { outcome: 'paid', amountKobo: naira(500), currency: 'NGN', providerReference: null } as const;

/** A purchase that nobody says anything about but this test. */
async function buy(user: TestUser): Promise<string> {
  const body = { network: 1, amount: 500, mobile_number: numberOf('MTN', '0009') };
  const answer = await app.as(user).call('buyAirtime', body);
  return (answer.body as { receipt: { _id: string } }).receipt._id; // every answer of this call
}

async function refund(id: string): Promise<void> {
  const answer = await app.as(admin).call('refund', { id, reason: 'It never arrived' });
  expect([answer.status, answer.body, answer.status > 300 ? app.takeErrors() : 0]).toMatchObject([
    200,
    {},
    0,
  ]);
}

/** Each with a time in between in which the sums may go by, or may not. */
const lives: ((user: TestUser) => Promise<void>)[] = [
  async (user) => {
    const id = await buy(user);
    await aWhile(300);
    await settle(id, refused);
  },
  async (user) => {
    const id = await buy(user);
    await aWhile(300);
    await settle(id, delivered);
    await aWhile(300);
    await settle(id, refused);
  },
  async (user) => {
    const id = await buy(user);
    await settle(id, delivered);
    await aWhile(300);
    await refund(id);
    await settle(id, refused);
  },
  async (user) => {
    const id = await buy(user);
    await aWhile(300);
    await settle(id, delivered);
    await refund(id);
    await aWhile(300);
    await app.as(admin).call('recoverRefund', { id, reason: 'Their statement' });
  },
  async (user) => {
    const { reference } = (await app.as(user).call('initiateSquadFunding', { amount: 500 })).reply;
    const answers: VerifyAnswer[] = [{ outcome: 'failed', message: 'The bank said no' }, paid];
    for (const said of answers) {
      await aWhile(300);
      await settleAs(app.context, reference, said);
    }
  },
  // A number that was given long before the commit that writes it. The sums wait for that commit, so there is time before the next one.
  async (user) => {
    await aWhile(400);
    await app.owner.commit(async (db) => {
      const { id } = await db.get<{ id: bigint }>(`select nextval('transactions_id_seq') as id`);
      await aWhile(400);
      await db.run(
        `with written as (
           insert into transactions (id, user_id, reference, type, status, description, amount_kobo, fee_kobo, face_value_kobo)
           values ($1::bigint, $2, 'LATE' || $1::bigint, 'wallet', 'failed', 'A payment', 100, 0, 100) returning id)
         insert into payments (transaction_id, gateway, reference, user_id, amount_kobo, state)
         select id, 'squad', 'LATE' || $1::bigint, $2, 100, 'failed' from written`,
        [id, user.userId],
      );
      await aWhile(200);
    });
  },
];

const ENOUGH = 6;
const KINDS_APART = ['airtimerefunded', 'airtimesuccess', 'pending', 'walletfailed'];

const kindsApart = async () =>
  (await app.owner.rows<{ kind: string }>('select kind from kinds_apart order by kind')).map(
    ({ kind }) => kind,
  );

it('totals by sums are those of all rows, at every step', async () => {
  let isOver = false;
  let compared = 0;
  let kinds: string[] = [];
  // On a busy machine there is time for few comparisons in eight turns, and the sums may go by after all ends: then there are more turns.
  const isEnough = () => compared >= ENOUGH && kinds.length >= KINDS_APART.length;
  const goesOn = (turn: number) => turn < 8 || (!isEnough() && turn < 40);
  const living = Promise.all(
    people.flatMap((user) =>
      lives.map(async (live) => {
        for (let turn = 0; goesOn(turn); turn += 1) await live(user);
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  const adding = times(2).map(async () => {
    while (!isOver) {
      await sumUpTransactions(app.context.pool, { atOnce: 5, many: 20 });
      await aWhile(20);
    }
  });
  const comparing = (async () => {
    for (; !isOver; compared += 1) {
      expect(await differences(app.owner, { isQuick: true })).toEqual([]);
      expect((await findBreaksOf(app.owner, sumRules)).flatMap(({ breaks }) => breaks)).toEqual([]);
      kinds = await kindsApart();
    }
  })();
  await Promise.all([comparing, living, ...adding]);
  expect(compared).toBeGreaterThanOrEqual(ENOUGH);
  expect(await kindsApart()).toEqual(KINDS_APART);

  for (let round = 0; round < 3; round += 1) while (await sumUpTransactions(app.context.pool)) continue;
  expect(await differences(app.owner)).toEqual([]);
  const left = await app.owner.get<{ apart: bigint; above: bigint; summed: bigint }>(
    `select (select count(*) from transactions_apart) as apart, (select count(*) from summed_users) as summed,
       (select count(*) from transactions where id > (select up_to_id from transaction_sums_mark)) as above`,
  );
  expect(left).toEqual({ apart: 0n, above: 0n, summed: 3n });
});
