/** What the top bar has besides balance and menu: the bell, and on a desktop the way to go anywhere by its name. */
import { isStaff } from '@jara/contract/is-staff.ts';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { followPush } from '../../platform/push.ts';
import { useSession } from '../../platform/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { Bell } from './bell.tsx';

/** Without a network the menu still stands. */
const Palette = lazy<ComponentType<{ open: boolean; onClose: () => void }>>(() =>
  import('./palette/palette.tsx').then(
    (module) => ({ default: module.Palette }),
    () => ({ default: () => null }),
  ),
);

const isCtrlK = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';

/** In a field it is a character. */
const isSlash = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey) &&
  !(target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null);

const keyWords = (forStaff: boolean): string => {
  if (forStaff) return '/';
  return isMac() ? '\u2318K' : 'Ctrl K';
};

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

export function TopBarTools() {
  /** Undefined until it was opened once: its code is fetched then. */
  const [isOpen, setOpen] = useState<boolean>();
  const forStaff = isStaff(useSession().signedIn);
  // Before it is painted: whoever sees the key may press it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCtrlK(event) && !(forStaff && isSlash(event))) return;
      event.preventDefault();
      // Never over another sheet: money may be on its way there.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [forStaff]);
  useEffect(followPush, []);
  return (
    <>
      <Button kind="secondary" compact className="max-lg:hidden" onClick={() => setOpen(true)}>
        <Search size={18} {...pen} />
        {forStaff ? 'Search' : 'Go to'}
        <kbd className="font-mono text-label font-normal text-ink-2">{keyWords(forStaff)}</kbd>
      </Button>
      {forStaff && (
        <IconButton
          label="Search"
          className="max-sm:-mr-1 max-sm:-ml-2.5 max-sm:w-9 lg:hidden"
          onClick={() => setOpen(true)}
        >
          <Search size={22} {...pen} />
        </IconButton>
      )}
      <Bell />
      {isOpen !== undefined && (
        <Suspense>
          <Palette open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
