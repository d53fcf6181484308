import { useCheckout } from '../../features/checkout/checkout.tsx';
import { DataForm } from '../../features/buying/data-form.tsx';
import { PurchaseLimits } from '../../features/buying/purchase-limits.tsx';
import { ScreenHead } from '../../shared/screen.tsx';

export default function BuyData() {
  const checkout = useCheckout();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Buy data" />
      {checkout.notice}
      <PurchaseLimits />
      <DataForm onBuy={checkout.open} sideBySide />
      {checkout.sheet}
    </div>
  );
}
