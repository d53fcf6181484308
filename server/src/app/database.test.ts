import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runSql } from '../../test/run-sql.ts';
import { openProgramLogin } from '../database/program-login.ts';
import { refuseUnfit, refuseWrongClock } from './database.ts';

let database: TestDatabase;
let login: string;
beforeAll(async () => {
  database = await createTestDatabase();
  login = await openProgramLogin(database.url, 'a key');
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

/** What the login of the program is answered after the owner did something, which is undone. */
async function answerAfter(change: string, undo: string): Promise<string> {
  await runSql(database.url, change);
  const answer = await refuseUnfit({ url: login, directUrl: null }, 'sandbox').then(() => 'nothing', String);
  await runSql(database.url, undo);
  await expect(refuseUnfit({ url: login, directUrl: null }, 'sandbox')).resolves.toBeUndefined();
  return answer;
}

const notBroughtUp = (name: string) =>
  new RegExp(`This database is not brought up to this version: of ${name} it has .* Run npm run migrate of`);

describe('a server does not start on a database', () => {
  it('in which a migration has not run', async () => {
    expect(
      await answerAfter(
        `create table kept as select * from schema_migrations where name = '0001_schema.sql';
         delete from schema_migrations where name = '0001_schema.sql'`,
        'insert into schema_migrations select * from kept; drop table kept',
      ),
    ).toMatch(notBroughtUp('0001_schema.sql'));
  });

  it.each(['is_shop_closed.sql', 'grants.sql'])('in which another text of %s ran', async (name) => {
    expect(
      await answerAfter(
        `update schema_functions set checksum = 'x' || checksum where name = '${name}'`,
        `update schema_functions set checksum = substr(checksum, 2) where name = '${name}'`,
      ),
    ).toMatch(notBroughtUp(name));
  });

  it('with a function that its version does not have', async () => {
    expect(
      await answerAfter(
        `insert into schema_functions (name, checksum) values ('tomorrow.sql', '')`,
        `delete from schema_functions where name = 'tomorrow.sql'`,
      ),
    ).toMatch(notBroughtUp('tomorrow.sql'));
  });

  it('that a newer version migrated', async () => {
    expect(
      await answerAfter(
        `insert into schema_migrations (name, checksum) values ('9999_tomorrow.sql', '')`,
        `delete from schema_migrations where name = '9999_tomorrow.sql'`,
      ),
    ).toContain('This database was made by a newer version: it stands at 9999_tomorrow.sql');
  });

  it('of the other mode', async () => {
    await expect(refuseUnfit({ url: login, directUrl: null }, 'live')).rejects.toThrow(
      'This database was made by a sandbox, with play money',
    );
  });

  it('that was never migrated', async () => {
    const empty = await createEmptyDatabase();
    await expect(refuseUnfit({ url: empty.url, directUrl: null }, 'sandbox')).rejects.toThrow(
      /, and \d+ more it has nothing/,
    );
    await empty.drop();
  });

  it('by the login of its owner', async () => {
    await expect(refuseUnfit({ url: database.url, directUrl: null }, 'sandbox')).rejects.toThrow(
      'owns the books, or can become who does',
    );
  });
});
