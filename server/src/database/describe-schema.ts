/** The schema of a migrated database as a page: what `npm run schema` writes to server/database/schema.md, and a test compares. */
import type { Client } from 'pg';
import { withClient } from './with-client.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  /** What stands behind the type: not null, default, identity. */
  rest: string;
}

interface Owned {
  table: string;
  name: string;
  definition: string;
}

interface Schema {
  tables: { name: string; comment: string | null }[];
  columns: Column[];
  constraints: Owned[];
  indexes: Owned[];
  triggers: Owned[];
  functions: { name: string; signature: string; result: string }[];
  types: { name: string; fields: string }[];
  references: { from: string; to: string; column: string; isUnique: boolean }[];
}

const TABLES = `
  select c.relname as name, obj_description(c.oid) as comment from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    concat_ws(', ', case when a.attnotnull then 'not null' end,
      case when a.attidentity <> '' then 'identity' else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as rest
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

/** Newer versions of PostgreSQL name each "not null" as a constraint too. */
const CONSTRAINTS = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, contype = 'p' desc, conname`;

const INDEXES = `
  select t.relname as "table", i.relname as name, pg_get_indexdef(x.indexrelid) as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by 1, 2`;

const TRIGGERS = `
  select tgrelid::regclass::text as "table", tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
  where not tgisinternal order by 1, 2`;

const FUNCTIONS = `
  select proname as name, pg_get_function_identity_arguments(oid) as signature, pg_get_function_result(oid) as result
  from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`;

const TYPES = `
  select c.relname as name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as fields
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'c' and a.attnum > 0 and not a.attisdropped
  group by c.relname order by c.relname`;

const REFERENCES = `
  select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to", a.attname as column,
    exists (select from pg_constraint u where u.conrelid = f.conrelid and u.contype in ('p', 'u') and u.conkey = f.conkey) as "isUnique"
  from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.connamespace = 'public'::regnamespace and f.contype = 'f' order by 1, 2, 3`;

/**
 * On the way of a purchase nothing has a foreign key, and the picture would lack its middle. Table, the table that it belongs to, the
 * column that says so.
 */
const WITHOUT_KEYS: readonly (readonly [string, string, string])[] = [
  ['accounts', 'users', 'user_id'],
  ['entries', 'postings', 'posting_id'],
  ['entries', 'accounts', 'account_id'],
  ['transactions', 'users', 'user_id'],
  ['transactions', 'transactions', 'related_id'],
  ['transactions', 'plans', 'plan_id'],
  ['purchase_attempts', 'transactions', 'transaction_id'],
  ['idempotency_keys', 'transactions', 'transaction_id'],
  ['webhook_messages', 'transactions', 'transaction_id'],
  ['push_messages', 'transactions', 'transaction_id'],
  ['push_messages', 'push_subscriptions', 'subscription_id'],
];

/** `url` logs in as the owner of a migrated database. */
export async function describeSchema(url: string): Promise<string> {
  return withClient(url, async (client) => page(await readSchema(client)));
}

async function readSchema(client: Client): Promise<Schema> {
  const rows = async <Row extends object>(sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows;
  return {
    tables: await rows(TABLES),
    columns: await rows(COLUMNS),
    constraints: await rows(CONSTRAINTS),
    indexes: await rows(INDEXES),
    triggers: await rows(TRIGGERS),
    functions: await rows(FUNCTIONS),
    types: await rows(TYPES),
    references: await rows(REFERENCES),
  };
}

function page(schema: Schema): string {
  const parts = [
    '# Schema',
    'Made by `npm run schema` from a migrated database; a test compares it. What is decided where, and how to change it:\n' +
      '[README.md](README.md). The reasons stand as comments in `migrations/` and `functions/`.',
    '## Picture',
    'Which table belongs to which; that nearly every one belongs to a user is left out. A dotted line is a column without a foreign key\n' +
      '([decision 4](../../docs/decisions/0004-no-foreign-keys-on-the-hot-path.md)).',
    fenced('mermaid', picture(schema)),
    '## Functions',
    fenced(
      'sql',
      schema.functions.map(({ name, signature, result }) => `${name}(${signature}) returns ${result}`),
    ),
    '## Types',
    fenced(
      'sql',
      schema.types.map(({ name, fields }) => `${name} as (${fields})`),
    ),
    '## Tables',
    ...schema.tables.flatMap(({ name, comment }) => [
      `### ${name}`,
      ...(comment === null ? [] : [comment]),
      fenced('sql', tableLines(schema, name)),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const fenced = (language: string, lines: readonly string[]): string =>
  `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``;

function tableLines(schema: Schema, table: string): string[] {
  const columns = schema.columns.filter((column) => column.table === table);
  const width = (pick: (column: Column) => string) =>
    Math.max(...columns.map((column) => pick(column).length));
  const [names, types] = [width(({ name }) => name), width(({ type }) => type)];
  const owned = (all: readonly Owned[], show: (each: Owned) => string): string[] =>
    all.filter((each) => each.table === table).map(show);
  return [
    ...columns.map(({ name, type, rest }) =>
      `${name.padEnd(names)}  ${type.padEnd(types)}  ${rest}`.trimEnd(),
    ),
    ...owned(schema.constraints, ({ name, definition }) => `constraint ${name} ${definition}`),
    ...owned(schema.indexes, ({ definition }) =>
      definition.replace(/ ON public\.\w+/, '').replace('CREATE ', ''),
    ),
    ...owned(schema.triggers, ({ definition }) =>
      definition.replace('CREATE ', '').replaceAll('public.', ''),
    ),
  ];
}

function picture({ references }: Schema): string[] {
  const keys = references
    .filter(({ to }) => to !== 'users')
    .map(({ from, to, column, isUnique }) => `  ${to} ||--${isUnique ? 'o|' : 'o{'} ${from} : ${column}`);
  return [
    'erDiagram',
    ...keys,
    ...WITHOUT_KEYS.map(([from, to, column]) => `  ${to} ||..o{ ${from} : ${column}`),
  ];
}
