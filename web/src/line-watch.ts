/** Finds out what a doubt about the line is worth, and when a dead line is back, by asking for something small. */
import { isLineDead, lineChanged, lineDoubted, noteLine } from './line.ts';
import { pause } from './pause.ts';
import { send, Unreachable } from './send.ts';

const askMs = 4_000;
const restMs = 4_000;
/** A page that nobody looks at asks again when somebody does; one without any network, when there is one. */
const longRestMs = 600_000;

/** Until `stop`. `onBack`: answers come again, and what was asked for meanwhile was missed. */
export function watchLine(onBack: () => void, stop: AbortSignal): void {
  let isAsking = false;
  const findOut = async () => {
    if (isAsking) return;
    isAsking = true;
    while (!stop.aborted && !(await isAnswered(stop))) {
      // Without any network the browser says so by itself.
      if (!stop.aborted && navigator.onLine) noteLine({ dead: true });
      const isWorthAsking = navigator.onLine && document.visibilityState === 'visible';
      await pause(isWorthAsking ? restMs : longRestMs, stop);
    }
    isAsking = false;
  };
  window.addEventListener(lineDoubted, () => void findOut(), { signal: stop });
  window.addEventListener(lineChanged, () => void (isLineDead() || onBack()), { signal: stop });
}

/** Any answer will do, a refusal too. */
const isAnswered = (signal: AbortSignal): Promise<boolean> =>
  send('getStatus', undefined, { signal, timeoutMs: askMs }).then(
    () => true,
    (error: unknown) => !(error instanceof Unreachable),
  );
