import { useParams } from 'react-router';
import { to, toTransaction } from '../../../platform/paths.ts';
import { LinesScreen } from './lines-screen.tsx';

export default function Transactions() {
  const { id = null } = useParams();
  return (
    <LinesScreen
      title="Transactions"
      slip={id}
      toSlip={(slip, search) => ({
        pathname: slip === null ? to.transactions : toTransaction(slip),
        search: search.toString(),
      })}
    />
  );
}
