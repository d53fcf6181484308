/** What is not begun again for a while, by its key and in this process alone. */
export interface Lately {
  /** True where it was not begun within that time: from now on it was. */
  begin(key: string): boolean;
  /** It came to nothing, and may be begun again. */
  forget(key: string): void;
}

/** Remembers `most` keys; with one more it begins anew. */
export function createLately({ withinMs, most }: { withinMs: number; most: number }): Lately {
  const begunAtMs = new Map<string, number>();
  return {
    begin(key) {
      const nowMs = Date.now();
      if (nowMs - (begunAtMs.get(key) ?? -Infinity) < withinMs) return false;
      if (begunAtMs.size >= most) begunAtMs.clear();
      begunAtMs.set(key, nowMs);
      return true;
    },
    forget(key) {
      begunAtMs.delete(key);
    },
  };
}
