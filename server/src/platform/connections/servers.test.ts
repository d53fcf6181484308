import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openServers } from '../../../test/outside/postgres-servers.ts';
import { silent } from '../../../test/pool.ts';
import { runSql } from '../../../test/run-sql.ts';
import { findFreePort } from '../../database/free-port.ts';
import type { EmbeddedPostgres } from '../../database/embedded-postgres.ts';
import { withClient } from '../../database/with-client.ts';
import { openPool, type Pool } from '../db.ts';
import { CuttableClient } from './cuttable-client.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const servers = openServers();
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let dead: string;
/** Takes every connection, and says nothing. */
let mute: string;
const muteServer = createServer((socket) => muted.add(socket.on('error', () => undefined)));
const muted = new Set<Socket>();
const opened: Pool[] = [];
/** Each would end the program. */
const uncaught: unknown[] = [];
process.on('uncaughtException', (error) => uncaught.push(error));

beforeAll(async () => {
  primary = await servers.start('primary');
  standby = await servers.startStandbyOf(primary, 'standby');
  dead = `127.0.0.1:${await findFreePort()}`;
  mute = await hostServedBy(muteServer);
});
afterAll(async () => {
  for (const pool of opened) await pool.close();
  for (const socket of muted) socket.destroy();
  muteServer.close();
  await servers.remove();
});

async function hostServedBy(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
}

const hostOf = ({ url }: EmbeddedPostgres): string => new URL(url).host;

/** The login of the primary, which is that of its standby as well. */
const addressOf = (hosts: readonly string[], wanted = 'primary'): string =>
  `${primary.url.replace(/@[^/]+/, `@${hosts.join(',')}`)}?target_session_attrs=${wanted}`;

function open(url: string, size = 2): Pool {
  const pool = openPool({ url, size, role: null, log: silent });
  opened.push(pool);
  return pool;
}

const portOf = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ port: string }>(`select current_setting('port') as port`);
    return rows[0]?.port ?? '';
  });

const POLL = { timeout: 20_000 };

