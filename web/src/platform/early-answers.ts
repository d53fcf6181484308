/**
 * What `theme.js` has asked before the program was there: the session check, and after it the profile. Each answer is given out once, and only
 * for the token that it was asked with.
 */
interface EarlyAnswers {
  token: string;
  stop(): void;
  [call: `${string} ${string}`]: Promise<Response> | undefined;
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers;
  }
}

/** `call` is the method and the address. Undefined when it was not asked; rejects when no answer came. When `signal` aborts, so does the request. */
export function takeEarly(
  call: `${string} ${string}`,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const { earlyAnswers } = window;
  if (earlyAnswers?.token !== token || earlyAnswers === undefined) return undefined;
  const answer = earlyAnswers[call];
  if (answer !== undefined) signal.addEventListener('abort', earlyAnswers.stop);
  delete earlyAnswers[call];
  return answer;
}
