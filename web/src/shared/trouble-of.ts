/** What is wrong with a service now, by the purchases of the last hour. */
import type { ServiceStatus } from '@jara/contract/calls/status.ts';
import { networkLabel } from './network-mark.tsx';

/** From this many percent on somebody should know before paying. */
const worthSaying = 25;

/** Undefined when there is nothing to say. */
export function troubleKindOf({ failedPercent, slowPercent }: ServiceStatus): 'fails' | 'slow' | undefined {
  if (failedPercent >= worthSaying) return 'fails';
  return slowPercent >= worthSaying ? 'slow' : undefined;
}

/** In words; undefined when there is nothing to say. */
export function troubleOf(status: ServiceStatus): string | undefined {
  const name = `${networkLabel(status.network)} ${status.service}`;
  const kind = troubleKindOf(status);
  if (kind === 'fails') {
    return `${name} has trouble: ${inTen(status.failedPercent)} fail. The money of those comes back at once.`;
  }
  return kind && `${name} is slow: ${inTen(status.slowPercent)} wait over a minute.`;
}

function inTen(percent: number): string {
  const tenths = Math.round(percent / 10);
  return tenths >= 10 ? 'all of them' : `${tenths} in 10`;
}
