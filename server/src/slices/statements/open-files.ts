/** The files that this process is writing: one for each user, since a file takes memory, many queries and turns of the event loop. */
import type { Readable } from 'node:stream';
import { refuse } from '../../platform/refuse.ts';

export class OpenFiles {
  readonly #users = new Set<bigint>();

  /** What `make` gives; refuses with `too_many_requests` while a file of this user is still being written or read. */
  async open(userId: bigint, make: () => Promise<Readable>): Promise<Readable> {
    if (this.#users.has(userId)) {
      refuse('too_many_requests', {
        msg: 'Your last statement is still being written. Wait until it is there',
        retryAfterSeconds: 2,
      });
    }
    this.#users.add(userId);
    const forget = (): void => void this.#users.delete(userId);
    try {
      const file = await make();
      // At its end before the reader hears of that, and where the reader left.
      return file.once('end', forget).once('close', forget);
    } catch (error) {
      forget();
      throw error;
    }
  }
}
