/** Which network: four tiles with mark and name, two by two where large text leaves no room. Locked networks stay in sight, with the reason. */
import { useId } from 'react';
import { networkLabels, networks, type Network } from '@jara/contract/constants.ts';
import { classNames } from '../../ui/class-names.ts';
import { FieldErrorText } from '../../ui/field.tsx';
import { NetworkMark } from '../../shared/network-mark.tsx';

const isNeverLocked = () => false;

export function NetworkPicker({
  label = 'Network',
  value,
  onChange,
  error,
  isLocked = isNeverLocked,
}: {
  label?: string;
  value: Network | null;
  onChange: (network: Network) => void;
  error?: string | undefined;
  isLocked?: (network: Network) => boolean;
}) {
  const name = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend className="mb-1.5 text-meta font-semibold">{label}</legend>
      <div className="@container">
        <div className="grid grid-cols-4 gap-2 @max-[14rem]:grid-cols-2">
          {networks.map((network) => (
            <label
              key={network}
              className={classNames(
                'flex min-h-14 items-center gap-2.5 rounded-control border px-3 transition-colors duration-[120ms]',
                '@max-lg:flex-col @max-lg:justify-center @max-lg:gap-1 @max-lg:px-0.5 @max-lg:py-2 @max-lg:text-center',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
                isLocked(network)
                  ? 'cursor-not-allowed border-line bg-sunk text-ink-3'
                  : 'cursor-pointer hover:border-ink',
                value === network
                  ? 'border-brand bg-brand-wash shadow-[inset_0_0_0_1px_var(--brand)]'
                  : 'border-edge bg-surface',
              )}
            >
              <input
                type="radio"
                name={name}
                value={network}
                checked={value === network}
                disabled={isLocked(network)}
                onChange={() => onChange(network)}
                className="sr-only"
              />
              <NetworkMark network={network} />
              <span className="grid leading-tight">
                <span className="text-meta font-semibold @max-lg:text-label @max-lg:font-medium @max-lg:tracking-tight">
                  {networkLabels[network]}
                </span>
                {isLocked(network) && <span className="text-label">Not available now</span>}
              </span>
            </label>
          ))}
        </div>
      </div>
      {error !== undefined && <FieldErrorText id={`${name}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}
