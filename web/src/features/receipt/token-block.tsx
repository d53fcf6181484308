/** The tokens of a meter, as big as they are typed in: groups of four, in their order, with what they are worth. */
import { Copy } from 'lucide-react';
import { pen } from '../../ui/icon.tsx';
import { copyText } from '../../shared/copy.ts';
import { groupDigits } from '../money/movement.ts';

export function TokenBlock({ tokens, units }: { tokens: readonly string[]; units: string | null }) {
  if (tokens.length === 0) return null;
  return (
    <section aria-label="Token" className="grid gap-3 border-b border-dashed border-edge py-4">
      {tokens.length > 1 && (
        <p className="text-meta text-ink-2">
          This meter takes {tokens.length} tokens. Type them in one after the other.
        </p>
      )}
      <ol className="grid gap-3">
        {tokens.map((token, index) => (
          <li key={token} className="grid gap-1">
            {tokens.length > 1 && <span className="text-label text-ink-2">Token {index + 1}</span>}
            <span className="font-mono text-title tracking-[0.06em] [word-spacing:0.2em] [text-wrap:balance] max-sm:max-w-58">
              {groupDigits(token)}
            </span>
            <button
              type="button"
              onClick={() => copyText(token, 'Token copied')}
              className="no-print inline-flex min-h-12 items-center gap-1.5 justify-self-start rounded-control text-meta font-semibold text-brand hover:underline"
            >
              <Copy size={18} {...pen} />
              {tokens.length > 1 ? `Copy token ${index + 1}` : 'Copy token'}
            </button>
          </li>
        ))}
      </ol>
      {units !== null && (
        <p className="text-meta">
          Units <b className="figures">{unitsWords(units)}</b>
        </p>
      )}
    </section>
  );
}

/** Companies write the unit or leave it out. */
export function unitsWords(units: string): string {
  return /kwh/i.test(units) ? units : `${units} kWh`;
}
