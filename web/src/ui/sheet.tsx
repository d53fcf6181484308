/** A sheet over the page: from below on a phone, in the middle on a desktop. The platform's dialog traps the focus and takes Escape. */
import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { pen } from './icon.tsx';
import { wholeWords } from './whole-words.ts';

export interface SheetProps {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  /** While money is on its way the sheet must not be lost. */
  locked?: boolean;
  /** The buttons; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  /** High from the beginning: for content that comes later, which would lift the sheet. */
  isTall?: boolean;
  children: ReactNode;
}

/** The second press of a double click on what opened the sheet is not meant for the sheet. */
const secondPressMs = 500;

export function Sheet({
  title,
  open,
  onClose,
  locked = false,
  footer,
  isTall = false,
  children,
}: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const openedAt = useRef(0);
  const titleId = useId();
  const isSecondPress = () => performance.now() - openedAt.current < secondPressMs;
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) {
      element.showModal();
      // The browser chooses the first control, which closes the sheet: its ring would be the first thing that one sees.
      if (document.activeElement?.hasAttribute('data-closes') === true) heading.current?.focus();
      openedAt.current = performance.now();
    }
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // What happens to a sheet that lies over this one, and is drawn inside of it, is not meant for this one.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current && !locked && !isSecondPress()) onClose();
      }}
      onClickCapture={(event) => {
        if (event.detail < 2 || !isSecondPress()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      className="rises mx-auto mt-auto mb-0 w-full max-w-full rounded-t-card bg-paper text-ink shadow-sheet sm:mb-auto sm:max-w-narrow sm:rounded-card"
    >
      {open && (
        <div className={classNames('flex max-h-[90dvh] flex-col', isTall && 'h-176')}>
          <div className="flex min-h-16 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
            <h2 ref={heading} id={titleId} tabIndex={-1} className="display text-title">
              {wholeWords(title)}
            </h2>
            {!locked && (
              <IconButton label="Close" data-closes="" onClick={onClose}>
                <X {...pen} />
              </IconButton>
            )}
          </div>
          <div className="grow overflow-y-auto px-5 py-4">{children}</div>
          {footer !== undefined && (
            <div className="grid gap-2 border-t border-line px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
