import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CommitUnanswered, openPool, hadNoEffect, type Pool } from '../src/platform/db.ts';
import { silent, useTestPool } from '../test/pool.ts';
import { startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';

const direct = useTestPool();
let proxy: DatabaseProxy;
let pool: Pool;

beforeAll(async () => {
  const url = new URL(direct.url);
  proxy = await startDatabaseProxy(Number(url.port));
  url.port = String(proxy.port);
  pool = openPool({ url: url.href, size: 4, role: null, log: silent });
  await direct.owner.run('create table marks (n int)');
});
beforeEach(() => direct.owner.run('delete from marks'));
afterAll(async () => {
  await pool.close();
  await proxy.close();
});

const mark = (): Promise<unknown> => pool.commit((db) => db.run('insert into marks values (1)'));
const marks = async (): Promise<number> => (await direct.owner.rows('select from marks')).length;
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

it('passes on what is asked, whatever its size', async () => {
  await mark();
  const { text } = await pool.get<{ text: string }>('select $1 as text', ['x'.repeat(300_000)]);
  expect([await marks(), text.length]).toEqual([1, 300_000]);
});

it('loses the answer of a commit that is carried out', async () => {
  proxy.cutNext(1, 'answer');
  expect(await failure(mark())).toBeInstanceOf(CommitUnanswered);
  expect(await marks()).toBe(1);
  await mark();
  expect(await marks()).toBe(2);
});

it('loses a commit', async () => {
  proxy.cutNext(1, 'commit');
  expect(await failure(mark())).toBeInstanceOf(CommitUnanswered);
  expect(await marks()).toBe(0);
});

it('cuts statements that commit by themselves, and only those that it knows', async () => {
  const asked = (name: string) => pool.prepared(name, 'insert into marks values ($1)', [1]);
  proxy.cutNext(1, 'answer');
  await asked('something_else');
  expect(await failure(asked('open_purchases'))).toBeInstanceOf(Error);
  expect([await marks(), proxy.cuts]).toEqual([2, 3]);
});

it('answers commits like a full disk, and the connection goes on', async () => {
  proxy.setDiskFull(true);
  const error = await failure(mark());
  proxy.setDiskFull(false);
  expect(error).toMatchObject({ code: '53100' });
  expect(hadNoEffect(error)).toBe(true);
  expect([await marks(), proxy.refused]).toEqual([0, 1]);
  await mark();
  expect(await marks()).toBe(1);
});
