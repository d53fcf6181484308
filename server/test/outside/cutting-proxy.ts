/** A way to the database that is cut at chosen moments: exactly before a statement arrives there, or after it did and before its answer. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The same database, by way of the proxy. */
  url: string;
  /**
   * The next time that `text` passes on its way to the server, that connection is cut: `before` it arrives, or `after` it was carried
   * out and before the client hears of it.
   */
  cutNext(text: string, when: 'before' | 'after'): void;
  /** While it is held nothing passes either way, and nothing is closed. */
  hold(isHeld: boolean): void;
  /**
   * What is open now, and what is opened until this is called with false, never passes anything again and is not closed either: as if the
   * server had lost its power. What is opened afterwards reaches the server, as if it had come back.
   */
  swallow(isSwallowing: boolean): void;
  /** How many connections were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let next: { text: string; when: 'before' | 'after' } | null = null;
  let cuts = 0;
  let isHeld = false;
  let isSwallowing = false;
  /** Both ends of what passes nothing any more. */
  const silent = new WeakSet<Socket>();

  function carry(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      if (isSwallowing) silent.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    if (isHeld) for (const socket of [client, server]) socket.pause();
    let isDeaf = false;
    client.on('data', (chunk) => {
      if (silent.has(client)) return;
      if (next === null || !chunk.includes(next.text)) return void server.write(chunk);
      const { when } = next;
      next = null;
      cuts += 1;
      if (when === 'before') return void client.destroy();
      // What the server answers from here on shows that it is done, and reaches nobody.
      isDeaf = true;
      return void server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (silent.has(server)) return;
      if (isDeaf) client.destroy();
      else client.write(chunk);
    });
  }

  const proxy = createServer(carry);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port); // it listens on TCP
  return {
    url: url.href,
    cutNext(text, when) {
      next = { text, when };
    },
    hold(held) {
      isHeld = held;
      for (const socket of sockets)
        if (held) socket.pause();
        else socket.resume();
    },
    swallow(swallowing) {
      isSwallowing = swallowing;
      if (swallowing) for (const socket of sockets) silent.add(socket);
    },
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
