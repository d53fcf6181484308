/** What the top bar has besides balance and menu: the bell, and on a desktop the way to go anywhere by its name. */
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { followPush } from '../../platform/push.ts';
import { Button } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { Bell } from './bell.tsx';

/** Without a network the menu still stands. */
const Palette = lazy<ComponentType<{ open: boolean; onClose: () => void }>>(() =>
  import('./palette.tsx').then(
    (module) => ({ default: module.Palette }),
    () => ({ default: () => null }),
  ),
);

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

export function TopBarTools() {
  /** Undefined until it was opened once: its code is fetched then. */
  const [isOpen, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // Never over another sheet: money may be on its way there.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(followPush, []);
  return (
    <>
      <Button kind="secondary" compact className="max-lg:hidden" onClick={() => setOpen(true)}>
        <Search size={18} {...pen} />
        Go to
        <kbd className="font-mono text-label font-normal text-ink-2">{isMac() ? '\u2318K' : 'Ctrl K'}</kbd>
      </Button>
      <Bell />
      {isOpen !== undefined && (
        <Suspense>
          <Palette open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
