/** For a program that has become too old: the next link that is pressed loads its page, and with it the newest build. Gives what stops it. */
export function loadAtNextLink(): () => void {
  // At the window the router has followed the link already: the address is the new one, and nothing of it is drawn yet.
  const load = ({ target, defaultPrevented }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (defaultPrevented && link?.href === window.location.href && !hasState()) window.location.reload();
  };
  window.addEventListener('click', load);
  return () => window.removeEventListener('click', load);
}

/** With a state an address opens something over the screen, a receipt that was pressed: that is no step to another one. */
function hasState(): boolean {
  const entry = window.history.state as { usr?: unknown } | null; // written by React Router
  return (entry?.usr ?? null) !== null;
}
