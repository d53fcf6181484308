/** Names the services that staff have locked, and offers a mail when they are back. */
import { Suspense } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { networkLabel } from '../../shared/network-mark.tsx';

const ServiceAlert = lazyAfterLoad(async () => (await import('../checkout/service-alert.tsx')).ServiceAlert);

/** `names` are networks, or electricity companies; nothing when there are none. */
export function LockedNotice({ service, names }: { service: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Notice tone="amber">
      <ul className="grid gap-3">
        {names.map((name) => (
          <li key={name}>
            {networkLabel(name)} {service} is not available now.
            <Suspense fallback={<div className="h-11" />}>
              <ServiceAlert name={name} type={service} />
            </Suspense>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
