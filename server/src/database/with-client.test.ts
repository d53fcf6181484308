import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, inject, it, onTestFinished } from 'vitest';
import { withClient, withImpatientClient } from './with-client.ts';

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

it('throws where whoever takes the connection says nothing', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo; // of a TCP server
  const asked = withClient(`postgresql://jara@127.0.0.1:${port}/jara`, (client) => client.query('select 1'));
  await expect(asked).rejects.toThrow('timeout expired');
});

it('waits for statements as long as they take, but for those of whoever only looks', async () => {
  const slowly = (client: { query(sql: string): Promise<unknown> }) => client.query('select pg_sleep(0.5)');
  await expect(withImpatientClient(url, slowly, 50)).rejects.toThrow('Query read timeout');
  await expect(withClient(url, slowly)).resolves.toMatchObject({ rowCount: 1 });
});
