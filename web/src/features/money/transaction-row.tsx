/** One transaction as a row: what and for whom, when, what it did to the wallet, and its state unless it is simply done. */
import { Link, type To } from 'react-router';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { ArrowLeftRight, Gift, Landmark, Undo2 } from 'lucide-react';
import { LightGlyph, pen, WalletGlyph } from '../../ui/icon.tsx';
import { minusNaira } from '../../shared/naira-sum.ts';
import { Naira, NairaChange } from '../../shared/naira.tsx';
import { NetworkMark } from '../../shared/network-mark.tsx';
import { recipientOf } from './recipient.ts';
import { StatusPill } from '../../shared/status.tsx';
import { timeWords } from '../../shared/when.tsx';

const kindIcons = {
  wallet: WalletGlyph,
  refund: Undo2,
  electricity: LightGlyph,
  transfer: ArrowLeftRight,
  withdraw: Landmark,
  referrer: Gift,
  earning: Gift,
} as const;

export function TransactionMark({ transaction, size = 28 }: { transaction: Transaction; size?: number }) {
  const Icon = Object.entries(kindIcons).find(([kind]) => kind === transaction.trans_Type)?.[1];
  if (Icon === undefined) return <NetworkMark network={transaction.trans_Network ?? ''} size={size} />;
  return (
    <span className="inline-flex size-7 shrink-0 items-center justify-center rounded-[6px] border border-line bg-sunk text-ink-2">
      <Icon size={16} {...pen} />
    </span>
  );
}

/** What the transaction did to the wallet; a payment that is not credited yet has done nothing. */
export function TransactionChange({
  transaction,
  className,
}: {
  transaction: Transaction;
  className?: string;
}) {
  const { balance_Before: before, balance_After: after } = transaction;
  const look = className !== undefined && { className };
  if (before === null || after === null) return <Naira amount={transaction.trans_amount} {...look} />;
  return <NairaChange change={minusNaira(after, before)} {...look} />;
}

/** What it was; the transaction that brings money back names what it is for. */
export function transactionWords({ trans_Type: type, description }: Transaction): string {
  return type === 'refund' ? `Refund of ${description}` : description;
}

export function TransactionRow({
  transaction,
  name,
  time,
  profit,
  to,
  state,
}: {
  transaction: Transaction;
  /** Who the number is, when it is known. */
  name?: string | undefined;
  /** The time as the list says it; else as people do. */
  time?: string;
  /** Naira; for staff. */
  profit?: number | undefined;
  to: To;
  state?: unknown;
}) {
  const who = name ?? recipientOf(transaction);
  return (
    <Link
      to={to}
      state={state}
      className="flex min-h-16 flex-wrap items-center justify-end gap-x-3 border-b border-line py-2 hover:bg-sunk"
    >
      <TransactionMark transaction={transaction} />
      <span className="grid min-w-[7rem] flex-1 grid-cols-1">
        <span className="font-medium">{transactionWords(transaction)}</span>
        <span className="truncate text-meta text-ink-2">
          {time ?? timeWords(transaction.createdAt)}
          {who !== undefined && ` \u00b7 ${who}`}
        </span>
        {profit !== undefined && (
          <span className="text-meta text-ink-2">
            Profit <Naira amount={profit} />
          </span>
        )}
      </span>
      <span className="grid shrink-0 justify-items-end gap-0.5">
        <TransactionChange transaction={transaction} className="text-meta" />
        {transaction.trans_Status !== 'success' && <StatusPill status={transaction.trans_Status} />}
      </span>
    </Link>
  );
}
