/** A line of figures as a picture among words: how it went, without axes. Its first and last value stand beside it in words. */
import { classNames } from './class-names.ts';

const width = 120;
const height = 32;
/** Half of the thickest stroke, so that nothing is cut off. */
const margin = 3;

export function Sparkline({
  values,
  label,
  className,
}: {
  /** Oldest first, none below 0. */
  values: readonly number[];
  /** What a screen reader says in its place. */
  label: string;
  className?: string;
}) {
  const most = Math.max(...values, 1);
  const steps = Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) =>
      [
        margin + (index / steps) * (width - 2 * margin),
        height - margin - (value / most) * (height - 2 * margin),
      ] as const,
  );
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const [lastX, lastY] = points[points.length - 1] ?? [margin, height - margin];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={classNames('w-30 overflow-visible text-brand', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
    >
      <path className="text-line" strokeWidth="1" d={`M0 ${height - margin}H${width}`} />
      {points.length > 1 && <path d={`M${line}`} />}
      <circle cx={lastX} cy={lastY} r="2.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
