/** The longest that idle work waits on a page that is never idle; and what it waits where the browser cannot say. */
const longestMs = 4_000;
const blindMs = 1_500;

/** Runs `work` once the page has loaded and the browser is idle, unless the returned function is called before. */
export function whenIdle(work: () => void): () => void {
  let cancel = () => undefined as void;
  const wait = () => {
    // Not in every browser, whatever the types say.
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(work, { timeout: longestMs });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(work, blindMs);
      cancel = () => clearTimeout(timer);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    window.addEventListener('load', wait, { once: true });
    cancel = () => window.removeEventListener('load', wait);
  }
  return () => cancel();
}
