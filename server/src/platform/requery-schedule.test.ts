/** When what has no outcome is asked about again, and when "not known" is a refusal: by the database, to the moment. */
import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';

const db = useTestPool(1);

interface Asked {
  /** In seconds, as the next ones. */
  elapsed: number;
  /** After it was sent. */
  firstNotFound?: number;
  giveUpHours?: number;
  chance?: number;
}

/** In seconds after it was sent. */
async function nextOf({ elapsed, firstNotFound, giveUpHours = 24, chance = 0 }: Asked) {
  const { next } = await db.pool.get<{ next: number | null }>(
    `select extract(epoch from requery_next(s.sent_at, s.sent_at + make_interval(secs => $2), interval '10 minutes', make_interval(hours => $3), $4)
       - s.sent_at)::float8 as next
     from (select now() - make_interval(secs => $1) as sent_at) s`,
    [elapsed, firstNotFound ?? null, giveUpHours, chance],
  );
  return next;
}

async function isRefused(elapsed: number, firstNotFound: number | null): Promise<boolean> {
  const { refused } = await db.pool.get<{ refused: boolean }>(
    `select is_certainly_refused(s.sent_at, s.sent_at + make_interval(secs => $2), interval '10 minutes', now()) as refused
     from (select now() - make_interval(secs => $1) as sent_at) s`,
    [elapsed, firstNotFound],
  );
  return refused;
}

describe('the next question', () => {
  it.each([
    // asked after  next mark after sending
    // The clock was set back by three hours: an hour and a half from then.
    [-10_800, -5_400],
    [-1, 5],
    [0, 5],
    [4.9, 5],
    [5, 10],
    [12, 20],
    [25, 30],
    [59, 60],
    [60, 120],
    [121, 300],
    [599, 600],
    [600, 1_800],
    [1_800, 3_600],
    [1_801, 3_600],
    [3_599.999, 3_600],
    [3_600, 7_200],
    [86_399, 86_400],
    [86_400, null],
    [100_000, null],
  ])('%s s after sending it is %s s', async (elapsed, expected) => {
    expect(await nextOf({ elapsed })).toBe(expected);
  });

  it.each([
    [3_599, 1, 3_600],
    [3_600, 1, null],
    [604_799, 168, 604_800],
    [604_800, 168, null],
  ])('%s s after sending what is given up after %s h, it is %s s', async (elapsed, giveUpHours, expected) => {
    expect(await nextOf({ elapsed, giveUpHours })).toBe(expected);
  });

  it('comes up to a fifth of the wait later', async () => {
    expect(await nextOf({ elapsed: 60, chance: 1 })).toBe(60 + 60 * 1.2);
  });

  it('comes by chance at another moment for each', async () => {
    const rows = await db.pool.rows<{ wait: number }>(
      `select extract(epoch from requery_next(now() - interval '1 hour', null, interval '10 minutes', interval '24 hours') - now())::float8 as wait
       from generate_series(1, 200)`,
    );
    const waits = rows.map(({ wait }) => wait);
    expect(new Set(waits).size).toBeGreaterThan(100);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_600);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600 * 1.2);
  });

  it('comes as soon as a second "not known" is certain', async () => {
    expect(await nextOf({ elapsed: 602, firstNotFound: 5 })).toBe(606);
    expect(await nextOf({ elapsed: 605.999, firstNotFound: 5 })).toBe(606);
    // It was sent later than that was said: the quiet time counts from the sending.
    expect(await nextOf({ elapsed: 600, firstNotFound: -60 })).toBe(601);
    // What is certain already needs no moment of its own.
    expect(await nextOf({ elapsed: 606, firstNotFound: 5 })).toBe(1_800);
    expect(await nextOf({ elapsed: 6, firstNotFound: 5 })).toBe(10);
  });

  it('comes on the hour after it was sent, also where clocks were set on or back since', async () => {
    await db.pool.commit(async (on) => {
      await on.run(`set local time zone 'Europe/London'`);
      const waits = await on.rows(
        `select distinct extract(epoch from requery_next(sent_at, null, interval '10 minutes', interval '9000 hours', 0) - now())::int as seconds
         from (select now() - make_interval(hours => n) - interval '10 minutes' as sent_at from generate_series(1, 8784) as n) s`,
      );
      expect(waits).toEqual([{ seconds: 3_000 }]);
    });
  });
});

describe('a refusal by what is not known', () => {
  it.each([
    ['the first time', null, 100_000, false],
    ['9 min 59 s after the first time', 5, 604, false],
    ['10 min after the first time', 5, 605, true],
    ['9 min 59 s after it was sent again', -60, 599, false],
    ['10 min after it was sent again', -60, 600, true],
  ])('"not known" %s', async (_case, firstNotFound, elapsed, expected) => {
    expect(await isRefused(elapsed, firstNotFound)).toBe(expected);
  });
});
