/** Users as a table where it is wide enough, else as rows. A row opens the user's details. */
import { limits, lowBalanceNaira } from '@jara/contract/constants.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { useIsWideDesktop } from '../../../shared/use-is-desktop.ts';
import { Naira } from '../../../shared/naira.tsx';
import { dateWords } from '../../../shared/when.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Table, type Column } from '../../../ui/table.tsx';
import { agoWords } from '../ago.ts';
import { roleWords } from '../role-words.ts';
import { EmailAddress } from '../../../shared/email-address.tsx';

interface UserListProps {
  users: readonly StaffUser[];
  page: number;
  /** Whose panel stands beside the list. */
  opened: string | null;
  onOpen: (userName: string) => void;
}

export function UserList(props: UserListProps) {
  return useIsWideDesktop() ? <UserTable {...props} /> : <UserRows {...props} />;
}

/** Under 100 red and marked as low, else green (S9.19). */
export function UserBalance({ amount }: { amount: number }) {
  const isLow = amount < lowBalanceNaira;
  return (
    <span
      className={classNames(
        'inline-flex flex-wrap items-baseline justify-end gap-x-1.5 font-semibold',
        isLow ? 'text-danger' : 'text-success',
      )}
    >
      {isLow && <span className="text-label font-medium">low</span>}
      <Naira amount={amount} />
    </span>
  );
}

function UserTable(props: UserListProps) {
  return (
    <div className="relative overflow-x-auto">
      <Table
        caption="Users"
        columns={columnsOf(props)}
        rows={props.users}
        keyOf={({ userName }) => userName}
        dense
        opened={props.opened}
        onRow={({ userName }) => props.onOpen(userName)}
      />
    </div>
  );
}

function columnsOf({ users, page, opened, onOpen }: UserListProps): Column<StaffUser>[] {
  const first = (page - 1) * limits.pageSize + 1;
  return [
    { name: 'S/N', figures: true, inPanel: true, cell: (user) => first + users.indexOf(user) },
    {
      name: 'Member since',
      inPanel: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{dateWords(createdAt)}</span>,
    },
    { name: 'Username', cell: (user) => <OpenButton user={user} onOpen={onOpen} /> },
    { name: 'Type', cell: (user) => <TypeWords user={user} /> },
    { name: 'Balance', figures: true, cell: ({ balance }) => <UserBalance amount={balance} /> },
    { name: 'Last seen', cell: ({ lastLogin }) => lastLogin !== null && agoWords(lastLogin) },
    {
      name: 'Phone',
      wideOnly: opened !== null && 'max-[100rem]:hidden',
      cell: ({ phoneNumber }) => (
        <span className="figures whitespace-nowrap">{formatPhone(phoneNumber)}</span>
      ),
    },
    {
      name: 'Email',
      inPanel: true,
      // Whole, however long.
      cell: ({ email }) => (
        <span className="block min-w-[11rem] [overflow-wrap:anywhere] whitespace-normal">
          <EmailAddress address={email} />
        </span>
      ),
    },
  ];
}

function OpenButton({ user, onOpen }: { user: StaffUser; onOpen: UserListProps['onOpen'] }) {
  return (
    <button
      type="button"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(user.userName);
      }}
      className="min-h-10 text-left font-semibold underline-offset-4 hover:underline"
    >
      {user.userName}
    </button>
  );
}

function TypeWords({ user }: { user: StaffUser }) {
  const roles = roleWords(user);
  return (
    <span className="grid whitespace-nowrap">
      {user.userType}
      {roles.length > 0 && <span className="text-label text-ink-2">{roles.join(', ')}</span>}
    </span>
  );
}

function UserRows({ users, opened, onOpen }: UserListProps) {
  return (
    <ul className="-mt-5 first:mt-0">
      {users.map((user) => (
        <li key={user._id} data-row={user.userName} aria-current={user.userName === opened || undefined}>
          <button
            type="button"
            onClick={() => onOpen(user.userName)}
            className="flex min-h-16 w-full flex-wrap items-center justify-between gap-x-3 border-b border-line py-2 text-left hover:bg-sunk"
          >
            <span className="grid min-w-[9rem] flex-1 grid-cols-1">
              <span className="font-semibold [overflow-wrap:anywhere]">{user.userName}</span>
              <span className="text-meta text-ink-2">
                {[user.userType, ...roleWords(user)].join(' \u00b7 ')}
              </span>
              <span className="figures text-meta text-ink-2">{formatPhone(user.phoneNumber)}</span>
            </span>
            <span className="grid justify-items-end text-meta">
              <UserBalance amount={user.balance} />
              <span className="text-ink-2">
                {user.lastLogin === null ? 'never seen' : agoWords(user.lastLogin)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
