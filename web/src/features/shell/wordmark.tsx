/** The sign over the shop: a slip with a plus, the little extra, and the name. */
import { brand } from '../../platform/brand.ts';

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="26" height="30" viewBox="0 0 26 30" aria-hidden="true" className="shrink-0">
        <path className="fill-brand" d="M1 0h24v26.5L22 29.5l-3-3-3 3-3-3-3 3-3-3-3 3-3-3z" />
        <path className="stroke-paper" strokeWidth="2.75" d="M13 6.5v13M6.5 13h13" />
      </svg>
      <span className="display text-title">{brand.name}</span>
    </span>
  );
}
