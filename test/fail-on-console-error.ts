import { format } from 'node:util';
import { afterEach, beforeEach, vi } from 'vitest';

/*
 * A test that prints an error has found one. A test that expects it says so with its own spy on console.error,
 * which takes the place of this one.
 */

const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    printed.push(format(...values));
  });
});

afterEach(() => {
  vi.mocked(console.error).mockRestore();
  if (printed.length > 0) throw new Error(`console.error was called: ${printed.join('\n')}`);
});
