import type { OrderKind } from '../../environment/records.ts';
import { pageOf, positive, type ListQuestions } from '../lists.ts';
import type { Order, Orders } from '../supplier/orders.ts';

const PAGE_SIZE = 20;
const LARGEST_PAGE_SIZE = 100;

/** One page of the caller's own transactions, newest first. `url` is the list's own address. */
export function listBody(
  orders: Orders,
  kind: OrderKind,
  query: unknown,
  { url, questions }: { url: string; questions: ListQuestions },
  bodyOf: (order: Order) => Record<string, unknown>,
): Record<string, unknown> {
  const asked = new URLSearchParams(query as Record<string, string>);
  const reference = asked.get('ident');
  const search = asked.get('search');
  const listed = orders.list(kind, {
    ...(reference === null ? {} : { reference }),
    ...(search === null ? {} : { search }),
  });
  // A search is a question about one order, and never troubled.
  const found =
    reference === null && search === null ? questions.shown(listed, ({ record }) => record.at) : listed;
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
    results: pageOf(found, page, size).map(bodyOf),
  };
}
