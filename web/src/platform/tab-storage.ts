/**
 * What this tab remembers across a reload, and no other tab sees: half-filled forms, and the key of a purchase on its way.
 * When session storage is closed to the page, the memory of the page stands in.
 */
const memory = new Map<string, string>();

export function readTab(key: string): unknown {
  try {
    const text = memory.get(key) ?? sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** `undefined` forgets. */
export function writeTab(key: string, value: unknown): void {
  memory.delete(key);
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    if (value !== undefined) memory.set(key, JSON.stringify(value));
  }
}
