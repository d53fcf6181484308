import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { refuseWrongClock } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const startsAt = (offSeconds: number) =>
  refuseWrongClock(database.url, () => Date.now() + offSeconds * 1_000);

describe('a start', () => {
  it.each([0, 4, -4])('goes on with a clock that is off by %s s', async (offSeconds) => {
    await expect(startsAt(offSeconds)).resolves.toBeUndefined();
  });

  it.each([
    [600, '600 s ahead of'],
    [-600, '600 s behind'],
    [7, '7 s ahead of'],
  ])('is refused in words with one that is off by %s s', async (offSeconds, words) => {
    await expect(startsAt(offSeconds)).rejects.toThrow(
      `The clock of this machine is ${words} the database's.`,
    );
  });
});
