/** Finds out what a doubt about the connection is worth, and when a dead connection is back, by asking for something small. */
import { isConnectionDead, connectionChanged, connectionDoubted, noteConnection } from './connection.ts';
import { delay } from './delay.ts';
import { send, Unreachable } from './send.ts';

const firstAskMs = 4_000;
const longestAskMs = 20_000;
const restMs = 4_000;
/** A page that nobody looks at asks again when somebody does; one without any network, when there is one. */
const longRestMs = 600_000;

/**
 * Until `stop`. `onBack`: answers come again, and what was asked for meanwhile was missed. The first question waits `askMs` for its
 * answer and each further one twice as long: a connection that is only slow is not dead for ever.
 */
export function watchConnection(onBack: () => void, stop: AbortSignal, askMs = firstAskMs): void {
  let isAsking = false;
  const findOut = async () => {
    if (isAsking) return;
    isAsking = true;
    let limitMs = askMs;
    while (!stop.aborted && !(await isAnswered(stop, limitMs))) {
      limitMs = Math.min(2 * limitMs, longestAskMs);
      // Without any network the browser says so by itself.
      if (!stop.aborted && navigator.onLine) noteConnection({ dead: true });
      const isWorthAsking = navigator.onLine && document.visibilityState === 'visible';
      await delay(isWorthAsking ? restMs : longRestMs, stop);
    }
    isAsking = false;
  };
  window.addEventListener(connectionDoubted, () => void findOut(), { signal: stop });
  window.addEventListener(connectionChanged, () => void (stop.aborted || isConnectionDead() || onBack()), {
    signal: stop,
  });
}

/** Any answer will do, a refusal too. */
const isAnswered = (signal: AbortSignal, timeoutMs: number): Promise<boolean> =>
  send('getStatus', undefined, { signal, timeoutMs }).then(
    () => true,
    (error: unknown) => !(error instanceof Unreachable),
  );
