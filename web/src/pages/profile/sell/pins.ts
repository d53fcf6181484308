/** What somebody sells often stands first, so that the same digits sell it each time: and they pin it once on a device. */
import { useRemembered } from '../../../shared/remembered.ts';
import type { Offer } from './offers.ts';

/** The ids of the offers that are pinned, in the order in which they were, and what pins one or lets it go. */
export function usePins(): [string[], (id: string) => void] {
  const [saved, save] = useRemembered('sellPins', '');
  const pins = saved.split(' ').filter(Boolean);
  const toggle = (id: string) =>
    save((pins.includes(id) ? pins.filter((pin) => pin !== id) : [...pins, id]).join(' '));
  return [pins, toggle];
}

/** A plan that is not on sale now keeps its pin, and no place. */
export function pinnedFirst(offers: readonly Offer[], pins: readonly string[]): Offer[] {
  const pinned = pins.flatMap((pin) => offers.filter(({ id }) => id === pin));
  return [...pinned, ...offers.filter(({ id }) => !pins.includes(id))];
}
