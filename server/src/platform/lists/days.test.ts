/** A day of a list that only grows: exactly its rows, and without a walk through all that came since. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../test/app.ts';
import { rowsRead } from '../../../test/database.ts';
import { readSecurityEvents } from '../../slices/security-events/read-security-events.ts';

const app = useTestApp();

/** In the order of their ids. */
const happened = (times: readonly string[]) =>
  app.owner.run(
    `insert into security_events (what, outcome, happened_at)
     select 'login', 'ok', time from unnest($1::timestamptz[]) with ordinality as t(time, place) order by place`,
    [times],
  );
/** Midnight in Lagos is 23:00 before. */
const day = '2020-05-02';
const timesOn = async (filter: { from?: string; to?: string }) => {
  const { events } = await readSecurityEvents(app.context.pool, filter, {});
  return events.map(({ createdAt }) => createdAt.slice(0, 19)).toReversed();
};

describe('the days of a list', () => {
  it('have their rows, also where those around midnight were written in another order', async () => {
    const [before, first, last, after] = [
      '2020-05-01T22:59:40',
      '2020-05-01T23:00:10',
      '2020-05-02T22:59:55',
      '2020-05-02T23:00:20',
    ];
    await happened([first, before, after, last].map((time) => `${time}Z`));
    expect(await timesOn({ from: day, to: day })).toEqual([first, last]);
    expect(await timesOn({ to: '2020-05-01' })).toEqual([before]);
    expect(await timesOn({ from: day, to: '2020-05-03' })).toEqual([first, after, last]);
    expect(await timesOn({ from: '2020-05-04', to: '2020-05-05' })).toEqual([]);
    expect(await timesOn({ to: '2020-04-01' })).toEqual([]);
  });

  it('that are long ago are read without what came since', async () => {
    await app.owner.run(
      `insert into security_events (what, outcome, happened_at)
       select 'login', 'ok', '2021-01-01'::timestamptz + make_interval(mins => n) from generate_series(1, 20000) n`,
    );
    await app.owner.run('analyze security_events');
    const [events, read] = await app.context.pool.commit(async (db) => {
      const before = await rowsRead(db, 'security_events');
      const page = await readSecurityEvents(db, { from: '2021-01-02', to: '2021-01-02' }, {});
      return [page.events, (await rowsRead(db, 'security_events')) - before];
    });
    expect(events).toHaveLength(50);
    expect(read).toBeLessThan(500n);
  });
});
