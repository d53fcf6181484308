/** What may be bought from a device that is new, or after a reset of the password, said before anything is chosen. */
import { Suspense } from 'react';
import { lazyAfterLoad } from '../../shared/lazy.ts';

const Notice = lazyAfterLoad(async () => (await import('./purchase-limits-notice.tsx')).PurchaseLimitsNotice);

/** Most people have no such limit: what says it is fetched after the form is there. */
export const PurchaseLimits = () => (
  <Suspense>
    <Notice />
  </Suspense>
);
