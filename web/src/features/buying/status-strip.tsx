/** Before one pays: which services are slow or failing now. Forms do without it until all they need is there. */
import { Suspense } from 'react';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import type { TroublesOf } from './service-troubles.tsx';

const ServiceTroubles = lazyAfterLoad(async () => (await import('./service-troubles.tsx')).ServiceTroubles);

export function StatusStrip(of: TroublesOf) {
  return (
    <Suspense>
      <ServiceTroubles {...of} />
    </Suspense>
  );
}
