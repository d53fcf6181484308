/**
 * What `theme.js` has asked before the program was there: the session check, after it the profile, and for the dashboard the services in
 * trouble. Each answer is given out once, and only for the token that it was asked with.
 */
interface EarlyAnswers {
  token: string;
  /** When the first of them was asked, in milliseconds: what happened since is not in the answers. */
  askedAt: number;
  stop(): void;
  [call: `${string} ${string}`]: Promise<Response> | undefined;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

type Call = `${string} ${string}`;

/** When the answer that waits for this call was asked for; undefined when none does. */
export const askedEarlyAt = (call: Call): number | undefined =>
  window.earlyAnswers?.[call] && window.earlyAnswers.askedAt;

/** `call` is the method and the address. Undefined when it was not asked; rejects when no answer came. When `signal` aborts, so does the request. */
export function takeEarly(
  call: Call,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const { earlyAnswers } = window;
  if (earlyAnswers === undefined) return undefined;
  if (earlyAnswers.token !== token) {
    delete window.earlyAnswers;
    return undefined;
  }
  const answer = earlyAnswers[call];
  if (answer !== undefined) signal.addEventListener('abort', earlyAnswers.stop);
  delete earlyAnswers[call];
  return answer;
}
