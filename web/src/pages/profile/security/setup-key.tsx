/** What the authenticator app must know: as a QR code for another phone, as a link for this one, and in letters for any. */
import { Suspense } from 'react';
import { copyText } from '../../../shared/copy.ts';
import { lazyAfterLoad } from '../../../shared/lazy.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** The link and the key say the same. */
const Qr = lazyAfterLoad(async () => (await import('../../../shared/qr/qr.tsx')).Qr);

export function SetupKey({ uri, setupKey }: { uri: string; setupKey: string }) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Read this with your authenticator app. On the phone itself,{' '}
        <a href={uri} className="font-semibold text-brand underline underline-offset-4">
          open the app
        </a>{' '}
        or copy the key.
      </p>
      <div className="flex justify-center">
        <Suspense fallback={<Skeleton className="aspect-square w-full max-w-48" />}>
          <Qr text={uri} label="QR code for your authenticator app" />
        </Suspense>
      </div>
      <div className="flex items-center justify-between gap-3 border-y border-line py-2">
        <span className="min-w-0 text-meta tabular-nums">{setupKey.match(/.{1,4}/g)?.join(' ')}</span>
        <Button kind="quiet" compact onClick={() => copyText(setupKey)}>
          Copy key
        </Button>
      </div>
    </div>
  );
}
