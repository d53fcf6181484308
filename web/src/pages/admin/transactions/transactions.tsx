import { useSearchParams } from 'react-router';
import { to } from '../../../platform/paths.ts';
import { TransactionsPage } from '../../profile/transactions/transactions-page.tsx';

/** The open receipt stands among the filters, so that a link shows both. */
export default function AllTransactions() {
  const [search] = useSearchParams();
  return (
    <TransactionsPage
      title="All transactions"
      slip={search.get('transaction')}
      toReceipt={(transaction, filters) => {
        const next = new URLSearchParams(filters);
        if (transaction === null) next.delete('transaction');
        else next.set('transaction', transaction);
        return { pathname: to.adminTransactions, search: next.toString() };
      }}
    />
  );
}
