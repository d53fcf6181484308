import type { OrderKind } from '../../environment/records.ts';
import type { Order, Orders } from '../supplier/orders.ts';

const PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;

/** One page of the caller's own transactions, newest first. `url` is the list's own address. */
export function listBody(
  orders: Orders,
  kind: OrderKind,
  query: unknown,
  url: string,
  bodyOf: (order: Order) => Record<string, unknown>,
): Record<string, unknown> {
  const asked = new URLSearchParams(query as Record<string, string>);
  const reference = asked.get('ident');
  const search = asked.get('search');
  const found = orders.list(kind, {
    ...(reference === null ? {} : { reference }),
    ...(search === null ? {} : { search }),
  });
  const size = Math.min(positive(asked.get('page_size')) ?? PAGE_SIZE, LARGEST_PAGE_SIZE);
  const page = positive(asked.get('page')) ?? 1;
  const pageUrl = (number: number): string => {
    asked.set('page', String(number));
    return `${url}?${asked.toString()}`;
  };
  return {
    count: found.length,
    next: page * size < found.length ? pageUrl(page + 1) : null,
    previous: page > 1 ? pageUrl(page - 1) : null,
    results: found.slice((page - 1) * size, page * size).map(bodyOf),
  };
}

function positive(text: string | null): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
