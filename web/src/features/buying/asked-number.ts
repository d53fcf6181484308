/** The number and the network that an address asks for, and what a number that is typed changes of the network: one rule for airtime and data. */
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import type { Network } from '@jara/contract/constants.ts';
import { readPhone } from '@jara/contract/phone.ts';
import { useSession } from '../../platform/session.ts';
import { networkOf } from '../../shared/forms/phone-field.tsx';
import { asNetwork } from '../../shared/network-mark.tsx';

interface Asked {
  phone: string | null;
  network: Network | undefined;
}

/**
 * Gives `?phone=&network=` of the address to `fill` once, when the screen opens for somebody who is signed in, and takes them out of the
 * address: after a reload or a login they would overwrite what was typed since.
 */
export function useAskedNumber(fill: (asked: Asked) => void): URLSearchParams {
  const [search, setSearch] = useSearchParams();
  const userId = useSession().signedIn?.user._id;
  const take = useEffectEvent((owner: string | undefined) => {
    if (owner === undefined) return;
    fill({ phone: search.get('phone'), network: asNetwork(search.get('network')) });
    if (!search.has('phone') && !search.has('network')) return;
    const rest = new URLSearchParams(search);
    rest.delete('phone');
    rest.delete('network');
    setSearch(rest, { replace: true });
  });
  useEffect(() => take(userId), [userId]);
  return search;
}

/** What `typed` in the place of `before` changes of the network: another number has its own, or none while nothing tells it. */
export function networkChange(typed: string, before: string): { network?: Network | null } {
  const phone = readPhone(typed);
  if (phone !== undefined && phone === readPhone(before)) return {};
  const network = networkOf(typed);
  if (network !== undefined) return { network };
  return phone === undefined ? {} : { network: null };
}
