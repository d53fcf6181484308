/** Where the code of two-step login is typed, or a recovery code in its place; `hint` where it is another one. */
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/field.tsx';

type Field = Pick<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'error' | 'hint' | 'enterKeyHint' | 'onChange'
>;

/** `isFirst`: two-step login is being switched on, and there are no recovery codes yet. */
export const CodeField = ({ isFirst = false, ...field }: Field & { isFirst?: boolean }) => (
  <TextField
    label="Code"
    hint={`Six digits from your authenticator app${isFirst ? '' : ', or a recovery code'}.`}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    autoCorrect="off"
    spellCheck={false}
    className="tracking-[0.2em] tabular-nums"
    {...field}
  />
);
