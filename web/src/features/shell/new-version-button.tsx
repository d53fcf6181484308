/** One quiet button once a newer build is ready. */
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { pen } from '../../ui/icon.tsx';
import { keepUpToDate } from './new-version.ts';

export function NewVersionButton() {
  const [isReady, setReady] = useState(false);
  useEffect(() => keepUpToDate(() => setReady(true)), []);
  if (!isReady) return null;
  return (
    // It hangs below the bar of a phone, where it has no place: what one is about to press does not move.
    <div role="status" className="absolute top-full right-4 sm:static">
      <Button
        kind="secondary"
        compact
        onClick={() => window.location.reload()}
        className="max-sm:min-h-8 max-sm:rounded-t-none max-sm:border-t-0 max-sm:text-label max-sm:after:absolute max-sm:after:-inset-2"
      >
        <RotateCw size={18} {...pen} />
        New version: reload
      </Button>
    </div>
  );
}
