import { expect, inject, it } from 'vitest';
import { withClient } from './with-client.ts';

const url = inject('postgresUrl');

it('gives what the work gives', async () => {
  const { rows } = await withClient(url, (client) => client.query<{ one: number }>('select 1 as one'));
  expect(rows).toEqual([{ one: 1 }]);
});

it('throws when the connection broke between two statements, and the program goes on', async () => {
  const breaking = withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const broken = new Promise<void>((resolve) => client.once('end', resolve));
    await withClient(url, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
    await broken;
    return client.query('select 1');
  });
  await expect(breaking).rejects.toThrow(/connection/i);
});
