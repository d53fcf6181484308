import { toast } from '../ui/toast.tsx';
import { copyText } from './copy.ts';

/** The share sheet of the device; where there is none, the link is copied and `copied` says so. */
export function shareLink(
  { title, text, url }: Required<Pick<ShareData, 'title' | 'text' | 'url'>>,
  copied: string,
) {
  if (typeof navigator.share !== 'function') return copyText(url, copied);
  navigator.share({ title, text, url }).catch((error: unknown) => {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast.error('Could not share the link');
  });
}