describe('an address with several hosts', () => {
  it.each(['primary', 'read-write'])('leads to the one that is %s, wherever it stands', async (wanted) => {
    const { port } = new URL(primary.url);
    expect(await portOf(addressOf([hostOf(standby), dead, hostOf(primary)], wanted))).toBe(port);
    expect(await portOf(addressOf([dead, hostOf(primary), hostOf(standby)], wanted))).toBe(port);
    const pool = open(addressOf([hostOf(standby), hostOf(primary)], wanted));
    expect(await pool.get('select pg_is_in_recovery() as "isStandby"')).toEqual({ isStandby: false });
  });

  it('does not wait for ever for one that is silent, and asks it only once', async () => {
    const pool = open(addressOf([mute, hostOf(primary)]), 3);
    const twoConnections = () =>
      pool.commit(async (db) => {
        await db.run('select 1');
        // Beside it: another connection.
        await pool.run('select 1');
      });
    await twoConnections();
    expect(muted.size).toBe(1);
    await Promise.all([twoConnections(), twoConnections()]);
    expect(muted.size).toBe(1);
  });

  it('says what is wrong with the login, and of no host more than that it is none', async () => {
    const address = addressOf([hostOf(standby), hostOf(primary)]);
    const wrong = address.replace(/:[^:@/]+@/, ':wrong@');
    await expect(portOf(wrong)).rejects.toThrow('password authentication failed');
    const neither = addressOf([hostOf(standby), dead]);
    const words = await portOf(neither).catch(String);
    expect(words).toContain(
      `no host of the database is primary: ${hostOf(standby)} is none; ${dead}: connect ECONNREFUSED`,
    );
    expect(words).not.toContain(new URL(primary.url).password);
  });

  it('goes by whether one may write, where that is asked for', async () => {
    await withClient(primary.url, async (client) => {
      await client.query(`alter system set default_transaction_read_only = on`);
      await client.query('select pg_reload_conf()');
    });
    const both = [hostOf(standby), hostOf(primary)];
    await expect
      .poll(() => portOf(addressOf(both, 'read-write')).catch(String), POLL)
      .toContain('no host of the database is read-write');
    expect(await portOf(addressOf(both))).toBe(new URL(primary.url).port);
    await withClient(primary.url, async (client) => {
      await client.query(`set transaction_read_only = off`);
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
    });
    await expect
      .poll(() => portOf(addressOf(both, 'read-write')).catch(String), POLL)
      .toBe(new URL(primary.url).port);
  });

  it('leads past a standby that has not heard of the database or the login yet', async () => {
    await runSql(standby.url, 'select pg_wal_replay_pause()');
    try {
      await runSql(primary.url, 'create database young');
      await runSql(primary.url, `create role young login password 'young'`);
      const address = addressOf([hostOf(standby), hostOf(primary)]);
      const { port } = new URL(primary.url);
      expect(await portOf(address.replace(/\/[^/?]*\?/, '/young?'))).toBe(port);
      expect(await portOf(address.replace(/\/\/[^@]+@/, '//young:young@'))).toBe(port);
    } finally {
      await runSql(standby.url, 'select pg_wal_replay_resume()');
    }
  });

  it('is away, not wrong, while the primary is dead and a standby does not know the login', async () => {
    const address = addressOf([hostOf(standby), dead]).replace(/:[^:@/]+@/, ':wrong@');
    await expect(portOf(address)).rejects.toThrow(
      /^no host of the database is primary: .*password authentication failed.*ECONNREFUSED/,
    );
    await expect(open(address).run('select 1')).rejects.toThrow('the database does not answer');
  });

  it('is asked by a connection that has ended before the next one is made', async () => {
    let now = 0;
    let most = 0;
    const between = createServer((socket) => {
      now += 1;
      most = Math.max(most, now);
      socket.on('close', () => void (now -= 1)).on('error', () => undefined);
      const onwards = connect(Number(new URL(primary.url).port), '127.0.0.1', () => undefined);
      onwards.on('error', () => socket.destroy());
      socket.pipe(onwards).pipe(socket);
    });
    await portOf(addressOf([await hostServedBy(between), dead]));
    between.close();
    expect(most).toBe(1);
  });

  it('lets nobody wait longer than an address of one host does', async () => {
    const refusedAfterMs = async (work: Promise<unknown>): Promise<number> => {
      const startMs = performance.now();
      await expect(work).rejects.toThrow('the database does not answer');
      return performance.now() - startMs;
    };
    const full = open(addressOf([hostOf(primary), hostOf(standby)]), 1);
    await full.commit(async () => {
      expect(await refusedAfterMs(full.run('select 1'))).toBeLessThan(6_500);
    });
    // Four that are silent take longer than that; who comes later goes where the search led.
    const slow = open(addressOf([mute, mute, mute, mute, hostOf(primary)]));
    expect(await refusedAfterMs(slow.run('select 1'))).toBeLessThan(6_500);
    await expect.poll(() => slow.run('select 1').catch(String), POLL).toBe(1);
  });

  it('of which none fits refuses who connects and who listens, and harms nobody else', async () => {
    const pool = open(addressOf([hostOf(standby), dead]));
    const subscription = { channel: 'nobody', received: () => undefined, missed: () => undefined };
    await expect(pool.listeners.listen(subscription)).rejects.toThrow('no host of the database is primary');
    await expect(pool.run('select 1')).rejects.toThrow('the database does not answer');
    const alone = new CuttableClient(primary.url);
    await alone.connect();
    alone.cut();
    await sleep(100);
    expect(uncaught).toEqual([]);
  });

  // The last: afterwards the primary is gone.
  it('finds the new primary after a failover, for statements and for who listens', async () => {
    const url = addressOf([hostOf(primary), hostOf(standby)]);
    const pool = open(url);
    const received: string[] = [];
    let missed = 0;
    await pool.listeners.listen({
      channel: 'failover',
      received: (payload) => void received.push(payload),
      missed: () => {
        missed += 1;
      },
    });
    const port = async () =>
      (await pool.get<{ port: string }>(`select current_setting('port') as port`)).port;
    expect(await port()).toBe(new URL(primary.url).port);
    await primary.stop();
    // Long enough that who listens tries several times, and finds none.
    const untilMs = performance.now() + 2_500;
    while (performance.now() < untilMs) {
      await expect(port()).rejects.toThrow('the database does not answer');
      await sleep(100);
    }
    await withClient(standby.url, (client) => client.query('select pg_promote()'));
    await expect.poll(() => port().catch(String), POLL).toBe(new URL(standby.url).port);
    await expect.poll(() => missed, POLL).toBe(1);
    await pool.run(`select pg_notify('failover', 'new')`);
    await expect.poll(() => received, POLL).toEqual(['new']);
    expect(uncaught).toEqual([]);
  });
});
