/** What tokens open, found by token and by user: to forget a user costs as much as that user has tokens, however many are remembered. */

interface Entry {
  principal: { userId: bigint };
}

export class TokenMemory<Remembered extends Entry> {
  readonly #entries = new Map<string, Remembered>();
  readonly #tokensOf = new Map<bigint, Set<string>>();
  readonly #most: number;

  /** Of entries: one more, and it begins anew. */
  constructor(most: number) {
    this.#most = most;
  }

  get(token: string): Remembered | undefined {
    return this.#entries.get(token);
  }

  set(token: string, entry: Remembered): void {
    this.drop(token);
    if (this.#entries.size >= this.#most) this.clear();
    this.#entries.set(token, entry);
    const { userId } = entry.principal;
    const tokens = this.#tokensOf.get(userId);
    if (tokens === undefined) this.#tokensOf.set(userId, new Set([token]));
    else tokens.add(token);
  }

  drop(token: string): void {
    const entry = this.#entries.get(token);
    if (entry === undefined) return;
    this.#entries.delete(token);
    const { userId } = entry.principal;
    const tokens = this.#tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#tokensOf.delete(userId);
  }

  dropUser(userId: bigint): void {
    for (const token of this.#tokensOf.get(userId) ?? []) this.#entries.delete(token);
    this.#tokensOf.delete(userId);
  }

  clear(): void {
    this.#entries.clear();
    this.#tokensOf.clear();
  }
}
