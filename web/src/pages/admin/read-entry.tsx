/** Who of the staff looked at whose data: by what, and when for the first time in that hour. */
import { Link } from 'react-router';
import type { StaffRead } from '@jara/contract/calls/staff.ts';
import { When } from '../../shared/when.tsx';
import { toUser } from './addresses.ts';

/** What a call shows; one without words shows its name. */
const words: Readonly<Record<string, string>> = {
  findSecurityEvents: 'Security activity',
  getAdminDetails: 'The newest users',
  getRecovery: 'What a restore left open',
  getTransaction: 'A receipt',
  listMailCampaigns: 'Mails of staff',
  listStaffActions: 'The staff record',
  listStaffReads: 'Who looked',
  listStaffRequests: 'What waits for a second admin',
  listSuspense: 'Suspense',
  listTransactions: 'Transactions',
  listUserNotes: 'Notes',
  listUsers: 'The user list',
  listWaiting: 'The review queue',
  previewMail: 'A mail to a user',
  reQueryWithdrawal: 'Checked a status',
};

/** Whatever stands behind a change shows its result, and is in the record of changes. */
const callWords = (call: string): string => words[call] ?? `After a change: ${call}`;

const filterWords = (filter: NonNullable<StaffRead['filter']>): string =>
  Object.entries(filter)
    .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))
    .join(', ');

/** `isOfOne`: all of the list are about the same person, who is not named again. */
export function ReadEntry({ read, isOfOne = false }: { read: StaffRead; isOfOne?: boolean }) {
  const { reader, userName, call, filter, createdAt } = read;
  return (
    <li className="grid min-h-14 grid-cols-1 content-center gap-0.5 py-2">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{callWords(call)}</span>
        <span className="text-meta text-ink-2">
          <When iso={createdAt} precise />
        </span>
      </p>
      <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
        by <UserLink name={reader} />
        {!isOfOne && userName !== null && (
          <>
            {' \u00b7 of '}
            <UserLink name={userName} />
          </>
        )}
        {userName === null &&
          ` \u00b7 of several people${filter === null ? '' : askedFor(filterWords(filter))}`}
      </p>
    </li>
  );
}

const askedFor = (filter: string): string => (filter === '' ? '' : `, asked for by ${filter}`);

function UserLink({ name }: { name: string }) {
  return (
    <Link className="text-ink underline underline-offset-4" to={toUser(name)}>
      {name}
    </Link>
  );
}
