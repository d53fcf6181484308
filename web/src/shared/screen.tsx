/** The head of every screen: its one `h1`, the title of the page, and the focus, which moves here when one comes from another screen. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { brand } from '../platform/brand.ts';
import { classNames } from '../ui/class-names.ts';
import { wholeWords } from '../ui/whole-words.ts';

/** The first screen of a visit leaves the focus where the browser puts it. */
let visitStarted = false;

/** Names the page and returns the place for the screen's `h1`, which must take `tabIndex={-1}`. */
export function useScreen(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  // Then the first screen that is drawn is none of the browser's choice: the one that it opened was left before it was there.
  const [cameByLink] = useState(useNavigationType() === NavigationType.Push);
  useEffect(() => {
    document.title = `${title} \u00b7 ${brand.name}`;
  }, [title]);
  useEffect(() => {
    if (visitStarted || cameByLink) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    visitStarted = true;
  }, [cameByLink]);
  return heading;
}

export function ScreenHead({
  title,
  aside,
  className,
  children,
}: {
  title: string;
  /** Stands at the right of the heading: a button or a figure. */
  aside?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  const heading = useScreen(title);
  return (
    <header className={classNames('flex flex-wrap items-end justify-between gap-x-6 gap-y-3', className)}>
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="display text-[min(1.75rem,13vw)] leading-[1.15]">
          {wholeWords(title)}
        </h1>
        {children !== undefined && <div className="max-w-reading text-pretty text-ink-2">{children}</div>}
      </div>
      {aside}
    </header>
  );
}
