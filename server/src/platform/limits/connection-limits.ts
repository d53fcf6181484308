/** Open connections, of all and of one network. What is over the limit is closed before a byte of it is read: there is nothing to answer. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network-of.ts';

export function limitConnections(
  { server }: FastifyInstance,
  { most, mostOfNetwork }: { most: number; mostOfNetwork: number },
): void {
  server.maxConnections = most;
  if (mostOfNetwork === Infinity) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > mostOfNetwork) socket.destroy();
  });
}
