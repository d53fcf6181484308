/** Leads out of the shop to the card gateway's own page; looks like our primary button. */
import type { ReactNode } from 'react';

export function PayLink({ link, children }: { link: string; children: ReactNode }) {
  return (
    <a
      href={link}
      className="inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-control bg-brand px-5 text-body font-semibold text-on-brand transition-colors duration-[120ms] hover:bg-brand-pressed"
    >
      {children}
    </a>
  );
}
