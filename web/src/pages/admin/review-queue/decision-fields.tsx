/** What every decision of staff asks: what became of it, and how they know. */
import { limits } from '@jara/contract/constants.ts';
import { Segmented } from '../../../ui/choice.tsx';
import { TextField } from '../../../ui/field.tsx';

export const noReasonWords = 'Say how you know: it goes into the staff record.';

export function OutcomeChoice<Outcome extends string>({
  label,
  options,
  value,
  error,
  onChange,
}: {
  label: string;
  options: readonly { value: Outcome; label: string }[];
  value: Outcome | undefined;
  error: string | undefined;
  onChange: (outcome: Outcome) => void;
}) {
  return (
    <Segmented
      label={label}
      options={options}
      value={value ?? ''}
      error={error}
      onChange={(said) => {
        const chosen = options.find((option) => option.value === said);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

export const ReasonField = ({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}) => (
  <TextField
    label="How do you know?"
    value={value}
    error={error}
    maxLength={limits.reasonMaximum}
    onChange={(event) => onChange(event.target.value)}
  />
);
