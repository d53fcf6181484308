/** The place of something that is on its way, in the same geometry; it waits 150 ms before it shows. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className: string }) {
  return (
    <span className={classNames('waits block rounded-[4px] bg-line/80', className)} aria-hidden="true" />
  );
}

/** Ruled rows that are still empty. `label` is what a screen reader hears. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div>
      <p className="sr-only" role="status">
        {label}
      </p>
      <div className="divide-y divide-line border-y border-line" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex min-h-16 items-center justify-between gap-6">
            <div className="grid w-1/2 gap-2">
              <Skeleton className="h-3.5 w-4/5" />
              <Skeleton className="h-3 w-1/2" />
            </div>
            <Skeleton className="h-3.5 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
