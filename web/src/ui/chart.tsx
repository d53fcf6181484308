/** Bars over days or names, drawn with rules and no library. The picture is for the eye; the same figures stand in the table below it. */
import { useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Bar {
  key: string;
  /** Below the bar, as far as there is room. */
  label: string;
  value: number;
  /** What is said of the bar when one points at it. */
  words: string;
}

const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The next figure from `most` on that is round, and half of which is. */
export function roundUp(most: number): number {
  if (most <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(most));
  return (steps.find((step) => step * power >= most) ?? 10) * power;
}

export function BarChart({
  title,
  bars,
  axisWords,
  aside,
  table,
}: {
  title: string;
  bars: readonly Bar[];
  /** A value of the axis, short. */
  axisWords: (value: number) => string;
  aside?: ReactNode;
  /** The same as a table. */
  table: ReactNode;
}) {
  const [pointed, setPointed] = useState<string | null>(null);
  const top = roundUp(Math.max(...bars.map(({ value }) => value), 0)) || 1;
  const bottom = -roundUp(-Math.min(...bars.map(({ value }) => value), 0));
  const zero = (-bottom / (top - bottom)) * 100;
  const lines = [...new Set([top, top / 2, 0, bottom])];
  const shown = bars.find(({ key }) => key === pointed) ?? bars[bars.length - 1];
  return (
    <figure className="grid grid-cols-1 content-start gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="grid">
          <span className="font-semibold">{title}</span>
          <span className="figures text-meta text-ink-2" aria-hidden="true">
            {shown?.words ?? '\u00a0'}
          </span>
        </span>
        {aside}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2" aria-hidden="true">
        <div className="relative h-44 min-w-12 text-right text-label text-ink-2">
          {lines.map((value) => (
            <span
              key={value}
              className="figures absolute right-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${((value - bottom) / (top - bottom)) * 100}%` }}
            >
              {axisWords(value)}
            </span>
          ))}
        </div>
        <div className="relative flex h-44" onPointerLeave={() => setPointed(null)}>
          {lines.map((value) => (
            <span
              key={value}
              className={classNames(
                'absolute inset-x-0 border-t',
                value === 0 ? 'border-ink' : 'border-dashed border-line',
              )}
              style={{ bottom: `${((value - bottom) / (top - bottom)) * 100}%` }}
            />
          ))}
          {bars.map((bar) => (
            <BarColumn
              key={bar.key}
              share={(Math.abs(bar.value) / (top - bottom)) * 100}
              zero={zero}
              isLoss={bar.value < 0}
              isPointed={bar.key === pointed}
              isDense={bars.length > denseFrom}
              onPoint={() => setPointed(bar.key)}
            />
          ))}
        </div>
        <span />
        <Labels bars={bars} />
      </div>
      <AsTable>{table}</AsTable>
    </figure>
  );
}

/** From here on a phone has three pixels for each bar: most of them are the bar's. */
const denseFrom = 45;

function BarColumn({
  share,
  zero,
  isLoss,
  isPointed,
  isDense,
  onPoint,
}: {
  share: number;
  zero: number;
  isLoss: boolean;
  isPointed: boolean;
  isDense: boolean;
  onPoint: () => void;
}) {
  return (
    <span
      className={classNames('relative h-full flex-1', isPointed && 'bg-sunk')}
      onPointerEnter={onPoint}
      onPointerDown={onPoint}
    >
      <span
        className={classNames(
          'absolute',
          isDense ? 'inset-x-[0.5px]' : 'inset-x-[max(1px,14%)]',
          isLoss ? 'rounded-b-[2px] bg-danger' : 'rounded-t-[2px] bg-brand',
        )}
        style={
          isLoss
            ? { top: `${100 - zero}%`, height: `${share}%` }
            : { bottom: `${zero}%`, height: `${share}%` }
        }
      />
    </span>
  );
}

/** The first, the middle and the last; more would run into each other on a phone. */
function Labels({ bars }: { bars: readonly Bar[] }) {
  const middle = bars.length > 4 ? bars[Math.floor((bars.length - 1) / 2)] : undefined;
  const last = bars.length > 1 ? bars[bars.length - 1] : undefined;
  return (
    <div className="flex justify-between pt-1.5 text-label text-ink-2">
      <span>{bars[0]?.label}</span>
      <span>{middle?.label}</span>
      <span>{last?.label}</span>
    </div>
  );
}

/** Shares of a whole as bars that lie, each with its words: for a few names. */
export function ShareBars({
  title,
  rows,
  table,
}: {
  title: string;
  rows: readonly { key: string; name: ReactNode; value: number; words: ReactNode }[];
  table: ReactNode;
}) {
  const most = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <figure className="grid grid-cols-1 content-start gap-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <ul className="grid gap-4" aria-hidden="true">
        {rows.map(({ key, name, value, words }) => (
          <li key={key} className="grid gap-1.5">
            <span className="flex flex-wrap items-center justify-between gap-x-3 text-meta">
              <span className="flex items-center gap-2 font-semibold">{name}</span>
              {words}
            </span>
            <span className="block h-2.5 bg-sunk">
              <span
                className="block h-full rounded-r-[2px] bg-brand"
                style={{ width: `${Math.max((value / most) * 100, 0)}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
      <AsTable>{table}</AsTable>
    </figure>
  );
}

/** The figures behind a drawing, for those who would rather read. */
function AsTable({ children }: { children: ReactNode }) {
  return (
    <details className="text-meta">
      <summary className="inline-flex min-h-10 items-center text-brand underline underline-offset-4 max-lg:min-h-12">
        As a table
      </summary>
      <div className="relative overflow-x-auto">{children}</div>
    </details>
  );
}
