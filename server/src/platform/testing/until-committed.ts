import { expect } from 'vitest';
import type { Context } from '../../app/context.ts';

/** Lets something write beside its caller, and waits until it has committed once. */
export async function untilCommitted(
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  act: (context: Pick<Context, 'pool' | 'log'>) => void,
): Promise<void> {
  let commits = 0;
  const commit: typeof pool.commit = (run) => pool.commit(run).finally(() => (commits += 1));
  act({ pool: { ...pool, commit }, log });
  await expect.poll(() => commits, { timeout: 10_000 }).toBe(1);
}
