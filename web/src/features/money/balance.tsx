/**
 * The balance in the top bar, red under the shop's mark and green above it: an eye hides it, and a press asks for it anew. Unknown is
 * "—", never ₦0.00.
 */
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { lowBalanceNaira } from '@jara/contract/constants.ts';
import { profileQuery } from '../../platform/queries.ts';
import { useSession, type SignedInUser } from '../../platform/session.ts';
import { readLocal, writeLocal } from '../../platform/local-storage.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { Naira } from '../../shared/naira.tsx';
import { useOnline } from '../../shared/online.ts';
import { timeWords } from '../../shared/when.tsx';

const hiddenKey = 'balanceHidden';

/** The balance of the session as it may be shown: the figure, dots, or a dash. */
function Balance({ hidden }: { hidden: boolean }) {
  const { signedIn } = useSession();
  const look = 'text-lead leading-[1.25rem] font-semibold';
  if (hidden) {
    return (
      <span className={look}>
        <span aria-hidden="true">₦••••</span>
        <span className="sr-only">hidden</span>
      </span>
    );
  }
  if (signedIn === null || signedIn.balanceAt === null) return <Naira amount={null} className={look} />;
  const { balance } = signedIn.user;
  return (
    <Naira amount={balance} className={classNames(look, isLow(balance) ? 'text-danger' : 'text-success')} />
  );
}

const isLow = (balance: number): boolean => balance < lowBalanceNaira;

/** What is said beside the word: colour alone says nothing. */
function remark({ user, balanceAt }: SignedInUser): string {
  if (user.isFrozen) return ', frozen';
  return balanceAt !== null && isLow(user.balance) ? ', low' : '';
}

export function TopBarBalance() {
  const { signedIn } = useSession();
  const [hidden, setHidden] = useState(() => readLocal(hiddenKey) === 'yes');
  const hide = (isHidden: boolean) => {
    setHidden(isHidden);
    writeLocal(hiddenKey, isHidden ? 'yes' : null);
  };
  const profile = useQuery(profileQuery);
  const isOnline = useOnline();
  const isOld = !isOnline || profile.isError || profile.fetchStatus === 'paused';
  const readAt = signedIn?.balanceAt ?? null;
  const asOf = readAt === null ? null : `As of ${timeWords(new Date(readAt).toISOString())}`;
  return (
    <div className="flex items-center">
      <button
        type="button"
        onClick={() => void profile.refetch()}
        title={asOf === null ? 'Not known yet' : `${asOf}. Press to refresh`}
        className="grid min-h-12 content-center rounded-control pr-1 text-left"
      >
        <span className="text-label leading-[1rem] text-ink-2">
          {isOld && asOf !== null ? asOf : 'Balance'}
          {signedIn !== null && !hidden && remark(signedIn)}
        </span>
        <Balance hidden={hidden} />
      </button>
      <IconButton
        label={hidden ? 'Show balance' : 'Hide balance'}
        aria-pressed={hidden}
        className="max-sm:w-10"
        onClick={() => hide(!hidden)}
      >
        {hidden ? <EyeOff size={20} {...pen} /> : <Eye size={20} {...pen} />}
      </IconButton>
    </div>
  );
}
