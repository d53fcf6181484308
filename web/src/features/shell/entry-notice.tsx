/** On entry the notice of the shop, when there is one; never over another sheet. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenNothingIsOpen } from '../../ui/sheet-turn.ts';
import { useNotification } from './notification.ts';

const NotificationSheet = lazy(() =>
  import('./notification-sheet.tsx').then((module) => ({ default: module.NotificationSheet })),
);

export function EntryNotice() {
  const { text, clear } = useNotification();
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => (text === null ? undefined : whenNothingIsOpen(() => setShown(text))), [text]);
  if (text === null || shown !== text) return null;
  return (
    <Suspense>
      <NotificationSheet text={text} onClose={clear} />
    </Suspense>
  );
}
