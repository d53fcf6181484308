/** Who a user is, as staff see it. */
import { Link } from 'react-router';
import { formatPhone } from '@jara/contract/phone.ts';
import { limitedKinds, staffLimitKinds } from '@jara/contract/staff-limits.ts';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { Naira } from '../../../shared/naira.tsx';
import { ReceiptRow } from '../../../shared/receipt-card.tsx';
import { fullTime } from '../../../shared/when.tsx';
import { toUser } from '../addresses.ts';
import { agoWords } from '../ago.ts';
import { usedWords } from './used-words.ts';
import { UserBalance } from './user-list.tsx';
import { EmailAddress } from '../../../shared/email-address.tsx';

const notGiven = <span className="font-normal text-ink-2">none</span>;

const notConfirmed = <span className="block font-normal text-ink-2">not confirmed</span>;

export function UserFacts({ user }: { user: StaffUser }) {
  const identity = user.nin ?? user.bvn;
  return (
    <dl className="border-y border-ink py-2">
      <ReceiptRow label="Username">{user.userName}</ReceiptRow>
      <ReceiptRow label="Full name">{user.fullName || notGiven}</ReceiptRow>
      <ReceiptRow label="Id number">
        {identity === null ? 'not verified' : `${user.nin === null ? 'BVN' : 'NIN'} ${identity}`}
      </ReceiptRow>
      <ReceiptRow label="Balance">
        <UserBalance amount={user.balance} />
      </ReceiptRow>
      {user.dailyLimit !== null && (
        <ReceiptRow label="Own daily limit">
          <Naira amount={user.dailyLimit} />
        </ReceiptRow>
      )}
      {limitedKinds(user.staffLimits).map((kind) => (
        <ReceiptRow key={kind} label={`${staffLimitKinds[kind].label}, daily limit`}>
          {usedWords(user, kind)}
        </ReceiptRow>
      ))}
      <ReceiptRow label="Phone">
        {formatPhone(user.phoneNumber)}
        {!user.isPhoneConfirmed && notConfirmed}
      </ReceiptRow>
      <ReceiptRow label="Account type">{user.userType}</ReceiptRow>
      <ReceiptRow label="Email">
        <EmailAddress address={user.email} />
        {!user.isEmailConfirmed && notConfirmed}
      </ReceiptRow>
      <ReceiptRow label="Last login">
        {user.lastLogin === null ? 'never' : agoWords(user.lastLogin)}
      </ReceiptRow>
      <ReceiptRow label="Joined">{fullTime(user.createdAt)}</ReceiptRow>
      <ReceiptRow label="Referred by">
        {user.referredBy === null ? (
          notGiven
        ) : (
          <Link className="text-brand underline underline-offset-4" to={toUser(user.referredBy)}>
            {user.referredBy}
          </Link>
        )}
      </ReceiptRow>
    </dl>
  );
}
