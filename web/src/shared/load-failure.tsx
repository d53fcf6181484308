/** Something could not be loaded: what, why, a way to try again, and the number by which support finds the request. */
import { messages } from '@jara/contract/messages.ts';
import { Refusal, wordsOf } from '../platform/send.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const ourFaultWords = 'The fault is ours. Try again in a moment; if it stays, write to support.';

export function LoadFailure({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const isOurFault = wordsOf(error) === messages.somethingWentWrong;
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
      {isOurFault ? ourFaultWords : wordsOf(error)}
      {error instanceof Refusal && error.requestId !== undefined && (
        <span className="block pt-1 text-label">
          For support: <span className="font-mono [overflow-wrap:anywhere]">{error.requestId}</span>
        </span>
      )}
    </Notice>
  );
}
