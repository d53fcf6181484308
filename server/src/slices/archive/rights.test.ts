import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../../test/pool.ts';

const database = useTestPool();

describe('the database', () => {
  it.each([
    'update purchase_attempts set raw = null',
    'update purchase_attempts set archive_file_id = 1',
    `update hook_events set body = 'x'`,
    'update archive_files set sha256 = sha256(sha256)',
    'delete from archive_files',
  ])('does not let the program: %s', async (sql) => {
    await expect(database.pool.run(sql)).rejects.toThrow('permission denied');
  });

  it('lets nobody take away what was said and is in no file', async () => {
    const { owner } = database;
    await owner.run(
      `insert into hook_events (provider, body_hash, body, received_at) values ('squad', 'c', 'x', now() - interval '31 days')`,
    );
    await owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run('alter table hook_events drop constraint bodies_are_here_or_archived');
    });
    await expect(owner.run('update hook_events set body = null')).rejects.toThrow('goes into a file');
    await owner.run('truncate hook_events');
    await owner.run(
      'alter table hook_events add constraint bodies_are_here_or_archived check ((body is null) = (archive_file_id is not null))',
    );
  });

  it('lets nobody take away what a young hook said', async () => {
    const { owner } = database;
    await owner.run(
      `insert into hook_events (provider, body_hash, body, received_at) values ('squad', 'a', 'x', now() - interval '31 days'), ('squad', 'b', 'y', now())`,
    );
    const take = (hash: string) =>
      owner.run('update hook_events set body = null, archive_file_id = 1 where body_hash = $1', [hash]);
    expect(await take('a')).toBe(1);
    await expect(take('b')).rejects.toThrow('kept for thirty days at least');
    await owner.run('truncate hook_events');
  });
});
