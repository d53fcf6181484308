/** The meters that one bought for last, to tap. */
import { useQuery } from '@tanstack/react-query';
import { meterCompanies, type MeterType } from '@jara/contract/constants.ts';
import type { Transaction } from '@jara/contract/calls/transactions.ts';
import { meterTypeOf } from '../money/again.ts';
import { groupDigits } from '../money/movement.ts';
import { ChipRow, RecentChip } from '../../shared/forms/recent-chips.tsx';
import { profileQuery } from '../../platform/queries.ts';
import { LightGlyph, pen } from '../../ui/icon.tsx';

const most = 5;

export interface RecentMeter {
  meterId: string;
  disco: string;
  meterType: MeterType;
  meterNumber: string;
  /** What was bought last, as the amount field takes it. */
  amount: string;
}

export function RecentMeters({ onChoose }: { onChoose: (meter: Omit<RecentMeter, 'disco'>) => void }) {
  const transactions = useQuery(profileQuery).data?.transactions ?? [];
  const meters = recentMeters(transactions);
  if (meters.length === 0) return null;
  return (
    <ChipRow label="Recent meters">
      {meters.map(({ disco, ...meter }) => (
        <RecentChip
          key={`${meter.meterId} ${meter.meterNumber} ${meter.meterType}`}
          mark={<LightGlyph size={20} {...pen} className="shrink-0 text-ink-2" />}
          words={groupDigits(meter.meterNumber)}
          note={`${disco} \u00b7 ${meter.meterType}`}
          onChoose={() => onChoose(meter)}
        />
      ))}
    </ChipRow>
  );
}

/** Newest first, each meter once. A purchase that the company refused names no meter to go back to. */
export function recentMeters(transactions: readonly Transaction[]): RecentMeter[] {
  const meters = new Map<string, RecentMeter>();
  for (const transaction of transactions) {
    const company = meterCompanies.find(({ name }) => name === transaction.trans_Network);
    if (transaction.trans_Type !== 'electricity' || transaction.trans_Status === 'failed') continue;
    if (company === undefined || transaction.recipient === null) continue;
    const meterType = meterTypeOf(transaction.product);
    const id = `${company.id} ${meterType} ${transaction.recipient}`;
    if (meters.has(id)) continue;
    meters.set(id, {
      meterId: String(company.id),
      disco: company.name,
      meterType,
      meterNumber: transaction.recipient,
      amount: transaction.faceValue === null ? '' : String(transaction.faceValue),
    });
  }
  return [...meters.values()].slice(0, most);
}
