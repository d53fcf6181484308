/**
 * Beside a list on a desktop: what one of its rows stands for. The list stays in use. With the focus inside, J leads to the next row, K to the
 * one before, and Escape closes; in a field they are letters.
 */
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';

export interface SidePanelProps {
  title: string;
  onClose: () => void;
  /** Undefined at the end of the list. */
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  /** The buttons; they stay in sight while the content scrolls. */
  footer: ReactNode;
  children: ReactNode;
}

export function SidePanel({ title, onClose, onNext, onPrevious, footer, children }: SidePanelProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  const lastTitle = useRef<string>(null);
  const titleId = useId();
  useEffect(() => {
    if (lastTitle.current === title) return;
    lastTitle.current = title;
    const before = document.activeElement;
    // Who goes on by the panel's own buttons stays there.
    if (panel.current?.contains(before) === true) return;
    // What was pressed inside of a part that is gone leaves the focus nowhere.
    if (before !== document.body) opener.current = before;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    Escape: onClose,
    j: onNext,
    k: onPrevious,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey)
      acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
  };
  return (
    <dialog
      ref={panel}
      open
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="fixed inset-y-0 right-0 left-auto z-30 flex h-auto max-h-none w-full max-w-lg flex-col border-l border-line bg-paper text-ink shadow-sheet"
    >
      <div className="flex min-h-16 items-center gap-1 border-b border-line py-2 pr-2 pl-5">
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className="display mr-auto text-title [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        <IconButton {...turnTo('Previous', 'K', onPrevious)}>
          <ChevronDown {...pen} className="rotate-180" />
        </IconButton>
        <IconButton {...turnTo('Next', 'J', onNext)}>
          <ChevronDown {...pen} />
        </IconButton>
        <IconButton label="Close" onClick={onClose}>
          <X {...pen} />
        </IconButton>
      </div>
      {/* A press on its text leaves the focus inside. */}
      <div key={title} tabIndex={-1} className="flex-1 overflow-y-auto px-5 py-4 outline-none">
        {children}
      </div>
      {footer !== undefined && <div className="border-t border-line px-5 pt-3 pb-4">{footer}</div>}
    </dialog>
  );
}

/** At the end of the list the button stays, so that the focus does too. */
const turnTo = (label: string, key: string, onClick: (() => void) | undefined) => ({
  label,
  title: `${label} (${key})`,
  'aria-keyshortcuts': key,
  'aria-disabled': onClick === undefined,
  className: 'aria-disabled:opacity-40',
  ...(onClick && { onClick }),
});
