/** One question: its label, a hint above the control, and the error below it, tied together for screen readers. */
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useState,
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
} from 'react';
import { classNames } from './class-names.ts';
import { pen } from './icon.tsx';

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong and how to put it right. */
  error?: string | undefined;
}

/** What a control inside a field must carry. */
export interface ControlAids {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (aids: ControlAids) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const isWrong = error !== undefined && error !== '';
  const described = [hint !== undefined && hintId, isWrong && errorId].filter(Boolean).join(' ');
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-meta font-semibold text-ink">
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="-mt-1 text-meta text-ink-2">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': isWrong || undefined })}
      {isWrong && <FieldErrorText id={errorId}>{error}</FieldErrorText>}
    </div>
  );
}

/** What is wrong with the answer above. */
export function FieldErrorText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-meta font-medium text-danger">
      <CircleAlert size={16} className="mt-0.5 shrink-0" {...pen} />
      {children}
    </p>
  );
}

/** The box of a control; put `boxClass` on the frame and `bareInputClass` on an input inside it when something stands beside it. */
export const boxClass =
  'min-h-12 w-full rounded-control border border-edge bg-surface text-body text-ink transition-colors duration-[120ms] ' +
  'hover:border-ink has-[:disabled]:bg-sunk has-[[aria-invalid=true]]:border-danger ' +
  'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-info';
export const bareInputClass =
  'min-h-12 w-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3 disabled:text-ink-2';

export const inputClass =
  'min-h-12 w-full rounded-control border border-edge bg-surface px-3 text-body text-ink transition-colors duration-[120ms] ' +
  'placeholder:text-ink-3 hover:border-ink disabled:bg-sunk disabled:text-ink-2 aria-invalid:border-danger';

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => <input {...aids} {...rest} className={classNames(inputClass, className)} />}
    </Field>
  );
}

/** A password that can be looked at. `onShownChange` notifies a form that mirrors it. */
export function PasswordField({
  label,
  hint,
  error,
  onShownChange,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement> & { onShownChange?: (shown: boolean) => void }) {
  const [shown, setShown] = useState(false);
  const toggle = () => {
    setShown(!shown);
    onShownChange?.(!shown);
  };
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => (
        <span className={classNames(boxClass, 'flex')}>
          <input
            {...aids}
            {...rest}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(bareInputClass, 'px-3')}
          />
          <button
            type="button"
            onClick={toggle}
            aria-pressed={shown}
            className="flex min-w-[5rem] items-center justify-center gap-1.5 rounded-control px-3 text-meta font-semibold text-brand"
          >
            {shown ? <EyeOff size={18} {...pen} /> : <Eye size={18} {...pen} />}
            {shown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

export function SelectField({
  label,
  hint,
  error,
  options,
  className,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly Option[] }) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => (
        <select
          {...aids}
          {...rest}
          className={classNames(inputClass, 'select-arrow appearance-none pr-10', className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A yes-or-no switch in a row: the whole row is the target. */
export function SwitchField({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center justify-between gap-4">
      <span className="grid">
        <span className="text-body font-medium">{label}</span>
        {hint !== undefined && <span className="text-meta text-ink-2">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="switch"
      />
    </label>
  );
}
