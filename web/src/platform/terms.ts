/** What this shop asks and how much it moves at once. The server writes it into the page, and sends it again with each profile. */
import { termsElementId } from '@jara/contract/brand.ts';
import type { Terms } from '@jara/contract/calls/terms.ts';

/** Empty where there is no page: whoever writes pages ahead puts them on first. */
function readTerms(): Terms {
  const text = typeof document === 'undefined' ? '' : document.getElementById(termsElementId)?.textContent;
  return JSON.parse(text || '{}') as Terms; // written by our own server
}

export const terms: Terms = readTerms();

/** A page that stays open receives what changed meanwhile. */
export function putOnTerms(fresh: Terms): void {
  Object.assign(terms, fresh);
}
