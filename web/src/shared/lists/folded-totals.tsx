/** Totals above a list, which one may fold away: so that the list begins higher. Kept on the device, for the lists of all screens. */
import type { ReactNode } from 'react';
import { useRemembered } from '../remembered.ts';
import { useIsDesktop } from '../use-is-desktop.ts';

export function FoldedTotals({ of, children }: { of: string; children: ReactNode }) {
  const isDesktop = useIsDesktop();
  // On a phone they would fill the screen.
  const [state, remember] = useRemembered('totals', isDesktop ? 'open' : 'closed');
  const isOpen = state === 'open';
  return (
    <details
      className="min-w-0 grow"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) remember(open ? 'open' : 'closed');
      }}
    >
      <summary className="min-h-10 cursor-pointer py-2 text-meta font-semibold">Totals of {of}</summary>
      {children}
    </details>
  );
}
