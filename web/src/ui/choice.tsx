/** One of a few: joined segments (radio buttons underneath, so arrows and screen readers work by themselves). */
import { useId } from 'react';
import { classNames } from './class-names.ts';
import type { Option } from './field.tsx';

interface ChoiceProps {
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

export function Segmented({ label, options, value, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-meta font-semibold">{label}</legend>
      <div className="flex divide-x divide-edge overflow-hidden rounded-control border border-edge bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 flex-1 cursor-pointer items-center justify-center px-3 text-center text-meta font-semibold text-ink-2 transition-colors duration-[120ms] hover:bg-sunk hover:text-ink has-checked:bg-brand has-checked:text-on-brand"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same choice as loose chips that may wrap or scroll: filters above a list. */
export function Chips({
  label,
  options,
  value,
  onChange,
  hideLabel = false,
}: ChoiceProps & { hideLabel?: boolean }) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-meta font-semibold'}>{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-10 cursor-pointer items-center rounded-full border px-4 text-meta font-medium transition-colors duration-[120ms]',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
              option.value === value
                ? 'border-brand bg-brand-wash font-semibold text-ink'
                : 'border-line bg-surface text-ink-2 hover:border-ink hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
