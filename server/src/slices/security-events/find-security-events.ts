import type { Context } from '../../app/context.ts';
import { AT_A_TIME, jsonlDownload } from '../../platform/lists/jsonl-download.ts';
import { refuse, refuseField } from '../../platform/refuse.ts';
import type { Handler } from '../../platform/serve.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import { readSecurityEvents } from './read-security-events.ts';

export const findSecurityEvents =
  ({ pool, reads }: Context): Handler<'findSecurityEvents'> =>
  async ({ principal, query, request }) => {
    const { before, format: formatGiven, ...filter } = query;
    const format = formatGiven?.trim().toLowerCase() || 'json';
    if (format === 'json') return readSecurityEvents(reads, filter, { before });
    if (format !== 'jsonl') refuseField('format', 'Unknown format: choose json or jsonl');
    if (!principal.isAdmin) refuse('forbidden');
    // Read before the record is written: a day that is none is no file.
    await readSecurityEvents(reads, filter, { most: 1 });
    // Before the first byte: whoever breaks off the download has read some of it.
    await recordStaffAction(pool, principal, request, {
      action: 'findSecurityEvents',
      subject: 'security events',
      after: { format, ...filter },
    });
    return jsonlDownload('security-events', async (below) => {
      const { events, next } = await readSecurityEvents(reads, filter, { before: below, most: AT_A_TIME });
      return { rows: events, next };
    });
  };
