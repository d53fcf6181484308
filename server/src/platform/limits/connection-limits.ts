/** Open connections, of all and of one network. What is over the limit is closed before a byte of it is read: there is nothing to answer. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './network-of.ts';

export function limitConnections(
  { server }: FastifyInstance,
  { most, mostOfNetwork }: { most: number; mostOfNetwork: number },
): void {
  // Counted here and not by a property of the server: among several processes that one hands what it does not take to another, without end.
  let all = 0;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    all += 1;
    socket.once('close', () => {
      all -= 1;
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (all > most || count > mostOfNetwork) socket.destroy();
  });
}
