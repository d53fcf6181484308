import { limits } from '@jara/contract/constants.ts';
import { recordStaffAction } from '../staff-actions/record-staff-action.ts';
import type { Context } from '../../app/context.ts';
import { refuseField } from '../../platform/refuse.ts';
import { Download, type Handler } from '../../platform/serve.ts';
import { usersAsCsv } from './export-users.ts';
import { countUsers, pageOfUsers, pagesOf, readUserFilter } from './staff-users.ts';

export const listUsers =
  ({ pool, reads }: Context): Handler<'listUsers'> =>
  async ({ principal, query, request }) => {
    const filter = readUserFilter(query);
    const format = query.format?.trim().toLowerCase() || 'json';
    if (format !== 'json' && format !== 'csv') refuseField('format', 'Unknown format: choose json or csv');
    const { count, balanceNaira } = await countUsers(reads, filter, principal.userId);
    if (format === 'csv') {
      // Before the first byte: whoever breaks off the download has read some of it.
      await recordStaffAction(pool, principal, request, {
        action: 'listUsers',
        subject: 'users',
        after: { format, users: count, isFiltered: filter.params.length > 0 },
      });
      return new Download(usersAsCsv(reads, filter), 'text/csv; charset=utf-8; header=present', 'users.csv');
    }
    const page = query.page ?? 1;
    const skip = (page - 1) * limits.pageSize;
    return {
      users: await pageOfUsers(reads, filter, { skip, most: limits.pageSize, count }),
      page,
      totalUsers: count,
      totalPages: pagesOf(count),
      totalBalance: balanceNaira,
    };
  };
