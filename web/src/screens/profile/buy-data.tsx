import { useCheckout } from '../../parts/checkout.tsx';
import { DataForm } from '../../parts/data-form.tsx';
import { ScreenHead } from '../../parts/screen.tsx';

export default function BuyData() {
  const checkout = useCheckout();
  return (
    <div className="grid grid-cols-1 gap-6">
      <ScreenHead title="Buy data" />
      {checkout.notice}
      <DataForm onBuy={checkout.open} sideBySide />
      {checkout.sheet}
    </div>
  );
}
