/**
 * What a row of a list stands for. On a desktop it stands beside the list, in a column of its own below the top bar. It is not modal: all else
 * stays in use. With the focus in the list or in the panel, J leads to the next row, K to the one before, and Escape closes; in a field they
 * are letters. On a phone it is a sheet.
 */
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { pen } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { panelColumn } from '../../shared/lists/beside-panel.ts';
import { useIsDesktop } from '../../shared/use-is-desktop.ts';

interface SidePanelProps {
  title: ReactNode;
  /** The row that lies open, if any, and all of them in their order. The list has them as `data-row`, and marks this one with `aria-current`. */
  of: string | null;
  among: readonly string[];
  onOpen: (row: string) => void;
  onClose: () => void;
  /** The sheet, from the beginning. */
  isTall?: boolean;
  /** The buttons; they stay in sight while the content scrolls. */
  footer: ReactNode;
  children: ReactNode;
}

export function SidePanel({ of, ...rest }: SidePanelProps) {
  const isDesktop = useIsDesktop();
  if (!isDesktop) return <Sheet {...rest} open={of !== null} />;
  return of !== null && <Panel {...rest} of={of} />;
}

function Panel({ title, of, among, onOpen, onClose, footer, children }: SidePanelProps & { of: string }) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const cameFor = useRef<string>(null);
  const titleId = useId();
  /** The screen follows the address a moment later: a second press goes on from what the first one asked for. */
  const wanted = useRef(of);
  const isListed = among.includes(of);
  const step = (by: 1 | -1) => {
    const place = among.indexOf(wanted.current);
    const next = place === -1 ? undefined : among[place + by];
    if (next === undefined) return;
    wanted.current = next;
    onOpen(next);
  };
  // Before it is painted, and around both: a key counts as soon as the panel is there, wherever the focus is by then.
  useLayoutEffect(() => {
    const frame = panel.current?.parentElement;
    const acts: Readonly<Record<string, () => void>> = {
      escape: onClose,
      j: () => step(1),
      k: () => step(-1),
    };
    const onKeyDown = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isElsewhere = target instanceof Element && target.closest('dialog, input, textarea, select');
      if (isElsewhere === null && !ctrlKey && !metaKey && !altKey) acts[key.toLowerCase()]?.();
    };
    frame?.addEventListener('keydown', onKeyDown);
    return () => frame?.removeEventListener('keydown', onKeyDown);
  });
  useLayoutEffect(() => {
    wanted.current = of;
    if (isListed) rowIn(panel.current?.parentElement, of)?.scrollIntoView({ block: 'nearest' });
  }, [of, isListed]);
  // After the head of a screen that one has come to with the panel open, which takes the focus, too.
  useEffect(() => {
    if (cameFor.current === of) return;
    cameFor.current = of;
    // Who goes on by the panel's own buttons stays there.
    if (panel.current?.contains(document.activeElement) === false)
      heading.current?.focus({ preventScroll: true });
  }, [of]);
  useEffect(() => {
    const frame = panel.current?.parentElement;
    return () => {
      // It was in the panel, which is gone. The list may have been drawn anew, since it has more room.
      if (document.activeElement === document.body)
        rowIn(frame, wanted.current)?.querySelector<HTMLElement>('a, button')?.focus();
    };
  }, []);
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      className={classNames(
        'sticky top-[calc(var(--top-bar,0px)+1rem)] flex h-[calc(100dvh-var(--top-bar,0px)-6rem)] flex-col rounded-card border border-line bg-paper',
        panelColumn,
      )}
    >
      <div className="flex min-h-16 items-center gap-1 border-b border-line py-2 pr-2 pl-5">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          aria-live="polite"
          className="display mr-auto text-title [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        <TurnButton to="Previous" by="K" isThere={isListed && of !== among[0]} onClick={() => step(-1)}>
          <ChevronDown {...pen} className="rotate-180" />
        </TurnButton>
        <TurnButton
          to="Next"
          by="J"
          isThere={isListed && of !== among[among.length - 1]}
          onClick={() => step(1)}
        >
          <ChevronDown {...pen} />
        </TurnButton>
        <IconButton label="Close" onClick={onClose}>
          <X {...pen} />
        </IconButton>
      </div>
      {/* A press on its text leaves the focus inside. */}
      <div key={of} tabIndex={-1} className="flex-1 overflow-y-auto px-5 py-4 outline-none">
        {children}
      </div>
      {footer !== undefined && <div className="border-t border-line px-5 pt-3 pb-4">{footer}</div>}
    </section>
  );
}

const rowIn = (frame: Element | null | undefined, row: string): Element | null | undefined =>
  frame?.querySelector(`[data-row="${CSS.escape(row)}"]`);

/** At the end of the list the button stays, so that the focus does too. */
function TurnButton({
  to,
  by,
  isThere,
  onClick,
  children,
}: {
  to: string;
  by: string;
  isThere: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={to}
      title={`${to} (${by})`}
      aria-keyshortcuts={by}
      aria-disabled={!isThere}
      className="aria-disabled:opacity-40"
      onClick={onClick}
    >
      {children}
    </IconButton>
  );
}
