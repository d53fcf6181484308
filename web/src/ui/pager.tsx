/** Pages as numbered buttons; previous and next wrap around, as the specification says. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from './class-names.ts';
import { pen } from './icon.tsx';

/** The run of page numbers to show: at most `most` buttons, with the current page in the middle where it can be. */
export function pageRun(page: number, totalPages: number, most: number): number[] {
  const count = Math.min(totalPages, most);
  const first = Math.min(Math.max(1, page - Math.floor(count / 2)), totalPages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

export function Pager({
  page,
  totalPages,
  most,
  onPage,
}: {
  page: number;
  totalPages: number;
  most: number;
  onPage: (page: number) => void;
}) {
  if (totalPages <= 1) return null;
  const step =
    'inline-flex size-12 items-center justify-center rounded-control text-meta font-semibold hover:bg-sunk';
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1">
      <button
        type="button"
        className={step}
        aria-label="Previous page"
        onClick={() => onPage(page <= 1 ? totalPages : page - 1)}
      >
        <ChevronLeft size={20} {...pen} />
      </button>
      {pageRun(page, totalPages, most).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className={classNames(step, number === page && 'bg-brand text-on-brand hover:bg-brand')}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        className={step}
        aria-label="Next page"
        onClick={() => onPage(page >= totalPages ? 1 : page + 1)}
      >
        <ChevronRight size={20} {...pen} />
      </button>
    </nav>
  );
}
