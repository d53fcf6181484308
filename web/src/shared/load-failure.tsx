/** Something could not be loaded: what, why, and a way to try again. */
import { wordsOf } from '../platform/send.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function LoadFailure({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <Notice
      tone="danger"
      title={title}
      action={
        <Button kind="secondary" compact className="mt-1 justify-self-start" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {wordsOf(error)}
    </Notice>
  );
}
