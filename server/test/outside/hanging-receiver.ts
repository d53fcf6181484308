/** A server that takes requests and never answers them, until it is closed. */
import { localServer } from './local-server.ts';

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
  let came = 0;
  let open = 0;
  const server = localServer((_request, response) => {
    came += 1;
    open += 1;
    response.on('close', () => (open -= 1));
  });
  return {
    get url() {
      return `${server.url}/hang`;
    },
    get came() {
      return came;
    },
    get open() {
      return open;
    },
    cut: server.cut,
  };
}
