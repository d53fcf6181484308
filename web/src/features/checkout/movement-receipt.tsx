/** A movement as the slip that it will become: for whom, what, what it costs, and the balance as it will be. */
import type { ReactNode } from 'react';
import { formatPhone } from '@jara/contract/phone.ts';
import { useSession } from '../../platform/session.ts';
import { groupDigits, movementWords, type Movement } from '../money/movement.ts';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { networkLabel, NetworkMark } from '../../shared/network-mark.tsx';
import { SlipPaper, SlipRow } from '../../shared/receipt-card.tsx';

/** Before it is sent the slip shows the balance as it will be; afterwards the balance may have moved already. */
export function MovementSlip({
  movement,
  withBalance = false,
}: {
  movement: Movement;
  withBalance?: boolean;
}) {
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const after = balance === null ? null : minusNaira(balance, movement.price);
  const costs = movement.price > 0;
  const head = headOf(movement);
  return (
    <SlipPaper>
      <div className="grid gap-0.5 border-b border-ink pb-3">
        <p className="text-meta text-ink-2">{head.label}</p>
        {head.name !== undefined && <p className="text-lead font-semibold">{head.name}</p>}
        <p className={head.name === undefined ? 'text-lead font-semibold' : undefined}>{head.line}</p>
      </div>
      <dl className="border-b border-dashed border-edge py-3">
        <Facts movement={movement} />
      </dl>
      <dl className="pt-3">
        <Sums movement={movement} />
        {withBalance && costs && (
          <SlipRow label="Balance now">
            <Naira amount={balance} />
          </SlipRow>
        )}
        {withBalance && costs && after !== null && after >= 0 && (
          <SlipRow label="Balance after">
            <Naira amount={after} />
          </SlipRow>
        )}
      </dl>
    </SlipPaper>
  );
}

interface Head {
  label: string;
  name?: string | undefined;
  line: string;
}

function headOf(movement: Movement): Head {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return { label: 'For', name: movement.name, line: formatPhone(movement.phone) };
    case 'electricity':
      return { label: 'For the meter', name: movement.owner, line: groupDigits(movement.meterNumber) };
    case 'transfer':
      return { label: 'To', name: movement.name, line: movement.userName };
    case 'withdraw':
      return {
        label: 'To the account',
        name: movement.accountName,
        line: `${movement.bankName} \u00b7 ${movement.accountNumber}`,
      };
    case 'coupon':
      return { label: 'Coupon', line: movement.code };
  }
}

function Facts({ movement }: { movement: Movement }): ReactNode {
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return (
        <>
          <SlipRow label="Network">
            <span className="inline-flex items-center gap-1.5">
              <NetworkMark network={movement.network} size={16} />
              {networkLabel(movement.network)}
            </span>
          </SlipRow>
          <SlipRow label="What">{movementWords(movement)}</SlipRow>
          {movement.nickname !== undefined && <SlipRow label="Saved as">{movement.nickname}</SlipRow>}
        </>
      );
    case 'electricity':
      return (
        <>
          <SlipRow label="Company">{movement.disco}</SlipRow>
          <SlipRow label="Meter type">
            <span className="capitalize">{movement.meterType}</span>
          </SlipRow>
        </>
      );
    case 'transfer':
      return (
        <>
          <SlipRow label="What">Transfer</SlipRow>
          {movement.note !== undefined && <SlipRow label="Note">{movement.note}</SlipRow>}
          {movement.reason !== undefined && <SlipRow label="Reason">{movement.reason}</SlipRow>}
        </>
      );
    case 'withdraw':
      return <SlipRow label="What">Withdrawal</SlipRow>;
    case 'coupon':
      return <SlipRow label="What">Into your wallet</SlipRow>;
  }
}

/** What it costs, with every charge on a line of its own. */
function Sums({ movement }: { movement: Movement }): ReactNode {
  const pays = (
    <SlipRow label="You pay" strong>
      <Naira amount={movement.price} />
    </SlipRow>
  );
  switch (movement.kind) {
    case 'airtime':
    case 'data':
      return pays;
    case 'electricity':
      return (
        <>
          <SlipRow label="Electricity">
            <Naira amount={movement.amount} />
          </SlipRow>
          <SlipRow label="Charge">
            <Naira amount={minusNaira(movement.price, movement.amount)} />
          </SlipRow>
          {pays}
        </>
      );
    case 'transfer':
      return (
        <>
          <SlipRow label="They get" strong={movement.price === 0}>
            <Naira amount={movement.amount} />
          </SlipRow>
          {movement.price > 0 && pays}
        </>
      );
    case 'withdraw':
      return (
        <>
          {pays}
          <SlipRow label="Fee">
            <Naira amount={minusNaira(movement.price, movement.received)} />
          </SlipRow>
          <SlipRow label="The account gets" strong>
            <Naira amount={movement.received} />
          </SlipRow>
        </>
      );
    case 'coupon':
      return null;
  }
}
