/** What this process has begun and not ended: who asks about one meanwhile gets the very same outcome. */
export class Ongoing<Outcome> {
  readonly #all = new Map<bigint, { ending: Promise<Outcome>; sinceMs: number }>();

  /** Forgets it as soon as it has ended. */
  begin(transactionId: bigint, work: Promise<Outcome>): Promise<Outcome> {
    const ending = work.finally(() => this.#all.delete(transactionId));
    this.#all.set(transactionId, { ending, sinceMs: performance.now() });
    return ending;
  }

  /** The end of one that is on its way, or undefined when it is not. */
  find(transactionId: bigint): Promise<Outcome> | undefined {
    return this.#all.get(transactionId)?.ending;
  }

  ids(): bigint[] {
    return [...this.#all.keys()];
  }

  /** Those that have been on their way for so long, in ms. */
  idsOfAge(fromMs: number, toMs: number): bigint[] {
    const nowMs = performance.now();
    const isOfAge = (ageMs: number): boolean => ageMs > fromMs && ageMs < toMs;
    return [...this.#all].flatMap(([id, { sinceMs }]) => (isOfAge(nowMs - sinceMs) ? [id] : []));
  }

  /** Waits until all that are on their way now have ended, `timeoutMs` at most. */
  async drain(timeoutMs: number): Promise<void> {
    const endings = [...this.#all.values()].map(({ ending }) => ending);
    await within(Promise.allSettled(endings), timeoutMs, undefined);
  }
}

/** What the promise gives, or `fallback` when that takes longer than `timeoutMs`; the promise goes on. */
export async function within<Value, Fallback>(
  promise: Promise<Value>,
  timeoutMs: number,
  fallback: Fallback,
): Promise<Value | Fallback> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Fallback>((resolve) => {
    timer = setTimeout(() => resolve(fallback), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
