/** Waits, but not longer than until the network or the page comes back. */
export function delay(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', whenVisible);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const whenVisible = () => {
      if (document.visibilityState === 'visible') done();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', whenVisible);
    stop.addEventListener('abort', done);
  });
}
