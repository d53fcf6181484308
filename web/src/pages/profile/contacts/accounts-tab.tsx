/** Saved bank accounts: a press opens the withdrawal with the account filled in. */
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Beneficiary } from '@jara/contract/calls/withdrawals.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { to } from '../../../platform/paths.ts';
import { beneficiariesQuery } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pen } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { PlaceRow } from './place-row.tsx';

/** As the form of the withdrawal begins. */
const blank = { bankCode: '', accountNumber: '', amount: '' };

export function AccountsTab() {
  const query = useQuery(beneficiariesQuery);
  const [, change] = useDraft('withdraw', blank);
  const navigate = useNavigate();
  const withdraw = ({ bankCode, accountNumber }: Beneficiary) => {
    change({ bankCode, accountNumber });
    void navigate(to.withdraw);
  };
  const accounts = query.data?.beneficiaryList;
  if (accounts === undefined) {
    return query.isError || query.fetchStatus === 'paused' ? (
      <LoadFailure
        title="Your bank accounts could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <SkeletonRows rows={3} label="Loading your bank accounts" />
    );
  }
  if (accounts.length === 0) {
    return (
      <Empty
        title="No bank accounts yet"
        action={
          <ButtonLink kind="secondary" to={to.withdraw}>
            Withdraw to bank
          </ButtonLink>
        }
      >
        An account that you add as beneficiary when you withdraw is kept here.
      </Empty>
    );
  }
  return (
    <ul className="rows divide-y divide-line border-b border-line" aria-label="Bank accounts">
      {accounts.map((account) => (
        <PlaceRow
          key={account._id}
          mark={<Landmark size={24} className="shrink-0 text-ink-2" {...pen} />}
          name={account.accountName}
          note={`${account.bankName} \u00b7 \u2022\u2022${account.accountNumber.slice(-4)}`}
          action="Withdraw"
          label={`Withdraw to ${account.accountName}, ${account.bankName}`}
          onChoose={() => withdraw(account)}
        />
      ))}
    </ul>
  );
}
