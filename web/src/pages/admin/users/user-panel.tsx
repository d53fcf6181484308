/** Everything that staff see of one user, and what an admin may do: beside the list on a desktop, over it on a phone. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffUser } from '@jara/contract/calls/staff.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { useSession } from '../../../platform/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toMailFor, toTransactionsOfUser } from '../addresses.ts';
import { SidePanel } from '../side-panel.tsx';
import { CloseAccountSheet } from './close-account-sheet.tsx';
import { CorrectContactSheet } from './correct-contact-sheet.tsx';
import { DebitSheet } from './debit-sheet.tsx';
import { EndAccessSheet } from './end-access-sheet.tsx';
import { HoldWithdrawalsSheet } from './hold-withdrawals-sheet.tsx';
import { ResetPasswordSheet } from './reset-password-sheet.tsx';
import { RolesSheet } from './roles-sheet.tsx';
import { SpecialPriceSheet } from './special-price-sheet.tsx';
import { StandingSheet } from './standing-sheet.tsx';
import { UpgradeSheet } from './upgrade-sheet.tsx';
import { UserDetails, type UserAct } from './user-details.tsx';
import { userQuery } from './queries.ts';

export function UserPanel({
  userName,
  known,
  onOpen,
  onClose,
}: {
  /** Null while nobody is opened. */
  userName: string | null;
  /** Users that are on the screen already: nobody waits for what is there. */
  known: readonly StaffUser[];
  onOpen: (userName: string) => void;
  onClose: () => void;
}) {
  // Of one user: by going back in the browser another one may stand here while a form is open.
  const [acting, setActing] = useState<{ of: string; act: UserAct } | null>(null);
  const shown = known.find(({ userName: name }) => name === userName);
  const query = useQuery({
    ...userQuery(userName ?? ''),
    enabled: userName !== null,
    ...(shown !== undefined && { placeholderData: shown }),
  });
  const user = userName === null ? undefined : query.data;
  const act = acting !== null && acting.of === userName ? acting.act : null;
  const setAct = (next: UserAct) => setActing({ of: userName ?? '', act: next });
  /** An answer that comes late ends only what was done to its own user. */
  const endAct = () => setActing((now) => (now?.of === userName ? null : now));
  const close = () => {
    setActing(null);
    onClose();
  };
  return (
    <>
      <SidePanel
        title={userName}
        of={userName}
        among={known.map(({ userName: name }) => name)}
        onOpen={onOpen}
        onClose={close}
        footer={user && <PanelActions user={user} onAct={setAct} onClose={close} />}
      >
        <PanelContent user={user} query={query} onAct={setAct} />
      </SidePanel>
      {user && <ActSheets key={user._id} user={user} act={act} onClose={endAct} />}
    </>
  );
}

function PanelContent({
  user,
  query,
  onAct,
}: {
  user: StaffUser | null | undefined;
  query: Pick<UseQueryResult, 'isError' | 'fetchStatus' | 'error' | 'refetch'>;
  onAct: (act: UserAct) => void;
}) {
  if (user) return <UserDetails user={user} onAct={onAct} />;
  if (user === null) return <Empty title="There is no such user">Look for the name in the list.</Empty>;
  if (query.isError || query.fetchStatus === 'paused')
    return (
      <LoadFailure
        title="The user could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div className="grid gap-3" aria-busy="true">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function PanelActions({
  user,
  onAct,
  onClose,
}: {
  user: StaffUser;
  onAct: (act: UserAct) => void;
  onClose: () => void;
}) {
  const { signedIn } = useSession();
  const isAdmin = signedIn?.isAdmin === true;
  return (
    <div className="grid grid-cols-2 gap-2">
      <ButtonLink
        kind="secondary"
        compact
        className="min-h-12"
        to={toTransactionsOfUser(user.userName, isAdmin)}
      >
        Transactions
      </ButtonLink>
      {isAdmin && (
        <>
          <ButtonLink kind="secondary" compact className="min-h-12" to={toMailFor(user.userName)}>
            Send Email
          </ButtonLink>
          <Button kind="secondary" compact className="min-h-12" onClick={() => onAct({ kind: 'upgrade' })}>
            Upgrade user
          </Button>
          <Button kind="secondary" compact className="min-h-12" onClick={() => onAct({ kind: 'password' })}>
            Reset password
          </Button>
        </>
      )}
      {!isAdmin && (
        <Button kind="secondary" compact className="min-h-12" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  );
}

function ActSheets({ user, act, onClose }: { user: StaffUser; act: UserAct | null; onClose: () => void }) {
  return (
    <>
      <UpgradeSheet user={user} open={act?.kind === 'upgrade'} onClose={onClose} />
      <ResetPasswordSheet user={user} open={act?.kind === 'password'} onClose={onClose} />
      <SpecialPriceSheet
        user={user}
        product={act?.kind === 'price' ? act.product : undefined}
        open={act?.kind === 'price'}
        onClose={onClose}
      />
      <StandingSheet user={user} open={act?.kind === 'standing'} onClose={onClose} />
      <HoldWithdrawalsSheet user={user} open={act?.kind === 'withdrawals'} onClose={onClose} />
      <CorrectContactSheet user={user} open={act?.kind === 'contact'} onClose={onClose} />
      <DebitSheet user={user} open={act?.kind === 'debit'} onClose={onClose} />
      <EndAccessSheet user={user} open={act?.kind === 'access'} onClose={onClose} />
      {act?.kind === 'roles' && <RolesSheet user={user} onClose={onClose} />}
      <CloseAccountSheet
        accountNumber={act?.kind === 'account' ? act.accountNumber : ''}
        user={user}
        open={act?.kind === 'account'}
        onClose={onClose}
      />
    </>
  );
}
