/** Something that a program needs word for word: a token, a secret, a command. */
import { Copy } from 'lucide-react';
import { copyText } from '../../../shared/copy.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { pen } from '../../../ui/icon.tsx';

export function CodeLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-meta font-semibold">{label}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-sunk py-1 pr-1 pl-3 sm:flex-nowrap">
        <code
          className={classNames(
            'min-w-0 flex-1 py-2 font-mono text-meta [overflow-wrap:anywhere] whitespace-break-spaces select-all',
            // What has lines of its own gets all of a phone's width for them.
            text.includes('\n') ? 'basis-full' : 'basis-[12rem]',
          )}
        >
          {text}
        </code>
        <Button
          kind="quiet"
          compact
          className="min-h-12 max-sm:-ml-3"
          aria-label={`Copy: ${label}`}
          onClick={() => copyText(text)}
        >
          <Copy size={18} {...pen} /> Copy
        </Button>
      </div>
    </div>
  );
}
