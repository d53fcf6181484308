import { describe, expect, inject, it, vi } from 'vitest';
import { startCuttingProxy } from '../../test/outside/cutting-proxy.ts';
import { silent, useTestPool } from '../../test/pool.ts';
import { runSql } from '../../test/run-sql.ts';
import { brokenConstraint, isMomentary, openPool, hadNoEffect, type Pool } from './db.ts';

const db = useTestPool(4);

const pidOf = async (on: Pick<Pool, 'get'>): Promise<number> =>
  (await on.get<{ pid: number }>('select pg_backend_pid() as pid')).pid;

/** What the connections that listen said last. */
const listening = (name: string): string[] => [`listen ${name}`, `select 'heartbeat of ${name}'`];

const connectionsOf = async (name: string): Promise<number> => {
  const { count } = await db.owner.get<{ count: bigint }>(
    'select count(*) from pg_stat_activity where datname = current_database() and query = any($1)',
    [listening(name)],
  );
  return Number(count);
};

const cutListeners = (name: string): Promise<number> =>
  db.owner.run(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = any($1)',
    [listening(name)],
  );

const subscribe = (
  pool: Pool,
  channel: string,
  received: (payload: string) => void = () => undefined,
  missed: () => void | Promise<void> = () => undefined,
) => pool.listeners.listen({ channel, received, missed });

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a connection', () => {
  it("has the program's role and patience, and thinks in UTC", async () => {
    const settings = await db.pool.get(
      `select current_user as role, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
    );
    expect(settings).toEqual({ role: 'jara_app', statement: '5s', lock: '2s', idle: '10s', zone: 'UTC' });
  });

  it('keeps whole numbers exact', async () => {
    const row = await db.pool.get<{ big: bigint }>('select 9007199254740993::bigint as big');
    expect(row.big).toBe(9_007_199_254_740_993n);
  });

  it('gives one row, none, or says that one is missing', async () => {
    expect(await db.pool.find('select 1 as one where false')).toBeUndefined();
    expect(await db.pool.rows('select generate_series(1, 3) as n')).toHaveLength(3);
    await expect(db.pool.get('select 1 as one where false')).rejects.toThrow('no row');
  });
});

describe('a commit', () => {
  it('keeps all of it or nothing', async () => {
    const insert = (on: Pick<Pool, 'run'>, name: string) =>
      on.run(`insert into services (name, service_type) values ($1, 'data')`, [name]);
    await db.pool.commit((on) => insert(on, 'KEPT'));
    const failed = db.pool.commit(async (on) => {
      await insert(on, 'LOST');
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const saved = await db.pool.rows(`select name from services where name in ('KEPT', 'LOST')`);
    expect(saved).toEqual([{ name: 'KEPT' }]);
  });

  it('survives the end of its connection, and the pool goes on with another one', async () => {
    const work = db.pool.commit(async (on) => {
      const pid = await pidOf(on);
      await db.owner.run('select pg_terminate_backend($1)', [pid]);
      return on.rows('select 1');
    });
    const error = await errorOf(work);
    expect(error).toBeInstanceOf(Error);
    expect(hadNoEffect(error)).toBe(false);
    for (let turn = 0; turn < 8; turn += 1) expect(await pidOf(db.pool)).toBeGreaterThan(0);
  });
});

describe('a server that says nothing', () => {
  it('is given up: with the statement that waits, and with the connections that nobody uses', async () => {
    const proxy = await startCuttingProxy(db.url);
    const pool = openPool({ url: proxy.url, size: 3, role: 'jara_app', log: silent });
    await Promise.all([1, 2, 3].map(() => pool.rows('select pg_sleep(0.1)')));
    proxy.swallow(true);
    const [one, commit] = [errorOf(pool.rows('select 1')), errorOf(pool.commit((on) => on.rows('select 2')))];
    for (const error of [await one, await commit])
      expect([hadNoEffect(error), isMomentary(error)]).toEqual([false, true]);
    proxy.swallow(false);
    // None of the three is left: the next statements have new ones.
    expect(await Promise.all([1, 2, 3].map(() => pool.get('select 3 as n')))).toEqual([
      { n: 3 },
      { n: 3 },
      { n: 3 },
    ]);
    await pool.close();
    await proxy.close();
  });

  it('is waited for by whoever says so', async () => {
    const proxy = await startCuttingProxy(db.url);
    const pool = openPool({ url: proxy.url, size: 1, role: 'jara_app', log: silent });
    const patient = pool.commit(async (on) => {
      proxy.hold(true);
      return on.get<{ n: number }>('select 1 as n');
    }, null);
    setTimeout(() => proxy.hold(false), 9_000);
    expect(await patient).toEqual({ n: 1 });
    await pool.close();
    await proxy.close();
  });
});

describe('an error', () => {
  it('that the database answers leaves the connection as it is', async () => {
    const pool = openPool({ url: db.url, size: 1, role: 'jara_app', log: silent });
    const pid = await pidOf(pool);
    await expect(pool.rows('select 1 / 0')).rejects.toThrow('division by zero');
    expect(await pidOf(pool)).toBe(pid);
    await pool.close();
  });

  it('names the constraint that was broken, and certainly had no effect', async () => {
    const error = await errorOf(db.owner.run(`insert into accounts (kind) values ('pocket')`));
    expect(brokenConstraint(error)).toBe('accounts_kind_fkey');
    expect([hadNoEffect(error), isMomentary(error)]).toEqual([true, false]);
  });

  it('of a lock certainly had no effect, and lies in the moment', async () => {
    const holder = db.owner.commit(async (on) => {
      await on.run('lock table contacts in access exclusive mode');
      return errorOf(db.pool.rows('select from contacts'));
    });
    const error = await holder;
    expect(error).toMatchObject({ code: '55P03' });
    expect([hadNoEffect(error), isMomentary(error)]).toEqual([true, true]);
  });

  it('of a disk, a damaged table or index, or a database that only reads, certainly had no effect, and lies in the moment', async () => {
    for (const code of ['58030', 'XX001', 'XX002', '25006']) {
      const error = await errorOf(db.pool.run(`do $$ begin raise using errcode = '${code}'; end $$`));
      expect([hadNoEffect(error), isMomentary(error)]).toEqual([true, true]);
    }
  });

  it('of PostgreSQL itself certainly had no effect, and comes back every time', async () => {
    const error = await errorOf(db.pool.run(`do $$ begin raise using errcode = 'XX000'; end $$`));
    expect([hadNoEffect(error), isMomentary(error)]).toEqual([true, false]);
  });

  it('of a connection that was ended says nothing about the effect', async () => {
    const error = await errorOf(db.owner.rows('select pg_terminate_backend(pg_backend_pid())'));
    expect([hadNoEffect(error), isMomentary(error)]).toEqual([false, true]);
  });

  it('of a server that is not there certainly had no effect: it was not asked', async () => {
    const nowhere = openPool({
      url: 'postgres://nobody@127.0.0.1:1/nothing',
      size: 1,
      role: null,
      log: silent,
    });
    const error = await errorOf(nowhere.rows('select 1'));
    await nowhere.close();
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect([hadNoEffect(error), isMomentary(error)]).toEqual([true, true]);
  });
});

describe('listening', () => {
  const publish = (channel: string, payload: string) =>
    db.owner.run('select pg_notify($1, $2)', [channel, payload]);

  it('comes back after its connection ended, says that something was missed, and hears each message once', async () => {
    const listener = openPool({ url: db.url, size: 1, role: 'jara_app', log: silent });
    const received: string[] = [];
    let missed = 0;
    await subscribe(
      listener,
      'gossip',
      (payload) => received.push(payload),
      () => void (missed += 1),
    );
    await subscribe(listener, 'other_gossip');
    await publish('gossip', 'one');
    await vi.waitFor(() => expect(received).toEqual(['one']), 5_000);
    for (const round of [1, 2]) {
      expect(await cutListeners('gossip')).toBe(1);
      await vi.waitFor(() => expect(missed).toBe(round), 5_000);
      await publish('gossip', `after ${round}`);
      await vi.waitFor(() => expect(received).toContain(`after ${round}`), 5_000);
    }
    expect(received).toEqual(['one', 'after 1', 'after 2']);
    expect([await connectionsOf('gossip'), await connectionsOf('other_gossip')]).toEqual([1, 1]);
    await listener.close();
    await vi.waitFor(
      async () =>
        expect([await connectionsOf('gossip'), await connectionsOf('other_gossip')]).toEqual([0, 0]),
      5_000,
    );
  });

  it('comes back from a server that fell silent, and says that something was missed until that was dealt with', async () => {
    const proxy = await startCuttingProxy(db.url);
    const listener = openPool({ url: proxy.url, size: 1, role: 'jara_app', log: silent });
    const received: string[] = [];
    let failing = 2;
    let missed = 0;
    await subscribe(
      listener,
      'gossip',
      (payload) => received.push(payload),
      async () => {
        missed += 1;
        if (missed <= failing) throw new Error('could not read it anew');
      },
    );
    await publish('gossip', 'one');
    await vi.waitFor(() => expect(received).toEqual(['one']), 5_000);
    proxy.swallow(true);
    await publish('gossip', 'lost');
    await vi.waitFor(() => expect(listener.listeners.silentSeconds()).toBeGreaterThan(4), 20_000);
    proxy.swallow(false);
    await vi.waitFor(() => expect(missed).toBe(3), 20_000);
    await publish('gossip', 'two');
    await vi.waitFor(() => expect(received).toEqual(['one', 'two']), 5_000);
    await vi.waitFor(() => expect(listener.listeners.silentSeconds()).toBeLessThan(3), 5_000);
    // What cannot be dealt with is as good as missed.
    failing = 0;
    await cutListeners('gossip');
    await vi.waitFor(() => expect(missed).toBe(4), 5_000);
    await listener.close();
    await proxy.close();
  });

  it('closes all connections in the end, also after one could not come back for a while', async () => {
    const listener = openPool({ url: db.url, size: 1, role: 'jara_app', log: silent });
    const back = new Set<string>();
    const channels = ['first', 'second', 'third'];
    for (const channel of channels)
      await subscribe(
        listener,
        channel,
        () => undefined,
        () => void back.add(channel),
      );
    // Nobody gets in for a while: whoever tries is sent away and tries again.
    const name = new URL(db.url).pathname.slice(1);
    await runSql(inject('postgresUrl'), `alter database ${name} allow_connections false`);
    expect(await cutListeners('third')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await runSql(inject('postgresUrl'), `alter database ${name} allow_connections true`);
    await vi.waitFor(() => expect([...back]).toEqual(['third']), 10_000);
    for (const channel of channels) expect(await connectionsOf(channel)).toBe(1);
    await listener.close();
    await vi.waitFor(async () => {
      for (const channel of channels) expect(await connectionsOf(channel)).toBe(0);
    }, 5_000);
  });
});
