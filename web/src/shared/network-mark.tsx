/** A small mark per network: our own shapes in the network's colour on a neutral tile, told apart by form as well as by colour. */
import { networkLabels, networks, type Network } from '@jara/contract/constants.ts';

export function asNetwork(name: string | null | undefined): Network | undefined {
  return networks.find((network) => network === name);
}

/** The name that people use, also for a network that we do not know. */
export function networkLabel(name: string): string {
  const network = asNetwork(name);
  return network === undefined ? name : networkLabels[network];
}

export function NetworkMark({ network, size = 28 }: { network: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="shrink-0">
      <rect x="0.5" y="0.5" width="27" height="27" rx="6" className="fill-sunk stroke-line" />
      {shapes[asNetwork(network) ?? 'unknown']}
    </svg>
  );
}

const shapes = {
  MTN: (
    <path fill="#f7bd00" stroke="#14211b" strokeWidth="1.4" d="M4.5 14a9.5 6 0 1 0 19 0 9.5 6 0 1 0-19 0z" />
  ),
  GLO: <path fill="#3c9a2e" d="M14 5a9 9 0 1 0 9 9h-9z" />,
  AIRTEL: (
    <path
      fill="none"
      stroke="#e0281d"
      strokeWidth="4"
      d="M7 21c0-9 3-14 7.5-14 3.5 0 5.5 2.5 5.5 5.5 0 4-4.5 5-6.5 1.5"
    />
  ),
  '9MOBILE': <path fill="#e8641b" d="M6 6h16v5h-5.5v11h-5V11H6z" />,
  unknown: <path fill="none" stroke="currentColor" strokeWidth="1.75" strokeDasharray="2 3" d="M7 14h14" />,
} as const;
