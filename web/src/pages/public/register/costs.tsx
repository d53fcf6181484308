/** What it costs to be here, said before one opens an account: all of it, on one slip. */
import { formatNaira } from '@jara/contract/money.ts';
import { SlipPaper, SlipRow } from '../../../shared/receipt-card.tsx';
import { terms } from '../../../platform/terms.ts';

const free = formatNaira(0);

export function Costs() {
  return (
    <aside aria-labelledby="costs">
      <SlipPaper>
        <h2 id="costs" className="display border-b border-ink pb-3 text-lead">
          What it costs
        </h2>
        <dl className="pt-3">
          <SlipRow label="An account">{free}</SlipRow>
          <SlipRow label="Money in by card or transfer">{terms.funding.feePercent} %</SlipRow>
          <SlipRow label="Money in by coupon">{free}</SlipRow>
          <SlipRow label="Airtime and data">the price you see</SlipRow>
          <SlipRow label="Electricity, on top">{formatNaira(terms.electricity.fee)}</SlipRow>
          <SlipRow label="Sending to a friend here">{free}</SlipRow>
          <SlipRow label="A purchase that fails">{free}</SlipRow>
        </dl>
      </SlipPaper>
    </aside>
  );
}
