import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

describe('a test database', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  beforeAll(async () => {
    [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all([first.drop(), second.drop()]));

  it('is seen by its own test file only', async () => {
    const [a, b] = [new Client(first.url), new Client(second.url)];
    await Promise.all([a.connect(), b.connect()]);
    try {
      await a.query('CREATE TABLE mine (id int)');
      const { rows } = await b.query("SELECT to_regclass('mine') AS found");
      expect(rows).toEqual([{ found: null }]);
    } finally {
      await Promise.all([a.end(), b.end()]);
    }
  });
});
