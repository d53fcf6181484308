/** Filters of a list as they stand in the address: what is empty is left out. */

/** Those of `names` that are given. */
export function readGiven<Name extends string>(
  search: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const filters: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name) ?? '';
    if (value !== '') filters[name] = value;
  }
  return filters;
}

/** The number of the page, where it is not the first. */
export function readPage(search: URLSearchParams): { page?: number } {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

/** The address with some of it changed; what is empty leaves it. */
export function changed(
  search: URLSearchParams,
  wanted: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value = ''] of Object.entries(wanted)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
