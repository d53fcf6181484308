/** One quiet button once a newer build is ready. */
import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { pen } from '../ui/icon.tsx';
import { keepUpToDate } from './new-version.ts';

export function NewVersionButton() {
  const [isReady, setReady] = useState(false);
  useEffect(() => keepUpToDate(() => setReady(true)), []);
  if (!isReady) return null;
  return (
    // Below the bar on a phone, where it has no place: what one is about to press does not move.
    <div role="status" className="absolute top-full right-2 pt-1 sm:static sm:pt-0">
      <Button kind="secondary" compact onClick={() => window.location.reload()}>
        <RotateCw size={18} {...pen} />
        New version: reload
      </Button>
    </div>
  );
}
