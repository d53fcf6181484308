import { Readable } from 'node:stream';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import { Download, type Handler } from '../../platform/serve.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { readSecurityEvents, type EventFilter } from './read-security-events.ts';

export const findSecurityEvents =
  ({ pool }: Context): Handler<'findSecurityEvents'> =>
  async ({ principal, query, request }) => {
    const { before, format: formatGiven, ...filter } = query;
    const format = formatGiven?.trim().toLowerCase() || 'json';
    if (format === 'json') return readSecurityEvents(pool, filter, { before });
    if (format !== 'jsonl') refuseField('format', 'Unknown format: choose json or jsonl');
    if (!principal.isAdmin) refuse('forbidden');
    // Read before the record is written: a day that is none is no file.
    await readSecurityEvents(pool, filter, { most: 1 });
    // Before the first byte: whoever breaks off the download has read some of it.
    await recordStaffAction(pool, principal, request, {
      action: 'findSecurityEvents',
      subject: 'security events',
      after: { format, ...filter },
    });
    const stream = Readable.from(jsonOf(pool, filter), { objectMode: false });
    return new Download(stream, 'application/jsonl; charset=utf-8', 'security-events.jsonl');
  };

const AT_A_TIME = 1_000;

async function* jsonOf(db: Db, filter: EventFilter): AsyncGenerator<string> {
  let before: string | undefined;
  do {
    // Each piece is a statement of its own, so that no transaction stays open while a slow client reads.
    const { events, next } = await readSecurityEvents(db, filter, { before, most: AT_A_TIME });
    yield events.map((event) => `${JSON.stringify(event)}\n`).join('');
    before = next ?? undefined;
  } while (before !== undefined);
}
