/** A fresh idempotency key. `randomUUID` exists on secure pages only, and from Chrome 92; a shop on a plain address in its own network sells too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
