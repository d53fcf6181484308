import { useParams } from 'react-router';
import { to, toTransaction } from '../../../platform/paths.ts';
import { TransactionsPage } from './transactions-page.tsx';

export default function Transactions() {
  const { id = null } = useParams();
  return (
    <TransactionsPage
      title="Transactions"
      slip={id}
      hasStatement
      toReceipt={(slip, search) => ({
        pathname: slip === null ? to.transactions : toTransaction(slip),
        search: search.toString(),
      })}
    />
  );
}
