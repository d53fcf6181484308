/** Below this, in px, a finger has not moved the page. */
const leastMove = 8;

/** Notes on the root whether one reads on downwards, so that what floats can go out of the way: up again, or at the end, it is back. */
export function noteReadingOn(): void {
  const root = document.documentElement;
  let last = window.scrollY;
  const note = () => {
    const { scrollY, innerHeight } = window;
    if (Math.abs(scrollY - last) < leastMove) return;
    const isAtEnd = scrollY + innerHeight >= root.scrollHeight - leastMove;
    root.toggleAttribute('data-reads-on', scrollY > last && !isAtEnd);
    last = scrollY;
  };
  window.addEventListener('scroll', note, { passive: true });
}
