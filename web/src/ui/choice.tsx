/** One of a few: joined segments (radio buttons underneath, so arrows and screen readers work by themselves). */
import { useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldErrorText, type Option } from './field.tsx';

interface ChoiceProps {
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
}

/** A radio button that only the keyboard and screen readers see; what one sees is the label around it. */
const Radio = ({
  name,
  option,
  value,
  onChange,
  className,
}: Pick<ChoiceProps, 'value' | 'onChange'> & { name: string; option: Option; className: string }) => (
  <label className={className}>
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
);

export function Segmented({
  label,
  options,
  value,
  error,
  onChange,
}: ChoiceProps & { error?: string | undefined }) {
  const name = useId();
  const errorId = `${name}-error`;
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1.5 text-meta font-semibold">{label}</legend>
      <div className="flex divide-x divide-edge overflow-hidden rounded-control border border-edge bg-surface has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info">
        {options.map((option) => (
          <Radio
            key={option.value}
            name={name}
            option={option}
            value={value}
            onChange={onChange}
            className={classNames(
              'flex min-h-12 flex-1 cursor-pointer items-center justify-center px-3 text-center text-meta font-semibold transition-colors duration-[120ms]',
              option.value === value ? 'bg-brand text-on-brand' : 'text-ink-2 hover:bg-sunk hover:text-ink',
            )}
          />
        ))}
      </div>
      {error !== undefined && (
        <div className="mt-1.5">
          <FieldErrorText id={errorId}>{error}</FieldErrorText>
        </div>
      )}
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
          <Radio
            key={option.value}
            name={name}
            option={option}
            value={value}
            onChange={onChange}
            className={classNames(
              'flex min-h-10 cursor-pointer items-center rounded-full border px-3.5 text-meta font-medium transition-colors duration-[120ms]',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
              option.value === value
                ? 'border-brand bg-brand-wash font-semibold text-ink'
                : 'border-line bg-surface text-ink-2 hover:border-ink hover:text-ink',
            )}
          />
        ))}
      </div>
    </fieldset>
  );
}
