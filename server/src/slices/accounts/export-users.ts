/** The user list as CSV, read and written in pieces: a million users take the memory of a thousand. */
import { Readable } from 'node:stream';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { lagosTimestamp } from '@jara/contract/lagos-time.ts';
import { byteOrderMark, csvRows, spacedDigits } from '../../platform/csv.ts';
import type { Db } from '../../platform/db.ts';
import { usersBelow, type UserFilter } from './staff-users.ts';

const columns = [
  ['Member since', (user) => lagosTimestamp(new Date(user.createdAt))],
  ['Username', (user) => user.userName],
  ['Full name', (user) => user.fullName],
  ['Type', (user) => user.userType],
  ['Balance', (user) => user.balance],
  ['Last seen', (user) => (user.lastLogin === null ? '' : lagosTimestamp(new Date(user.lastLogin)))],
  ['Phone', (user) => spacedDigits(user.phoneNumber)],
  ['Email', (user) => user.email],
] as const satisfies [string, (user: StaffUser) => string | number][];

const AT_A_TIME = 1_000;
/** Above every id. */
const TOP = 9_223_372_036_854_775_807n;

async function* rows(db: Db, filter: UserFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvRows([columns.map(([title]) => title)]);
  let belowId = TOP;
  for (;;) {
    // Each piece is a statement of its own, so that no transaction stays open while a slow client reads.
    const users = await usersBelow(db, filter, { belowId, most: AT_A_TIME });
    yield csvRows(users.map((user) => columns.map(([, read]) => read(user))));
    const last = users.at(-1);
    if (last === undefined || users.length < AT_A_TIME) return;
    belowId = BigInt(last._id);
  }
}

export const usersAsCsv = (db: Db, filter: UserFilter): Readable =>
  Readable.from(rows(db, filter), { objectMode: false });
