import type { TextareaHTMLAttributes } from 'react';
import { bareInputClass, boxClass, Field, type FieldProps } from './field.tsx';

/** Several lines of text; it grows with what is written. */
export function TextArea({
  label,
  hint,
  error,
  rows = 6,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => (
        <span className={`${boxClass} flex`}>
          <textarea
            {...aids}
            {...rest}
            rows={rows}
            className={`${bareInputClass} field-sizing-content max-h-[60dvh] resize-y px-3 py-2.5`}
          />
        </span>
      )}
    </Field>
  );
}
