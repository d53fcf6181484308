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
      <Words error={error} />
    </Notice>
  );
}

/** Why a form was not done. A refusal that says what to change needs no support: its number stands only where the fault is ours. */
export function FailureNotice({ error }: { error: unknown }) {
  return (
    <Notice tone="danger">
      <Words error={error} hasNumber={error instanceof Refusal && ourFaults.test(error.code)} />
    </Notice>
  );
}

export const ourFaults = /^(internal_error|outcome_unknown|unavailable)$/;

function Words({ error, hasNumber = true }: { error: unknown; hasNumber?: boolean }) {
  const words = wordsOf(error);
  return (
    <>
      {words === messages.somethingWentWrong ? ourFaultWords : words}
      {hasNumber && error instanceof Refusal && <SupportNumber requestId={error.requestId} />}
    </>
  );
}

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
