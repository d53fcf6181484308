/**
 * A Nigerian mobile number, typed or pasted as people have it (`+234 803 ...`, dashes, words around it). The network of the prefix shows as a
 * chip inside the field and can be changed there; a change is remembered for that number, because numbers are portable.
 */
import type { InputHTMLAttributes } from 'react';
import { networkLabels, networks, type Network } from '@jara/contract/constants.ts';
import { formatPhone, guessNetwork, phonesIn, readPhone } from '@jara/contract/phone.ts';
import { ownPrefix, readLocal, writeLocal } from '../../platform/local-storage.ts';
import { classNames } from '../../ui/class-names.ts';
import { bareInputClass, boxClass, Field, type FieldProps } from '../../ui/field.tsx';
import { asNetwork, NetworkMark } from '../network-mark.tsx';

export interface PhoneFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** With these two the chip shows; `null` is "not known yet". */
  network?: Network | null;
  onNetworkChange?: (network: Network) => void;
}

export function PhoneField({
  label,
  hint,
  error,
  value,
  onChange,
  network,
  onNetworkChange,
  ...rest
}: PhoneFieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>) {
  const change = (text: string) => {
    onChange(text);
    const detected = networkOf(text);
    if (detected !== undefined && detected !== network) onNetworkChange?.(detected);
  };
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(aids) => (
        <span className={classNames(boxClass, 'flex items-center')}>
          <input
            enterKeyHint="next"
            {...aids}
            {...rest}
            type="tel"
            inputMode="numeric"
            autoComplete="tel"
            maxLength={200}
            value={value}
            onChange={(event) => change(event.target.value)}
            onBlur={() => {
              const phone = readPhone(value);
              if (phone !== undefined) onChange(formatPhone(phone));
            }}
            className={classNames(bareInputClass, 'px-3 tracking-wide')}
          />
          {onNetworkChange && (
            <NetworkChip
              network={network ?? null}
              onChange={(chosen) => {
                rememberNetwork(value, chosen);
                onNetworkChange(chosen);
              }}
            />
          )}
        </span>
      )}
    </Field>
  );
}

function NetworkChip({
  network,
  onChange,
}: {
  network: Network | null;
  onChange: (network: Network) => void;
}) {
  return (
    <span className="relative mr-1.5 flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-sunk py-1 pr-8 pl-1.5 has-focus-visible:outline-3 has-focus-visible:outline-info">
      {network !== null && <NetworkMark network={network} size={22} />}
      <span
        aria-hidden="true"
        className={classNames('text-label font-semibold', network === null && 'pl-1.5 text-ink-2')}
      >
        {network === null ? 'Network' : networkLabels[network]}
      </span>
      <select
        aria-label="Network"
        value={network ?? ''}
        onChange={(event) => {
          const chosen = asNetwork(event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        className="select-arrow absolute bg-[position:right_18px_center,right_13px_center] bg-[size:5px_5px] inset-0 w-full appearance-none rounded-full text-transparent outline-none *:bg-surface *:text-ink"
      >
        {network === null && <option value="">Select a network</option>}
        {networks.map((name) => (
          <option key={name} value={name}>
            {networkLabels[name]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** What is wrong with a phone number, with its fix; nothing when it is right. */
export function phoneFix(text: string): string | undefined {
  if (readPhone(text) !== undefined) return undefined;
  if (phonesIn(text).length > 1) return 'These are two numbers. Keep one of them.';
  const digits = text.replace(/\D/g, '');
  if (digits.length !== 11) return `Phone number must have 11 digits \u2014 you typed ${digits.length}.`;
  return 'A Nigerian mobile number starts with 070, 080, 081, 090 or 091.';
}

const rememberedKey = `${ownPrefix}networkOfNumber`;
const mostRemembered = 200;

/** The network of a number: what was said about it before, else what its prefix says. */
export function networkOf(text: string): Network | undefined {
  const phone = readPhone(text);
  if (phone === undefined) return guessNetwork(text.replace(/[\s().-]/g, ''));
  return readRemembered().find(([number]) => number === phone)?.[1] ?? guessNetwork(phone);
}

/** Keeps what somebody said about a number; numbers that are not complete are not remembered. */
export function rememberNetwork(text: string, network: Network): void {
  const phone = readPhone(text);
  if (phone === undefined) return;
  const others = readRemembered().filter(([number]) => number !== phone);
  const next = guessNetwork(phone) === network ? others : [[phone, network] as const, ...others];
  writeLocal(rememberedKey, JSON.stringify(next.slice(0, mostRemembered)));
}

function readRemembered(): (readonly [string, Network])[] {
  try {
    const value: unknown = JSON.parse(readLocal(rememberedKey) ?? '[]');
    return Array.isArray(value) ? (value as [string, Network][]) : []; // written by `rememberNetwork`
  } catch {
    return [];
  }
}
