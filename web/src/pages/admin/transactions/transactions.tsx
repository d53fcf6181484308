import { useSearchParams } from 'react-router';
import { to } from '../../../platform/paths.ts';
import { TransactionsPage } from '../../profile/transactions/transactions-page.tsx';

/** The open receipt stands among the filters, so that a link shows both. */
export default function AllTransactions() {
  const [search] = useSearchParams();
  return (
    <TransactionsPage
      title="All transactions"
      slip={search.get('slip')}
      toReceipt={(slip, filters) => {
        const next = new URLSearchParams(filters);
        if (slip === null) next.delete('slip');
        else next.set('slip', slip);
        return { pathname: to.adminTransactions, search: next.toString() };
      }}
    />
  );
}
