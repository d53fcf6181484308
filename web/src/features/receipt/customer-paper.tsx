/** The paper that a customer gets from the printer. On the screen it is not to be seen. */
import { Qr } from '../../shared/qr/qr.tsx';
import { ReceiptPaper, ReceiptRow } from '../../shared/receipt-card.tsx';
import type { ReceiptFacts } from './receipt-facts.ts';

export function CustomerPaper({ facts: { title, sum, rows, tokens, link } }: { facts: ReceiptFacts }) {
  return (
    <div className="hidden print:block">
      <ReceiptPaper>
        <div className="grid gap-1 border-b border-ink pb-3">
          <p className="font-semibold">{title}</p>
          {sum !== undefined && <p className="display text-sum">{sum}</p>}
        </div>
        {tokens.map((token) => (
          <p key={token} className="pt-3 font-mono text-title tracking-[0.06em]">
            {token}
          </p>
        ))}
        <dl className="py-3">
          {rows.map(({ label, value }) => (
            <ReceiptRow key={label} label={label}>
              {value}
            </ReceiptRow>
          ))}
        </dl>
        {link !== undefined && (
          <div className="flex items-center gap-4 border-t border-dashed border-edge pt-4">
            <div className="w-26 shrink-0">
              <Qr text={link} label="Leads to the public check of this slip" />
            </div>
            <p className="min-w-0 text-label [overflow-wrap:anywhere]">Check it: {link}</p>
          </div>
        )}
      </ReceiptPaper>
    </div>
  );
}
