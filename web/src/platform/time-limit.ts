/** A signal that aborts after a time, or with `other`. `AbortSignal.timeout` and `.any` are of Chrome 103 and 116. */
export function timeLimit(timeoutMs: number, other?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const abort = () => {
    clearTimeout(timer);
    other?.removeEventListener('abort', abort);
    limit.abort();
  };
  const timer = setTimeout(abort, timeoutMs);
  other?.addEventListener('abort', abort);
  if (other?.aborted === true) abort();
  return limit.signal;
}
