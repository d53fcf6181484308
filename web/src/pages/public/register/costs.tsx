/** What it costs to be here, said before one opens an account: all of it, on one slip. */
import { formatNaira } from '@jara/contract/money.ts';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { terms } from '../../../platform/terms.ts';

const free = formatNaira(0);

export function Costs() {
  return (
    <aside aria-labelledby="costs">
      <ReceiptPaper>
        <h2 id="costs" className="display border-b border-ink pb-3 text-lead">
          What it costs
        </h2>
        <dl className="pt-3">
          <ReceiptRow label="An account">{free}</ReceiptRow>
          <ReceiptRow label="Money in by card or transfer">{terms.funding.feePercent}%</ReceiptRow>
          <ReceiptRow label="Money in by coupon">{free}</ReceiptRow>
          <ReceiptRow label="Airtime and data">the price you see</ReceiptRow>
          <ReceiptRow label="Electricity, on top">{formatNaira(terms.electricity.fee)}</ReceiptRow>
          <ReceiptRow label="Sending to a friend here">{free}</ReceiptRow>
          <ReceiptRow label="A purchase that fails">{free}</ReceiptRow>
        </dl>
      </ReceiptPaper>
    </aside>
  );
}
