/** Takes out of the browser of the tests what Chrome 80 has not got. */
import { knowsNoHues } from './looks.ts';

/** Runs before any other script. */
export const missing = `
  ${knowsNoHues}
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'at', 'findLast', 'findLastIndex']) delete Array.prototype[name];
  for (const name of ['at', 'replaceAll', 'isWellFormed', 'toWellFormed']) delete String.prototype[name];
  for (const name of ['union', 'difference', 'intersection', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) delete Set.prototype[name];
  for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) delete Iterator.prototype[name];
  for (const name of ['hasOwn', 'groupBy']) delete Object[name];
  for (const name of ['any', 'withResolvers', 'try']) delete Promise[name];
  for (const name of ['timeout', 'any', 'abort']) delete AbortSignal[name];
  for (const name of ['throwIfAborted', 'reason']) delete AbortSignal.prototype[name];
  for (const name of ['structuredClone', 'WeakRef', 'FinalizationRegistry', 'AggregateError', 'CloseWatcher', 'navigation', 'reportError', 'scheduler']) delete window[name];
  delete URL.canParse;
  delete URL.parse;
  delete Crypto.prototype.randomUUID;
  delete Map.groupBy;
  delete Array.fromAsync;
  for (const name of ['checkVisibility', 'replaceChildren', 'getAnimations']) delete Element.prototype[name];
  delete HTMLInputElement.prototype.showPicker;
  for (const name of ['Segmenter', 'supportedValuesOf']) delete Intl[name];
  delete SubmitEvent.prototype.submitter;
  delete URLSearchParams.prototype.size;
  delete Response.json;
  delete ReadableStream.prototype[Symbol.asyncIterator];
  for (const name of ['inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name];
  for (const name of ['popoverTargetElement', 'popoverTargetAction']) delete HTMLButtonElement.prototype[name];
  // With a selector that it does not know, it finds nothing and throws.
  for (const { prototype } of [Element, Document, DocumentFragment]) {
    for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
      const find = prototype[name];
      if (find) prototype[name] = function (selector) {
        if (/:(?:is|where|has|focus-visible|popover-open|open|modal|dir|user-valid|user-invalid)\\b/.test(selector))
          throw new DOMException(selector, 'SyntaxError');
        return find.call(this, selector);
      };
    }
  }
  // A listener stays, whatever becomes of a signal.
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const { signal, ...known } = Object(options);
    return addEventListener.call(this, type, listener, options === true || known);
  };
  document.addEventListener('click', (event) => {
    // The attribute still works here, as it would not there.
    if (event.target.closest('[popovertarget]')) event.preventDefault();
  }, true);
`;
