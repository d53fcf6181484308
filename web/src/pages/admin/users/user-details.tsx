import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link } from 'react-router';
import { messages } from '@jara/contract/messages.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { copyText } from '../../../shared/copy.ts';
import { TransactionRow } from '../../../features/money/transaction-row.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { SecurityEntry } from '../../../shared/security-entry.tsx';
import { fullTime } from '../../../shared/when.tsx';
import { toTransaction } from '../../../platform/paths.ts';
import { send } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { toReadsOf, toRecordOf, toSecurityEventsOf, toTransferTo } from '../addresses.ts';
import { ReadEntry } from '../read-entry.tsx';
import { userKeys } from './queries.ts';
import { UserFacts } from './user-facts.tsx';
import { UserNotes } from './user-notes.tsx';
import { Part, Rows } from './user-part.tsx';
import { roleWords } from '../role-words.ts';

/** What an admin sets about to do with a user; each opens a step of its own. */
export type UserAct =
  | { kind: 'upgrade' | 'password' | 'standing' | 'roles' | 'access' | 'withdrawals' | 'contact' | 'debit' }
  | { kind: 'price'; product?: string }
  | { kind: 'account'; accountNumber: string };

interface DetailsProps {
  user: StaffUser;
  onAct: (act: UserAct) => void;
}

export function UserDetails({ user, onAct }: DetailsProps) {
  const { signedIn } = useSession();
  const isAdmin = signedIn?.isAdmin === true;
  const isSelf = signedIn?.user._id === user._id;
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1.5">
          <p className="text-lead font-semibold [overflow-wrap:anywhere]">{user.fullName || user.userName}</p>
          <p className="flex flex-wrap gap-1.5">
            {[user.userType, ...roleWords(user)].map((word) => (
              <Pill key={word} tone="plain">
                {word}
              </Pill>
            ))}
            {user.standing !== 'active' && <Pill tone="danger">{user.standing}</Pill>}
            {user.isFrozen && <Pill tone="amber">frozen by the owner</Pill>}
            {user.withdrawalsHeldSince !== null && <Pill tone="amber">withdrawals held</Pill>}
          </p>
        </div>
        {isAdmin && (
          <ButtonLink kind="secondary" compact className="max-lg:min-h-12" to={toTransferTo(user.userName)}>
            Send money
          </ButtonLink>
        )}
      </header>
      <UserFacts user={user} />
      {!isSelf && isAdmin && <Powers user={user} onAct={onAct} />}
      {!isSelf && <UserNotes id={user._id} />}
      <BankAccounts user={user} {...(isAdmin && { onAct })} />
      <SpecialPrices user={user} {...(isAdmin && { onAct })} />
      <LastTransactions userName={user.userName} />
      <LastSecurityEvents userName={user.userName} />
      {isAdmin && <WhoLooked userName={user.userName} />}
      {isAdmin && (
        <p className="text-meta">
          <Link className="text-brand underline underline-offset-4" to={toRecordOf(`user ${user._id}`)}>
            What staff did with this user
          </Link>
        </p>
      )}
    </div>
  );
}

