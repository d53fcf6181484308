/** A line of the user menu where the browser can install the shop as an app. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { askToInstall, useInstallMethod } from '../../platform/install.ts';
import { pen } from '../../ui/icon.tsx';

export function InstallItem() {
  const method = useInstallMethod();
  const [isExplained, setExplained] = useState(false);
  if (method === null) return null;
  return (
    <div>
      <button
        type="button"
        onClick={() => (method === 'ask' ? askToInstall() : setExplained(!isExplained))}
        aria-expanded={method === 'explain' ? isExplained : undefined}
        className="-mx-3 flex min-h-12 w-[calc(100%+1.5rem)] items-center gap-3 rounded-control px-3 text-left text-ink-2 hover:bg-sunk hover:text-ink"
      >
        <Download size={22} {...pen} />
        Install app
      </button>
      {isExplained && (
        <p role="status" className="pb-2 pl-[34px] text-meta text-ink-2">
          Press Share in Safari, then <b>Add to Home Screen</b>.
        </p>
      )}
    </div>
  );
}
