/** What is owed is read by the snapshots of the house accounts and the few entries since, however much was sold in the last minutes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { blocksRead } from '../../test/database.ts';
import { useTestPool } from '../../test/pool.ts';
import { readOwed, rollUpHouseBalances, trialBalance } from './balances.ts';
import { houseAccount } from './chart.ts';
import { sumUpUsers } from './sums/user-sums.ts';
import { moveInHouse } from './testing/move-in-house.ts';

const books = useTestPool(4);
const MANY = 20_000;
/** Of 8 kB: twenty house accounts and their snapshots. */
const FEW = 120;
const NAMES = Array.from({ length: 20 }, (_, n) => `S${n}`);

const inFlight = async () => (await readOwed(books.pool)).inFlight;
const byEntries = async (kind: string, name = '') =>
  (
    await books.pool.get<{ sum: bigint }>(
      `select coalesce(sum(e.amount), 0)::bigint as sum from accounts a left join entries e on e.account_id = a.id where a.kind = $1 and a.name = $2`,
      [kind, name],
    )
  ).sum;
const rollUp = async () => {
  for (let round = 0; round < 3; round += 1) while (await sumUpUsers(books.pool));
  while (await rollUpHouseBalances(books.pool));
};
const blocks = (): Promise<number> => blocksRead(books.owner, readOwed);

let snapshotsOfNothing: unknown[];

beforeAll(async () => {
  await houseAccount(books.pool, 'in_flight');
  await rollUp();
  snapshotsOfNothing = await books.pool.rows('select * from house_balances');
  for (const name of NAMES) await houseAccount(books.pool, 'supplier', name);
  await books.owner.commit(async (commit) => {
    const [from, to] = [await houseAccount(commit, 'issuance'), await houseAccount(commit, 'in_flight')];
    await commit.run('set local session_replication_role = replica');
    await commit.run(
      `with posted as (
         insert into postings (code, reference) select 'issue.demo', 'many ' || n from generate_series(1, ${MANY}) n returning id)
       insert into entries (posting_id, leg, account_id, amount)
       select id, leg, account, amount from posted, (values (1, $1::bigint, -100), (2, $2::bigint, 100)) l(leg, account, amount)`,
      [from, to],
    );
  });
  for (const table of ['accounts', 'postings', 'entries']) await books.owner.run(`vacuum analyze ${table}`);
}, 60_000);

it('where nothing was posted, there are no snapshots', () => {
  expect(snapshotsOfNothing).toEqual([]);
});

describe('what is owed, of which very much was entered a moment ago', () => {
  it('is read by one way through what no snapshot has', async () => {
    expect(await inFlight()).toBe(BigInt(MANY) * 100n);
    const { pages } = await books.owner.get<{ pages: number }>(
      `select relpages as pages from pg_class where relname = 'entries'`,
    );
    expect(pages).toBeGreaterThan(2 * FEW);
    expect(await blocks()).toBeLessThan(2 * pages);
  });

  it('is read by the snapshots alone when the job has gone by', async () => {
    await rollUp();
    expect(await blocks()).toBeLessThan(FEW);
    expect(await inFlight()).toBe(BigInt(MANY) * 100n);
  });

  it('counts what is committed after others with a higher number, whatever the job does meanwhile', async () => {
    const to = await houseAccount(books.pool, 'in_flight');
    const before = await inFlight();
    await books.owner.commit(async (late) => {
      await moveInHouse(late, 7, to);
      await books.owner.commit((soon) => moveInHouse(soon, 5, to));
      await rollUp();
      expect(await inFlight()).toBe(before + 5n);
    });
    expect(await inFlight()).toBe(before + 12n);
    await rollUp();
    expect(await inFlight()).toBe(before + 12n);
    expect(await inFlight()).toBe(await byEntries('in_flight'));
  });

  it('takes in nothing beyond a number that somebody holds for longer than five minutes', async () => {
    const to = await houseAccount(books.pool, 'in_flight');
    const before = await inFlight();
    await books.owner.commit(async (late) => {
      await moveInHouse(late, 7, to);
      await books.owner.commit(async (soon) => {
        await moveInHouse(soon, 5, to);
        await soon.run(`update postings set posted_at = now() - interval '6 minutes'`);
      });
      await rollUp();
    });
    expect(await inFlight()).toBe(before + 12n);
    await rollUp();
    expect(await inFlight()).toBe(before + 12n);
    expect(await inFlight()).toBe(await byEntries('in_flight'));
  });

  it('takes in nothing beyond the number of a second one, who took it while the first held the mark', async () => {
    const to = await houseAccount(books.pool, 'in_flight');
    const before = await inFlight();
    await books.owner.commit(async (second) => {
      await books.owner.commit(async (first) => {
        await moveInHouse(first, 7, to);
        for (let round = 0; round < 3; round += 1) await sumUpUsers(books.pool);
        await moveInHouse(second, 3, to);
      });
      await books.owner.commit(async (soon) => {
        await moveInHouse(soon, 5, to);
        await soon.run(`update postings set posted_at = now() - interval '6 minutes'`);
      });
      while (await rollUpHouseBalances(books.pool));
    });
    expect(await inFlight()).toBe(before + 15n);
    await rollUp();
    expect(await inFlight()).toBe(before + 15n);
    expect(await inFlight()).toBe(await byEntries('in_flight'));
  });

  it('has no number that no posting got', async () => {
    await books.owner.run(`select nextval('postings_id_seq') from generate_series(1, 10)`);
    await rollUp();
    expect(
      await books.owner.get(
        'select max(up_to_posting_id) <= (select max(id) from postings) as "isThere" from house_balances',
      ),
    ).toEqual({ isThere: true });
  });
});

