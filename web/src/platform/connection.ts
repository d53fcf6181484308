/**
 * Whether the server answers. A device may have a network that leads nowhere, and the browser does not know. Requests tell here what they
 * meet; `connection-watch.ts` hears a doubt, asks once more, and only then says that the line is dead.
 */
export const lineChanged = 'line';
export const lineDoubted = 'line-doubt';

let isDead = false;

export const isLineDead = (): boolean => isDead;

export function noteLine({ dead }: { dead: boolean }): void {
  if (isDead === dead) return;
  isDead = dead;
  window.dispatchEvent(new Event(lineChanged));
}

/** An answer is late, or did not come. */
export function doubtLine(): void {
  window.dispatchEvent(new Event(lineDoubted));
}
