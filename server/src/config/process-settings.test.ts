import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it.each([
  [undefined, 1],
  ['4', 4],
  ['auto', availableParallelism()],
])('PROCESSES=%s is %i', (given, processes) => {
  expect(readConfig({ PROCESSES: given }).processes).toBe(processes);
});

it.each(['web', 'worker'] as const)('ROLE=%s is for a database of your own', (role) => {
  expect(() => readConfig({ ROLE: role })).toThrow(`ROLE=${role} is for a database of your own`);
  expect(readConfig({ ROLE: role, DATABASE_PROGRAM_URL: 'postgresql://ada@127.0.0.1/shop' }).role).toBe(role);
  expect(readConfig({}).role).toBe('both');
});

it.each(['0', '65', 'all'])('PROCESSES=%s is refused', (given) => {
  expect(() => readConfig({ PROCESSES: given })).toThrow(
    `PROCESSES must be auto or a whole number from 1 to 64, not ${given}`,
  );
});
