/** A search among the newest users, which are on this page already; all others are one press away. */
import { useState } from 'react';
import { Link } from 'react-router';
import { formatPhone, phoneToFind } from '@jara/contract/phone.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { to } from '../../../platform/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toUser } from '../addresses.ts';
import { UserBalance } from '../users/user-list.tsx';

const shown = 6;

/** By any part of name, e-mail or number; without words the newest. */
export function findUsers(users: readonly StaffUser[], words: string): StaffUser[] {
  const wanted = words.trim().toLowerCase();
  const digits = phoneToFind(words);
  return users.filter(
    ({ userName, fullName, email, phoneNumber }) =>
      [userName, fullName.toLowerCase(), email.toLowerCase()].some((text) => text.includes(wanted)) ||
      (digits !== undefined && phoneNumber.includes(digits)),
  );
}

export function FindUser({ users, allUsers }: { users: readonly StaffUser[]; allUsers: number }) {
  const [words, setWords] = useState('');
  const found = findUsers(users, words);
  return (
    <section aria-label="Find a user" className="grid grid-cols-1 gap-3">
      <h2 className="display text-title">Find a user</h2>
      <TextField
        label="Name, email or phone number"
        type="search"
        className="max-lg:max-w-form"
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <p className="text-meta text-ink-2" role="status">
        {words.trim() === ''
          ? `The newest ${Math.min(shown, found.length)} of ${allUsers.toLocaleString('en-NG')}`
          : `${found.length} of the newest ${users.length} match`}
      </p>
      {found.length > 0 && (
        <ul className="border-t border-line">
          {found.slice(0, shown).map((user) => (
            <li key={user._id}>
              <Link
                to={toUser(user.userName)}
                className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1.5 hover:bg-sunk"
              >
                <span className="grid min-w-0">
                  <span className="truncate font-semibold">{user.userName}</span>
                  <span className="figures text-meta text-ink-2">{formatPhone(user.phoneNumber)}</span>
                </span>
                <span className="text-meta">
                  <UserBalance amount={user.balance} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink
        kind="quiet"
        compact
        className="-ml-3 justify-self-start max-lg:min-h-12"
        to={
          words.trim() === ''
            ? to.adminUsers
            : `${to.adminUsers}?userName=${encodeURIComponent(words.trim())}`
        }
      >
        Search all users
      </ButtonLink>
    </section>
  );
}
