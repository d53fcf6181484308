/** The foot of a receipt: where anybody can see that it is true, as a code for a camera and as a link. */
import { Copy } from 'lucide-react';
import { toReceiptCheck } from '../../platform/paths.ts';
import { pen } from '../../ui/icon.tsx';
import { copyText } from '../../shared/copy.ts';
import { Qr } from '../../shared/qr/qr.tsx';

/** The whole address: it is read outside of this page. */
export const receiptLink = (code: string): string => `${window.location.origin}${toReceiptCheck(code)}`;

export function ReceiptCheck({ code }: { code: string }) {
  const link = receiptLink(code);
  return (
    <section
      aria-label="Check this slip"
      className="mt-3 flex items-center gap-4 border-t border-dashed border-edge pt-4"
    >
      <div className="w-26 shrink-0">
        <Qr text={link} label="Leads to the public check of this slip" />
      </div>
      <div className="grid min-w-0 justify-items-start gap-0.5 text-label text-ink-2">
        <p>Whoever is shown this slip can see here that it is true. Names and tokens stay with you.</p>
        <button
          type="button"
          onClick={() => copyText(link, 'Link copied')}
          className="no-print inline-flex min-h-12 items-center gap-1.5 text-meta font-semibold text-brand hover:underline"
        >
          <Copy size={18} {...pen} />
          Copy link
        </button>
        <span className="hidden [overflow-wrap:anywhere] print:block">{link}</span>
      </div>
    </section>
  );
}
