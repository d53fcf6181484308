import { once } from 'node:events';
import net from 'node:net';

/** A loopback port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No loopback port is free.');
  return address.port;
}
