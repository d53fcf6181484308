/** Everything that the environment does later, so that a reset or the end of the program can call it all off. */
export class Timers {
  readonly #pending = new Set<NodeJS.Timeout>();

  at(timeMs: number, act: () => void): void {
    const timer = setTimeout(
      () => {
        this.#pending.delete(timer);
        act();
      },
      Math.max(0, timeMs - Date.now()),
    );
    this.#pending.add(timer);
  }

  clear(): void {
    for (const timer of this.#pending) clearTimeout(timer);
    this.#pending.clear();
  }
}
