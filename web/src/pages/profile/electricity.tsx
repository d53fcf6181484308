import { formatNaira } from '@jara/contract/money.ts';
import { useCheckout } from '../../features/checkout/checkout.tsx';
import { ElectricityForm } from '../../features/buying/electricity-form.tsx';
import { PurchaseLimits } from '../../features/buying/purchase-limits.tsx';
import { ScreenHead } from '../../shared/screen.tsx';
import { terms } from '../../platform/terms.ts';

export default function Electricity() {
  const checkout = useCheckout();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Electricity">
        Prepaid tokens and postpaid bills. {formatNaira(terms.electricity.fee)} is charged on top.
      </ScreenHead>
      {checkout.notice}
      <PurchaseLimits />
      <ElectricityForm onBuy={checkout.open} withPreview />
      {checkout.sheet}
    </div>
  );
}
