/**
 * Who of the staff read whose data, on record. Guarantees that staff see no answer with another's data which left no row: it is written before the
 * answer goes out. That costs the answer one statement, and looking again within the hour writes nothing. After a change the answer goes
 * out in any case: what was done has its own record.
 */
import { api } from '@jara/contract/api.ts';
import { isChange, type CallShape } from '@jara/contract/call.ts';
import { isStaff } from '@jara/contract/is-staff.ts';
import type { Context } from '../../app/context.ts';
import { Download, Reply, type NoteReads } from '../../platform/serve.ts';

/** Of a list is said what was looked for. Which page of it is not, and a number or a reference that was typed may be a stranger's. */
const notSaid = new Set(['page', 'before']);
const notQuoted = new Set(['phoneNumber', 'clientReference', 'text']);

type Fields = Readonly<Record<string, unknown>>;

export const createNoteReads =
  ({ pool, log }: Pick<Context, 'pool' | 'log'>): NoteReads =>
  async (name, { principal, body, query, request }, given) => {
    const shape: CallShape = api[name];
    if (shape.reads === undefined || principal === undefined || !isStaff(principal)) return;
    const answer = given instanceof Reply ? given.body : given;
    const asked = shape.changesNothing === true ? body : readOf(shape, query);
    const { people, filter } = seen(shape.reads, { body, answer }, fieldsOf(asked), principal.userName);
    if (people.length === 0 && filter === null) return;
    const written = pool.run(
      `insert into staff_reads (reader_id, subject_id, call, filter, request_id)
       select $1::bigint, id, $2::text, null::jsonb, $3::text from users where user_name = any($4)
       union all select $1, null, $2, $5::jsonb, $3 where $5::jsonb is not null
       on conflict on constraint staff_reads_once_an_hour do nothing`,
      [principal.userId, name, request.id, people, filter === null ? null : JSON.stringify(filter)],
    );
    await (isChange(api[name])
      ? written.catch((error: unknown) =>
          log.error({ err: error, call: name }, 'what staff read could not be put on record'),
        )
      : written);
  };

/** One person, or a list: then who was asked for by the whole name is named too. What is the reader's own is nobody else's. */
function seen(
  reads: NonNullable<CallShape['reads']>,
  { body, answer }: { body: unknown; answer: unknown },
  asked: Fields,
  ownName: string,
): { people: string[]; filter: Fields | null } {
  const askedName = typeof asked['userName'] === 'string' ? asked['userName'].trim().toLowerCase() : '';
  const isFile = answer instanceof Download;
  const names = new Set(isFile ? [askedName] : namesAt(reads, { body, answer }));
  names.delete(ownName);
  names.delete('');
  const people = names.size === 1 ? [...names] : [...names].filter((one) => one === askedName);
  const isList = reads === 'unnamed' || isFile || names.size > 1;
  return { people, filter: isList ? filterOf(asked) : null };
}

function namesAt(reads: string, { body, answer }: { body: unknown; answer: unknown }): string[] {
  if (reads === 'unnamed') return [];
  const [first = '', ...rest] = reads.split('.');
  const found = first === 'body' ? valuesAt(body, rest) : valuesAt(answer, [first, ...rest]);
  return found.filter((value) => typeof value === 'string');
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [first, ...rest] = path;
  return first === undefined ? [value] : valuesAt(fieldsOf(value)[first], rest);
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** What the call reads of a query: all else that stands there looked for nothing, and may be nothing that can be kept. */
function readOf({ query: schema }: CallShape, query: unknown): Fields {
  const read = fieldsOf(fieldsOf(schema)['properties']);
  return Object.fromEntries(Object.entries(fieldsOf(query)).filter(([field]) => Object.hasOwn(read, field)));
}

const filterOf = (query: Fields): Fields =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([field, value]) => value !== undefined && value !== '' && !notSaid.has(field))
      .map(([field, value]) => [field, notQuoted.has(field) ? true : value]),
  );

const AT_A_TIME = 5_000;

/** Gives true when more is waiting; for a job. */
export async function removeOldStaffReads({ pool, config }: Context): Promise<boolean> {
  const { count } = await pool.get<{ count: bigint }>('select remove_old_staff_reads($1, $2) as count', [
    config.staffReadsDays,
    AT_A_TIME,
  ]);
  return count >= AT_A_TIME;
}
