/** A server that takes requests and never answers them, until it is closed. */
import http from 'node:http';
import { afterAll, beforeAll } from 'vitest';

export interface HangingReceiver {
  readonly url: string;
  /** Requests that came so far. */
  readonly came: number;
  /** Of those, the ones that still wait for an answer. */
  readonly open: number;
  /** Cuts the connection of each request that waits. */
  cut(): void;
}

export function useHangingReceiver(): HangingReceiver {
  let url = '';
  let came = 0;
  let open = 0;
  const server = http.createServer((_request, response) => {
    came += 1;
    open += 1;
    response.on('close', () => (open -= 1));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hang`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    get came() {
      return came;
    },
    get open() {
      return open;
    },
    cut: () => server.closeAllConnections(),
  };
}
