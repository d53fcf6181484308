/** The network that a caller means by a code or a name. Data and airtime have codes of their own. */
import { networks, type Network } from '@jara/contract/constants.ts';

function networkOfCode(codes: Record<Network, number>, input: string | number): Network | undefined {
  const text = String(input);
  return networks.find((network) => String(codes[network]) === text);
}

/** By name in any case, or by code. */
export function networkOf(codes: Record<Network, number>, input: string | number): Network | undefined {
  const name = String(input).trim().toUpperCase();
  return networks.find((network) => network === name) ?? networkOfCode(codes, input);
}
