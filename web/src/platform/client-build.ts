/** Which build of the client this page is, and which one the server has by now. */
const own = readOwn();
let served = own;
const listeners = new Set<() => void>();

function readOwn(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>('meta[name="client-build"]')?.content ?? '';
}

/** Empty where no server has written the page: then nothing is ever too old. */
export const ownBuild = own;

/** From each answer of the API. While they differ every answer reports it again. */
export function noteServedBuild(build: string | null): void {
  if (own === '' || build === null) return;
  served = build;
  if (newerBuild() !== null) for (const listener of listeners) listener();
}

/** The build that the server has instead of this one, if any. */
export function newerBuild(): string | null {
  return served === own ? null : served;
}

export function onNewerBuild(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
