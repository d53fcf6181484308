import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runSql } from '../../test/run-sql.ts';
import { connectionsToGive, refuseTooFewConnections } from './connection-budget.ts';
import { openProgramLogin, programLoginName } from './program-login.ts';

let database: TestDatabase;
let login: string;
let name: string;
beforeAll(async () => {
  database = await createTestDatabase();
  login = await openProgramLogin(database.url, 'a key');
  name = new URL(database.url).pathname.slice(1);
});
afterAll(() => database.drop());

const answerTo = (processes: number, databaseConnections: number): Promise<string> =>
  refuseTooFewConnections({ url: login, directUrl: null }, { processes, databaseConnections }).then(
    () => 'nothing',
    String,
  );

describe('the processes of a start', () => {
  it('may take what the server gives, less some for what works beside them', async () => {
    // Of 100, of which 3 are for superusers.
    expect(await answerTo(1, 84)).toBe('nothing');
    expect(await answerTo(3, 26)).toBe('nothing');
    expect(await answerTo(3, 27)).toMatch(
      /PROCESSES=3 with DATABASE_CONNECTIONS=27 take 90, 3 of each process .* \(max_connections\) leaves 87 for them/,
    );
  });

  it.each([
    ['the database', (limit: number) => `alter database ${name} connection limit ${limit}`, 29],
    [
      'the login of the program',
      (limit: number) => `alter role ${programLoginName(name)} connection limit ${limit}`,
      19,
    ],
  ])('may not take more than the limit of %s', async (whose, alter, limit) => {
    expect(await answerTo(1, 16)).toBe('nothing');
    await runSql(database.url, alter(limit));
    expect(await answerTo(1, 16)).toBe('nothing');
    await runSql(database.url, alter(limit - 1));
    expect(await answerTo(1, 16)).toContain(`${whose} (connection limit) leaves 18 for them`);
    await runSql(database.url, alter(-1));
  });

  it('take directly what they listen to alone, where statements go through a pooler', async () => {
    const pooled = (processes: number) =>
      refuseTooFewConnections(
        { url: 'nowhere', directUrl: login },
        { processes, databaseConnections: 200 },
      ).then(() => 'nothing', String);
    expect(await pooled(29)).toBe('nothing');
    expect(await pooled(30)).toMatch(/PROCESSES=30 take 90, 3 of each process .* leaves 87 for them/);
  });

  it('get as many as they take from the database that comes with the product', () => {
    expect(connectionsToGive({ processes: 1, databaseConnections: 16 })).toBe(100);
    expect(connectionsToGive({ processes: 8, databaseConnections: 16 })).toBe(8 * 19 + 20);
  });
});