it('an account that is opened later is read from its opening on', async () => {
  const name = 'NEW';
  const id = await books.owner.commit(async (commit) => {
    const opened = await houseAccount(commit, 'supplier', name);
    await moveInHouse(commit, 3, opened);
    return opened;
  });
  expect(await blocks()).toBeLessThan(FEW);
  await rollUp();
  await books.owner.commit((commit) => moveInHouse(commit, 4, id));
  const found = (await trialBalance(books.pool)).find((account) => account.name === name);
  expect(found?.balance).toBe(await byEntries('supplier', name));
  expect(found?.balance).toBe(7n);
});

describe('a roll-up of very much', () => {
  const AT_ONCE = 6_000;
  const upTo = async (which: string) =>
    (
      await books.owner.rows<{ upTo: bigint }>(
        `select distinct h.up_to_posting_id as "upTo" from house_balances h join accounts a on a.id = h.account_id where ${which}`,
      )
    ).map((row) => row.upTo);
  const round = () => rollUpHouseBalances(books.pool, { atOnce: AT_ONCE });
  const last = async () => (await books.owner.get<{ id: bigint }>('select max(id) as id from postings')).id;

  it('goes over so many postings in a round, and the others do not wait for an account without a snapshot', async () => {
    const to = await houseAccount(books.pool, 'in_flight');
    const expected = [await inFlight(), await trialBalance(books.pool)];
    await rollUp();
    await books.owner.run('delete from house_balances where account_id = $1', [to]);
    for (let turn = 0; turn < 2; turn += 1)
      await books.owner.commit(async (commit) => moveInHouse(commit, turn === 0 ? 9 : -9, to));
    for (let turn = 0; turn < 3; turn += 1) while (await sumUpUsers(books.pool));
    expect(await round()).toBe(true);
    expect(await upTo(`a.kind = 'in_flight'`)).toEqual([BigInt(AT_ONCE)]);
    expect(await upTo(`a.kind <> 'in_flight'`)).toEqual([await last()]);
    expect([await inFlight(), await trialBalance(books.pool)]).toEqual(expected);
    expect(await round()).toBe(true);
    expect(await upTo(`a.kind = 'in_flight'`)).toEqual([BigInt(2 * AT_ONCE)]);
    while (await round());
    expect(await upTo('true')).toEqual([await last()]);
    expect([await inFlight(), await trialBalance(books.pool)]).toEqual(expected);
    expect(await inFlight()).toBe(await byEntries('in_flight'));
  });

  it('begins with the first where there are no snapshots at all', async () => {
    await books.owner.run('delete from house_balances');
    expect(await round()).toBe(true);
    expect(await upTo('true')).toEqual([BigInt(AT_ONCE)]);
    while (await round());
    expect(await upTo('true')).toEqual([await last()]);
    expect(await inFlight()).toBe(await byEntries('in_flight'));
  });
});
