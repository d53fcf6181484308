/**
 * Of Node, for the process that serves. Nearly all that a request makes is garbage by the time it is answered: with room for some hundred
 * requests at once it is dropped as a whole, where V8's own 16 MB have most of it copied first. Up to 100 MB more, taken under load only.
 */
export const serverFlags = ['--max-semi-space-size=64'];
