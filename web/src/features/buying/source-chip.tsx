import type { ReactNode } from 'react';

/** A quiet button in the row of chips; as the first of them its words stand at the edge. */
export function SourceChip({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-12 shrink-0 items-center gap-2 rounded-control px-3 text-meta font-semibold text-brand first:-ml-3 hover:bg-sunk"
    >
      {icon}
      {children}
    </button>
  );
}
