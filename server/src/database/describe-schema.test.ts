import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useTestPool } from '../../test/pool.ts';
import { describeSchema } from './describe-schema.ts';
import { readSchemaFiles, schemaFolder } from './schema-files.ts';

const db = useTestPool(1);

describe('the schema', () => {
  it('is the one in schema.md', async () => {
    const written = await readFile(new URL('schema.md', schemaFolder), 'utf8');
    expect(await describeSchema(db.url), 'the schema changed; run `npm run schema`').toBe(
      written.replaceAll('\r\n', '\n'),
    );
  });

  it('has a file for each of its functions', async () => {
    const { functions } = await readSchemaFiles(schemaFolder);
    const rows = await db.pool.rows<{ name: string }>(
      "select proname || '.sql' as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
    );
    expect(rows.map(({ name }) => name)).toEqual(functions.map(({ name }) => name));
  });

  it.each([
    ['a column', 'alter table contacts add column colour text'],
    ['a default', "alter table contacts alter column name set default 'x'"],
    ['what may be null', 'alter table contacts alter column name drop not null'],
    ['a constraint', "alter table contacts add constraint no_zero check (phone <> '0')"],
    ['an index', 'create index contacts_by_name on contacts (name)'],
    ['a trigger', 'create trigger t before delete on contacts for each row execute function refuse_change()'],
    ['a function', "create function answer() returns int language sql as 'select 42'"],
    ['a type', 'create type pair as (one int, two int)'],
    ['a comment', "comment on table contacts is 'Other people.'"],
    ['a foreign key', 'alter table transactions add foreign key (user_id) references users'],
  ])('shows %s', async (_what, change) => {
    const before = await describeSchema(db.url);
    await db.owner.run(change);
    expect(await describeSchema(db.url)).not.toBe(before);
  });

  it('says of each table what it is for', async () => {
    const bare = await db.owner.rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid) is null`,
    );
    expect(bare).toEqual([]);
  });
});
