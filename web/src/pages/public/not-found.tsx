import { messages } from '@jara/contract/messages.ts';
import { ScreenHead } from '../../shared/screen.tsx';
import { ReceiptPaper, ReceiptRow } from '../../shared/receipt-card.tsx';
import { to } from '../../platform/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

export default function NotFound() {
  return (
    <div className="mx-auto grid w-full max-w-narrow gap-6 px-4 py-12">
      <ReceiptPaper>
        <ScreenHead title={messages.pageNotFound} className="border-b border-ink pb-3" />
        <dl className="py-3">
          <ReceiptRow label="You asked for">
            <span className="font-mono">{window.location.pathname}</span>
          </ReceiptRow>
          <ReceiptRow label="We have">nothing there</ReceiptRow>
          <ReceiptRow label="You pay">₦0.00</ReceiptRow>
        </dl>
        <ButtonLink to={to.landing} reloadDocument wide>
          Back home
        </ButtonLink>
      </ReceiptPaper>
    </div>
  );
}
