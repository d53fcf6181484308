import { useLocation, useNavigate } from 'react-router';
import { useCheckout } from '../../parts/checkout.tsx';
import { ScreenHead } from '../../parts/screen.tsx';
import { SlipSheet } from '../../parts/slip-sheet.tsx';
import { to } from '../../paths.ts';

export default function Dashboard() {
  const checkout = useCheckout();
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <div className="grid gap-6">
      <ScreenHead title="Dashboard" />
      {checkout.notice}
      <SlipSheet
        id={(state as { slip?: string } | null)?.slip ?? null}
        isNew
        onClose={() => void navigate(to.dashboard, { replace: true })}
        onBuyAgain={checkout.open}
      />
      {checkout.sheet}
    </div>
  );
}
