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

  it('lets the program take no word away by an empty one, however old it is', async () => {
    const { owner, pool } = database;
    await owner.commit(async (db) => {
      await db.run('set local session_replication_role = replica');
      await db.run(
        `insert into withdrawals (transaction_id, user_id, provider, reference, bank_code, bank_name, account_number, account_name, enquired_at,
           amount_kobo, fee_kobo, state, sent_at, answered_at, raw)
         select n, 1, 'squad', 'W' || n, '058', 'GTBank', '0123456789', 'Ada', at, 10000, 2500, 'delivered', at, at, case n when 1 then 'said' else '' end
         from generate_series(1, 2) n, lateral (select now() - interval '31 days' as at) x`,
      );
    });
    const empty = (id: number) => pool.run(`update withdrawals set raw = '' where transaction_id = $1`, [id]);
    await expect(empty(1)).rejects.toThrow('is not emptied');
    await expect(
      owner.run(`update withdrawals set raw = '', archive_file_id = 1 where transaction_id = 1`),
    ).rejects.toThrow('is not emptied');
    // It said nothing before either.
    expect(await empty(2)).toBe(1);
    expect(await pool.run(`update withdrawals set raw = 'another' where transaction_id = 1`)).toBe(1);
    await owner.run('truncate withdrawals');
    await owner.run(
      `insert into hook_events (provider, body_hash, body, received_at) values ('squad', 'd', 'x', now() - interval '31 days')`,
    );
    await expect(owner.run(`update hook_events set body = ''`)).rejects.toThrow('is not emptied');
    await owner.run('truncate hook_events');
  });
});
