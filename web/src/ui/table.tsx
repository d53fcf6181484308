/** A ruled table for a desktop. On a phone the same facts belong in rows, not in a table that scrolls sideways. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  name: string;
  /** Figures stand in columns, on the right. */
  figures?: boolean;
  /** The heading is for screen readers only. */
  hideName?: boolean;
  /** Only where the window is wide, or very wide: what one now and then looks up. */
  wideOnly?: 'max-[90rem]:hidden' | 'max-[100rem]:hidden' | false;
  /** What a panel beside the table says of the open row: beside it there is no room for both. */
  inPanel?: boolean;
  /** Has what room the others leave: what is in it has to cut itself. */
  takesRest?: boolean;
  cell: (row: Row) => ReactNode;
}

export function Table<Row>({
  caption,
  columns: all,
  rows,
  keyOf,
  dimmed,
  opened = null,
  onRow,
  dense = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  dimmed?: (row: Row) => boolean;
  /** The row whose panel stands beside the table; null while none is open. */
  opened?: string | null;
  /** A press anywhere in a row; a link or button in one of its cells does the same for a keyboard. */
  onRow?: (row: Row) => void;
  /** Rows of 40 px: for long lists that one reads through at a desk. */
  dense?: boolean;
}) {
  const columns = opened === null ? all : all.filter(({ inPanel }) => inPanel !== true);
  return (
    <table className={classNames('ruled', dense && 'whitespace-nowrap [--cell:8px]')}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={classNames(column.figures && 'text-right', column.wideOnly)}
            >
              <span className={column.hideName ? 'sr-only' : undefined}>{column.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-row={keyOf(row)}
            aria-current={keyOf(row) === opened || undefined}
            onClick={onRow && (() => onRow(row))}
            className={classNames(onRow && 'cursor-pointer', dimmed?.(row) && 'text-ink-3')}
          >
            {columns.map((column) => (
              <td
                key={column.name}
                className={classNames(
                  dense ? 'h-10' : 'h-14',
                  column.figures && 'text-right whitespace-nowrap',
                  column.takesRest && 'w-1/3 max-w-0 min-w-[6rem]',
                  column.wideOnly,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The words of a cell in one line; a pointer shows all of them. `whole`: as wide as the cell, which takes the rest. */
export function CutText({ children, whole = false }: { children: string; whole?: boolean }) {
  return (
    <span title={children} className={classNames('block truncate', !whole && 'max-w-[8rem]')}>
      {children}
    </span>
  );
}
