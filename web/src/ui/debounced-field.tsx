/** A filter that one types: it applies after a pause, by Enter at once. */
import { useRef, useState } from 'react';
import { TextField } from './field.tsx';

/** Typed filters apply after this pause (S9.14); Enter applies at once. */
const delayMs = 2_000;

export function DebouncedField({
  label,
  value,
  inputMode,
  fix,
  onApply,
}: {
  label: string;
  /** What is applied now. */
  value: string;
  inputMode?: 'tel';
  /** What is wrong with it and how to put it right; it is not applied then. */
  fix?: (text: string) => string | undefined;
  onApply: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [error, setError] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (applied !== value) {
    setApplied(value);
    setText(value);
    setError(undefined);
  }
  const apply = (typed: string) => {
    clearTimeout(timer.current);
    const wrong = fix?.(typed.trim());
    setError(wrong);
    if (wrong === undefined && typed.trim() !== value) onApply(typed.trim());
  };
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      inputMode={inputMode}
      value={text}
      error={error}
      onChange={(event) => {
        const typed = event.target.value;
        setText(typed);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => apply(typed), delayMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
