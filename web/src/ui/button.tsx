/** Buttons and links that look like them. 48 px high, so that a thumb finds them; `compact` is for dense rows on a desktop. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  kind?: Kind;
  compact?: boolean;
  wide?: boolean;
}

const kinds: Record<Kind, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-pressed active:bg-brand-pressed',
  secondary: 'border border-edge bg-surface text-ink hover:border-ink hover:bg-sunk',
  quiet: 'text-brand underline-offset-4 hover:underline',
  danger: 'border border-danger text-danger hover:bg-danger-wash',
};

function lookOf({ kind = 'primary', compact = false, wide = false }: Look): string {
  return classNames(
    'button',
    compact ? 'min-h-10 px-3 text-meta' : 'min-h-12 px-5 text-body',
    wide && 'w-full',
    kinds[kind],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** While something runs: the button keeps its place and focus, says so, and takes no second press. */
  busy?: boolean;
  busyLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind,
  compact,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(
        lookOf({ ...(kind && { kind }), ...(compact && { compact }), ...(wide && { wide }) }),
        className,
      )}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <Busy label={busyLabel} fallback={children} /> : children}
    </button>
  );
}

function Busy({ label, fallback }: { label: string | undefined; fallback: ReactNode }) {
  return (
    <>
      <span className="sweeps h-0.5 w-6 rounded-full" aria-hidden="true" />
      {label ?? fallback}
    </>
  );
}

export function ButtonLink({ kind, compact, wide, className, ...rest }: LinkProps & Look) {
  return (
    <Link
      className={classNames(
        lookOf({ ...(kind && { kind }), ...(compact && { compact }), ...(wide && { wide }) }),
        className,
      )}
      {...rest}
    />
  );
}

/** A square button that holds an icon only; `label` is its name. */
export function IconButton({
  label,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      className={classNames(
        'inline-flex size-12 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-sunk hover:text-ink',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
