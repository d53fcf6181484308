import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { naira } from '@jara/contract/money.ts';
import { houseNamed, openRichBooks, walletOf } from '../../test/rich-app.ts';
import { useTestApp } from '../../test/app.ts';
import { numberOf } from '../../test/buying.ts';
import { smallSlices } from '../../test/spoil.ts';
import { audit, bookRules } from './audit.ts';
import { createBooksAudit } from './books-audit.ts';
import { verifyChain } from './chain/chain-rules.ts';
import { isBroken, type RuleResult } from './rule.ts';
import { Audit, findBreaksOf, goOnFor, type Position } from './slices.ts';

const books = openRichBooks();
const quiet = () => Promise.resolve();
const broken = (results: readonly RuleResult[]) => results.filter(isBroken);

/** With the wallet of ngozi raised by a kobo meanwhile. */
async function whileSpoilt(work: () => Promise<void>): Promise<void> {
  const raise = (by: number) =>
    books.owner.run(`update accounts set balance = balance + ${by} where id = ${walletOf('ngozi')}`);
  await raise(1);
  try {
    await work();
  } finally {
    await raise(-1);
  }
}
const ofRaised = [
  'Every balance of a user account is the sum of its entries',
  'What the transactions of a user',
];

describe('an audit in slices', () => {
  it('goes on from where it stood, in another process as well, and finds the same', async () => {
    await whileSpoilt(async () => {
      let position: Position | undefined;
      let turns = 0;
      for (; ; turns += 1) {
        const next = new Audit(bookRules, {
          pace: smallSlices,
          ...(position === undefined ? {} : { position }),
        });
        if (next.isDone) break;
        await goOnFor(books.pool, next, 1);
        position = JSON.parse(JSON.stringify(next.position)) as Position; // as it is stored
        if (!next.isDone) continue;
        expect(broken(next.results).map(({ statement, count }) => [statement, count])).toEqual(
          ofRaised.map((statement) => [expect.stringContaining(statement), 1]),
        );
        expect(next.results).toEqual(await audit(books.pool));
        break;
      }
      expect(turns).toBeGreaterThan(3);
    });
  });

  it('makes a slice that takes too long a smaller one, down to what cannot be divided', async () => {
    const results = await audit(books.pool, { pace: { sliceMs: 1, rows: 20 } });
    expect([results.length, broken(results)]).toEqual([bookRules.length, []]);
  });

  it('lists ten breaks of a rule and counts the rest', async () => {
    const rollback = new Error('rollback');
    const spoiled = books.owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run(
        `insert into entries (posting_id, leg, account_id, amount)
         select 1000000 + n, l.leg, ${houseNamed('issuance')}, l.amount from generate_series(1, 50) n, (values (1, -1), (2, 1)) l(leg, amount)`,
      );
      const next = new Audit(bookRules, { pace: smallSlices });
      await next.goOn(db, Infinity);
      const orphans = next.results.find(({ statement }) => statement.startsWith('Every entry belongs'));
      expect([orphans?.breaks.length, orphans?.count]).toEqual([10, 100]);
      throw rollback;
    });
    await expect(spoiled).rejects.toBe(rollback);
  });

  it('says how many rows of a table are done', async () => {
    const said = new Map<string, number>();
    const onSlice = (table: string, rows: number) => void said.set(table, rows);
    await audit(books.pool, { pace: smallSlices, watcher: { onSlice } });
    expect([...said.keys()]).toEqual(expect.arrayContaining(['entries', 'postings', 'transactions']));
  });
});

