/** Hears of the end of a token while an answer goes on that it asked for: a stream of events, a file. */
import { MINUTE_MS, SECOND_MS } from '@jara/contract/time-units.ts';
import type { Log } from '../log.ts';
import type { Sessions } from '../session.ts';
import type { Principal } from './principal.ts';

/** While the database cannot be asked, nobody is sent away. */
const ASK_AGAIN_MS = 15 * SECOND_MS;
/** The end of a session is heard of; this bounds what a lost word of it can cost. */
const LOOK_AGAIN_MS = MINUTE_MS;

interface Watched {
  token: string;
  deviceKey: string | undefined;
  userId: bigint;
  /** Whether what it opens now is still enough. */
  mayGoOn?(principal: Principal): boolean;
}

/** Calls `ended` as soon as the token does not open enough any more, until the returned function is called. */
export function watchToken(
  { sessions, log }: { sessions: Pick<Sessions, 'look' | 'watch'>; log: Log },
  { token, deviceKey, userId, mayGoOn = () => true }: Watched,
  ended: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = (): void => {
    sessions.look(token, deviceKey).then(
      (found) => (found === undefined || !mayGoOn(found.principal) ? ended() : lookIn(found.msLeft)),
      (error: unknown) => {
        log.warn({ err: error }, 'could not ask whether a session still lives');
        lookIn(ASK_AGAIN_MS);
      },
    );
  };
  const lookIn = (ms: number): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(look, Math.min(ms + 10, LOOK_AGAIN_MS));
  };
  const unwatch = sessions.watch(userId, look);
  // Once more soon: it may have ended between the first look and this one.
  lookIn(SECOND_MS / 2);
  return () => {
    isOver = true;
    clearTimeout(timer);
    unwatch();
  };
}
