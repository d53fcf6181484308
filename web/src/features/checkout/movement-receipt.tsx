/** A movement as the receipt that it will become: for whom, what, what it costs, and the balance as it will be. */
import type { ReactNode } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { useSession } from '../../platform/session.ts';
import { groupDigits, productWords, type Movement } from '../money/movement.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { networkLabel, NetworkMark } from '../../shared/network-mark.tsx';
import { ReceiptPaper, ReceiptRow } from '../../shared/receipt-card.tsx';

/** Before it is sent the receipt shows the balance as it will be; afterwards the balance may have moved already. */
export function MovementReceipt({
  movement,
  withBalance = false,
}: {
  movement: Movement;
  withBalance?: boolean;
}) {
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const after = balance === null ? null : minusNaira(balance, movement.leaves);
  const costs = movement.leaves > 0;
  const head = headOf(movement);
  return (
    <ReceiptPaper>
      <div className="grid gap-0.5 border-b border-ink pb-3">
        <p className="text-meta text-ink-2">{head.label}</p>
        {head.name !== undefined && <p className="text-lead font-semibold">{head.name}</p>}
        <p className={head.name === undefined ? 'text-lead font-semibold' : undefined}>{head.transaction}</p>
      </div>
      <dl className="border-b border-dashed border-edge py-3">
        <Facts movement={movement} />
      </dl>
      <dl className="pt-3">
        <Sums movement={movement} />
        {withBalance && costs && after !== null && after >= 0 && (
          <ReceiptRow label="Balance after">
            <Naira amount={after} />
          </ReceiptRow>
        )}
      </dl>
    </ReceiptPaper>
  );
}

interface Head {
  label: string;
  name?: string | undefined;
  transaction: string;
}

function headOf(movement: Movement): Head {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return { label: 'For', name: movement.name, transaction: formatPhone(movement.phone) };
    case 'electricity':
      return { label: 'For the meter', name: movement.owner, transaction: groupDigits(movement.meterNumber) };
    case 'transfer':
      return { label: 'To', name: movement.name, transaction: movement.userName };
    case 'withdraw':
      return {
        label: 'To the account',
        name: movement.accountName,
        transaction: `${movement.bankName} \u00b7 ${movement.accountNumber}`,
      };
    case 'coupon':
      return { label: 'Coupon', transaction: movement.code };
  }
}

function Facts({ movement }: { movement: Movement }): ReactNode {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return (
        <>
          <ReceiptRow label="Network">
            <span className="inline-flex items-center gap-1.5">
              <NetworkMark network={movement.network} size={16} />
              {networkLabel(movement.network)}
            </span>
          </ReceiptRow>
          <ReceiptRow label="What">{productWords(movement)}</ReceiptRow>
          {movement.nickname !== undefined && <ReceiptRow label="Saved as">{movement.nickname}</ReceiptRow>}
        </>
      );
    case 'electricity':
      return (
        <>
          <ReceiptRow label="Company">{movement.disco}</ReceiptRow>
          <ReceiptRow label="Meter type">
            <span className="capitalize">{movement.meterType}</span>
          </ReceiptRow>
        </>
      );
    case 'transfer':
      return (
        <>
          <ReceiptRow label="What">Transfer</ReceiptRow>
          {movement.note !== undefined && <ReceiptRow label="Note">{movement.note}</ReceiptRow>}
          {movement.reason !== undefined && <ReceiptRow label="Reason">{movement.reason}</ReceiptRow>}
        </>
      );
    case 'withdraw':
      return <ReceiptRow label="What">Withdrawal</ReceiptRow>;
    case 'coupon':
      return <ReceiptRow label="What">Into your wallet</ReceiptRow>;
  }
}

/** What it costs, with every charge on a line of its own. */
function Sums({ movement }: { movement: Movement }): ReactNode {
  const pays = (
    <ReceiptRow label="You pay" strong>
      <Naira amount={movement.leaves} />
    </ReceiptRow>
  );
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return pays;
    case 'electricity':
      return (
        <>
          <ReceiptRow label="Electricity">
            <Naira amount={movement.amount} />
          </ReceiptRow>
          <ReceiptRow label="Charge">
            <Naira amount={minusNaira(movement.leaves, movement.amount)} />
          </ReceiptRow>
          {pays}
        </>
      );
    case 'transfer':
      return (
        <>
          <ReceiptRow label="They get" strong={movement.leaves === 0}>
            <Naira amount={movement.amount} />
          </ReceiptRow>
          {movement.leaves > 0 && pays}
        </>
      );
    case 'withdraw':
      return (
        <>
          {pays}
          <ReceiptRow label="Fee">
            <Naira amount={minusNaira(movement.leaves, movement.received)} />
          </ReceiptRow>
          <ReceiptRow label="The account gets" strong>
            <Naira amount={movement.received} />
          </ReceiptRow>
        </>
      );
    case 'coupon':
      return null;
  }
}
