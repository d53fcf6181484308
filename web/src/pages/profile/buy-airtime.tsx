import { AirtimeForm } from '../../features/buying/airtime-form.tsx';
import { useCheckout } from '../../features/checkout/checkout.tsx';
import { PurchaseLimits } from '../../features/buying/purchase-limits.tsx';
import { ScreenHead } from '../../shared/screen.tsx';

export default function BuyAirtime() {
  const checkout = useCheckout();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Buy airtime" />
      {checkout.notice}
      <PurchaseLimits />
      <AirtimeForm onBuy={checkout.open} withPreview />
      {checkout.sheet}
    </div>
  );
}