/** What an admin takes away from somebody, or gives; never to themselves. */
function Powers({ user, onAct }: DetailsProps) {
  return (
    <Part title="Powers">
      {user.standingSince !== null && (
        <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
          {user.standing} since {fullTime(user.standingSince)}: “{user.standingReason}”
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button
          kind="secondary"
          compact
          className="max-lg:min-h-12"
          onClick={() => onAct({ kind: 'standing' })}
        >
          {user.standing === 'active' ? 'Stop the account' : 'Open the account'}
        </Button>
        <Button
          kind="secondary"
          compact
          className="max-lg:min-h-12"
          onClick={() => onAct({ kind: 'access' })}
        >
          End all access
        </Button>
        <Button
          kind="secondary"
          compact
          className="max-lg:min-h-12"
          onClick={() => onAct({ kind: 'withdrawals' })}
        >
          {user.withdrawalsHeldSince === null ? 'Hold withdrawals' : 'Hold no more'}
        </Button>
        <Button kind="secondary" compact className="max-lg:min-h-12" onClick={() => onAct({ kind: 'roles' })}>
          Roles
        </Button>
        <Button
          kind="secondary"
          compact
          className="max-lg:min-h-12"
          onClick={() => onAct({ kind: 'contact' })}
        >
          Correct e-mail or phone
        </Button>
        <Button kind="secondary" compact className="max-lg:min-h-12" onClick={() => onAct({ kind: 'debit' })}>
          Debit the wallet
        </Button>
      </div>
    </Part>
  );
}

const SHOWN_EVENTS = 10;

/** Logins and changes, also those that were refused. */
function LastSecurityEvents({ userName }: { userName: string }) {
  const query = useQuery({
    queryKey: userKeys.securityEvents(userName),
    queryFn: ({ signal }) => send('findSecurityEvents', { userName }, { signal }),
  });
  const events = query.data?.events ?? [];
  return (
    <Part title="Security activity">
      <Rows query={query} rows={events.slice(0, SHOWN_EVENTS)} none="Nothing yet.">
        {(event) => <SecurityEntry key={event._id} event={event} />}
      </Rows>
      {events.length > SHOWN_EVENTS && (
        <ButtonLink kind="secondary" compact className="max-lg:min-h-12" to={toSecurityEventsOf(userName)}>
          All of it
        </ButtonLink>
      )}
    </Part>
  );
}

const SHOWN_READS = 5;

function WhoLooked({ userName }: { userName: string }) {
  const query = useQuery({
    queryKey: userKeys.reads(userName),
    queryFn: ({ signal }) => send('listStaffReads', { userName }, { signal }),
  });
  return (
    <Part title="Who looked">
      <Rows query={query} rows={query.data?.reads.slice(0, SHOWN_READS)} none="Nobody yet.">
        {(read) => <ReadEntry key={read._id} read={read} isOfOne />}
      </Rows>
      <p className="text-meta">
        <Link className="text-brand underline underline-offset-4" to={toReadsOf(userName)}>
          Everybody who looked at this user
        </Link>
      </p>
    </Part>
  );
}

type PartProps = { user: StaffUser; onAct?: DetailsProps['onAct'] };

function BankAccounts({ user, onAct }: PartProps) {
  return (
    <Part title="Bank account numbers">
      {user.accountNumbers.length === 0 && <p className="text-meta text-ink-2">No reserved account.</p>}
      <ul className="divide-y divide-line">
        {user.accountNumbers.map(({ bankName, accountNumber }) => (
          <li key={accountNumber} className="flex min-h-14 items-center gap-2">
            <span className="grid flex-1">
              <span className="figures font-semibold">{accountNumber}</span>
              <span className="text-meta text-ink-2 capitalize">{bankName}</span>
            </span>
            <IconButton
              label={`Copy ${accountNumber}`}
              onClick={() => copyText(accountNumber, messages.accountNumberCopied)}
            >
              <Copy size={18} {...pen} />
            </IconButton>
            {onAct !== undefined && (
              <Button
                kind="danger"
                compact
                className="max-lg:min-h-12"
                onClick={() => onAct({ kind: 'account', accountNumber })}
              >
                Close account
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function SpecialPrices({ user, onAct }: PartProps) {
  return (
    <Part
      title="Special prices"
      {...(onAct && {
        aside: (
          <Button
            kind="quiet"
            compact
            className="-mr-3 max-lg:min-h-12"
            onClick={() => onAct({ kind: 'price' })}
          >
            Add special pricing
          </Button>
        ),
      })}
    >
      {user.specialPrices.length === 0 && (
        <p className="text-meta text-ink-2">Pays the prices of a {user.userType}.</p>
      )}
      <ul className="divide-y divide-line">
        {user.specialPrices.map(({ productName, price }) => (
          <li key={productName} className="flex min-h-12 items-center justify-between gap-3">
            <span>{productName}</span>
            <span className="flex items-center gap-2">
              <span className="text-meta">
                <Naira amount={price} className="font-semibold" /> per GB
              </span>
              {onAct !== undefined && (
                <Button
                  kind="quiet"
                  compact
                  className="max-lg:min-h-12"
                  aria-label={`Change the price of ${productName}`}
                  onClick={() => onAct({ kind: 'price', product: productName })}
                >
                  Change
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const newest = 5;

function LastTransactions({ userName }: { userName: string }) {
  const query = useQuery({
    queryKey: userKeys.transactions(userName),
    queryFn: ({ signal }) => send('listTransactions', { userName }, { signal }),
  });
  return (
    <Part title="Last transactions">
      <Rows query={query} rows={query.data?.transactions.slice(0, newest)} none={messages.noTransactions}>
        {(transaction) => (
          <li key={transaction._id}>
            <TransactionRow
              transaction={transaction}
              profit={transaction.profit}
              to={toTransaction(transaction._id)}
            />
          </li>
        )}
      </Rows>
    </Part>
  );
}
