/** What happened in a run, by name; the report prints it. */
export class Counts {
  readonly #byName = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#byName.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#byName.get(name) ?? 0;
  }

  /** All that begin with this, without it. */
  under(prefix: string): Record<string, number> {
    const found = [...this.#byName].filter(([name]) => name.startsWith(prefix));
    return Object.fromEntries(
      found.map(([name, count]) => [name.slice(prefix.length), count] as const).toSorted(byName),
    );
  }
}

const byName = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one < other ? -1 : Number(one > other);
