const askAgainMs = 500;

/** For a sheet that opens by itself: not over another one. Asks again until nothing is open; the returned function gives up. */
export function whenNothingIsOpen(then: () => void): () => void {
  let timer = setTimeout(function ask() {
    if (document.querySelector('dialog[open]') === null) then();
    else timer = setTimeout(ask, askAgainMs);
  });
  return () => clearTimeout(timer);
}