describe('the nightly audit', () => {
  it('is kept between two turns, counts at once what it found, and is ended by whoever comes next', async () => {
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (said: string) => void errors.push(said) });
    const inTurns = () => createBooksAudit(books.pool, log, quiet, { turnMs: 1, pace: smallSlices });
    await whileSpoilt(async () => {
      expect(await inTurns().renewWhenDue()).toBe(true);
      const countRuns = () => books.owner.get('select count(*) from books_audit_runs');
      expect(await countRuns()).toEqual({ count: 1n });
      // Another program has other rules.
      await books.owner.run(`update books_audit_runs set rules_hash = 'x', position = '{"part": 1000}'`);
      let turns = 1;
      while (await inTurns().renewWhenDue()) turns += 1;
      expect(turns).toBeGreaterThan(3);
      expect(await inTurns().last()).toMatchObject({ brokenRules: 2 });
      expect(await countRuns()).toEqual({ count: 0n });
      expect(errors.filter((said) => said.includes('the books do not hold')).length).toBeGreaterThan(1);
    });
    await inTurns().renew();
    expect(await inTurns().last()).toMatchObject({ brokenRules: 0 });
  });

  it('makes slices that take too long smaller until one is done, in each of its turns', async () => {
    const pace = { sliceMs: 1, rows: 20 };
    const one = createBooksAudit(books.pool, pino({ level: 'silent' }), quiet, { pace });
    await one.renew();
    expect(await one.last()).toMatchObject({ brokenRules: 0 });
  }, 60_000);

  it('is an error in the log when it was not done for two days, once an hour', async () => {
    const errors: string[] = [];
    const log = pino({ level: 'error' }, { write: (said: string) => void errors.push(said) });
    const one = createBooksAudit(books.pool, log, quiet);
    await one.renew();
    await one.renewWhenDue();
    expect(errors).toEqual([]);
    await books.owner.run(`update books_audits set audited_at = audited_at - interval '49 hours'`);
    const late = createBooksAudit(
      { ...books.pool, commit: () => Promise.reject(new Error('no commit')) },
      log,
      quiet,
    );
    for (let round = 0; round < 2; round += 1) await expect(late.renewWhenDue()).rejects.toThrow('no commit');
    expect(errors).toEqual([expect.stringContaining('not audited for too long')]);
  });
});

describe('while the shop sells', () => {
  const app = useTestApp({ env: { PURCHASE_WAIT_MS: '0' } });

  it('what is posted for the first time ever after a slice was chosen, and before it is looked into, is no fault', async () => {
    const ada = await app.make.user({ wallet: naira(500) });
    const bola = await app.make.user();
    const { pool } = app.context;
    let isSent = false;
    const results = await pool.commit((db) =>
      findBreaksOf(
        {
          ...db,
          async rows<Row>(sql: string, params?: readonly unknown[]) {
            const found = await db.rows<Row>(sql, params);
            if (!isSent && sql.includes('as codes')) {
              isSent = true;
              await app.as(ada).call('transferFund', { userName: bola.userName, amount: 100 });
            }
            return found;
          },
        },
        bookRules,
      ),
    );
    expect([isSent, broken(results)]).toEqual([true, []]);
  });

  it('an audit in slices raises no false alarm', async () => {
    const [ada, bola] = [
      await app.make.user({ wallet: naira(50_000) }),
      await app.make.user({ wallet: naira(50_000) }),
    ];
    let isSelling = true;
    let sold = 0;
    const sell = async (): Promise<void> => {
      for (; isSelling; sold += 1) {
        const ending = sold % 3 === 0 ? '0001' : '1234';
        const body = { network: 1, amount: 50, mobile_number: numberOf('MTN', ending), force: true };
        await app.as(sold % 2 === 0 ? ada : bola).call('buyAirtime', body);
        await app.as(ada).call('transferFund', { userName: bola.userName, amount: 1 + (sold % 50) });
      }
    };
    const selling = Promise.all([sell(), sell()]);
    try {
      for (let round = 0; round < 3; round += 1) {
        const results = await audit(app.context.pool, { pace: { sliceMs: 30_000, rows: 5 } });
        expect(broken(results)).toEqual([]);
        expect(broken(await verifyChain(app.context.pool))).toEqual([]);
        const before = sold;
        await vi.waitFor(() => expect(sold).toBeGreaterThan(before), 20_000);
      }
    } finally {
      isSelling = false;
      await selling;
    }
  }, 120_000);
});
