/** Pages of a list that grows at its head: each begins below the last entry of the one before it. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

export interface CursorPages {
  /** What the page begins below; undefined on the first. */
  before: string | undefined;
  isFirst: boolean;
  goNewer: () => void;
  goEarlier: (next: string) => void;
}

/** Begins anew when `list` changes, such as by other filters. */
export function useCursorPages(list = ''): CursorPages {
  // The pages that were passed on the way to this one.
  const [passed, setPassed] = useState<{ list: string; pages: readonly string[] }>({ list, pages: [] });
  const pages = passed.list === list ? passed.pages : [];
  return {
    before: pages[pages.length - 1],
    isFirst: pages.length === 0,
    goNewer: () => setPassed({ list, pages: pages.slice(0, -1) }),
    goEarlier: (next) => setPassed({ list, pages: [...pages, next] }),
  };
}

export function CursorButtons({
  pages: { isFirst, goNewer, goEarlier },
  next,
  onTurn,
}: {
  pages: CursorPages;
  /** For the page after this one; null on the last. */
  next: string | null;
  /** Where more has to happen than another page, such as a scroll to its head. */
  onTurn?: () => void;
}) {
  if (isFirst && next === null) return null;
  const turn = (go: () => void) => () => {
    go();
    onTurn?.();
  };
  return (
    <div className="flex gap-2">
      {!isFirst && (
        <Button kind="secondary" compact onClick={turn(goNewer)}>
          Newer
        </Button>
      )}
      {next !== null && (
        <Button kind="secondary" compact onClick={turn(() => goEarlier(next))}>
          Earlier
        </Button>
      )}
    </div>
  );
}
