import { AirtimeForm } from '../../parts/airtime-form.tsx';
import { useCheckout } from '../../parts/checkout.tsx';
import { ScreenHead } from '../../parts/screen.tsx';

export default function BuyAirtime() {
  const checkout = useCheckout();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Buy airtime" />
      {checkout.notice}
      <AirtimeForm onBuy={checkout.open} withPreview />
      {checkout.sheet}
    </div>
  );
}
