import { useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/send.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { cameInBy, DebitForm } from '../debit-form.tsx';
import { userKeys } from './queries.ts';
import { userSheet, type UserFormProps } from './user-sheet.tsx';

function UserDebit({ user, onDone }: UserFormProps) {
  const { data, isError, error, refetch } = useQuery({
    queryKey: userKeys.transactions(user.userName),
    queryFn: ({ signal }) => send('listTransactions', { userName: user.userName }, { signal }),
  });
  if (data === undefined)
    return isError ? (
      <LoadFailure title="What came in could not be loaded" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} label="Loading what came in" />
    );
  const [first, ...others] = data.transactions.filter((transaction) => cameInBy(transaction) > 0);
  if (first === undefined)
    return (
      <p>
        Nothing came into this wallet by the newest transactions. Of an older one, open the receipt and debit
        it there.
      </p>
    );
  return <DebitForm sources={[first, ...others]} holds={user.balance} onDone={onDone} />;
}

export const DebitSheet = userSheet('Debit the wallet', UserDebit);
