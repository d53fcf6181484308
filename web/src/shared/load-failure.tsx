/** What could not be loaded or done: why, a way to try again, and the number by which support finds the request. */
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
      {plain(wordsOf(error))}
      {error instanceof Refusal && <SupportNumber requestId={error.requestId} />}
    </Notice>
  );
}

/** Why a form was not done. A refusal that says what to change needs no support: its number stands only where the fault is ours. */
export function FailureNotice({ error }: { error: unknown }) {
  return (
    <Notice tone="danger">
      {plain(wordsOf(error))}
      <NumberOfOurFault error={error} />
    </Notice>
  );
}

/** The same for a form that finds fault with what was typed, too: `words` are its own or those of `error`, and nothing stands without any. */
export function ProblemNotice({ words, error }: { words: string | undefined; error: unknown }) {
  if (words === undefined) return null;
  if (error instanceof Refusal && words === wordsOf(error)) return <FailureNotice error={error} />;
  return <Notice tone="danger">{words}</Notice>;
}

export const ourFaults = /^(internal_error|outcome_unknown|unavailable)$/;

/** Below words of one's own for a failure. */
export function NumberOfOurFault({ error }: { error: unknown }) {
  return (
    error instanceof Refusal && ourFaults.test(error.code) && <SupportNumber requestId={error.requestId} />
  );
}

const plain = (words: string): string => (words === messages.somethingWentWrong ? ourFaultWords : words);

/** By which support finds the request. */
export function SupportNumber({ requestId }: { requestId: string | undefined }) {
  return (
    requestId !== undefined && (
      <span className="block pt-1 text-label">
        For support: <span className="font-mono [overflow-wrap:anywhere]">{requestId}</span>
      </span>
    )
  );
}
