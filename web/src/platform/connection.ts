/**
 * Whether the server answers. A device may have a network that leads nowhere, and the browser does not know. Requests report here what they
 * meet; `connection-watch.ts` receives a doubt, asks once more, and only then says that the connection is dead.
 */
export const connectionChanged = 'connection';
export const connectionDoubted = 'connection-doubt';

let isDead = false;

export const isConnectionDead = (): boolean => isDead;

export function noteConnection({ dead }: { dead: boolean }): void {
  if (isDead === dead) return;
  isDead = dead;
  window.dispatchEvent(new Event(connectionChanged));
}

/** An answer is late, or did not come. */
export function doubtConnection(): void {
  window.dispatchEvent(new Event(connectionDoubted));
}
