/** A server of a test file on this machine: it listens before the first test, and is gone after the last. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

export interface LocalServer {
  /** Without a path, and without a stroke at its end. */
  readonly url: string;
  /** Cuts the connection of each request that waits. */
  cut(): void;
}

export function localServer(listener: http.RequestListener): LocalServer {
  const server = http.createServer(listener);
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this form.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    cut: () => server.closeAllConnections(),
  };
}
