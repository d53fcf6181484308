/** The notice that everybody sees on entry, with the modal as they will see it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { FailureNotice, LoadFailure } from '../../../shared/load-failure.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.tsx';

const longest = 1_000;

export function NoticeSection() {
  const current = useQuery({
    queryKey: keys.notificationText,
    queryFn: ({ signal }) => send('getNotification', undefined, { signal }),
  });
  if (current.data !== undefined) return <NoticeForm current={current.data.msg} />;
  if (!current.isError) return <SkeletonRows rows={2} label="Loading the notification" />;
  return (
    <LoadFailure
      title="The notification could not be loaded"
      error={current.error}
      onRetry={() => void current.refetch()}
    />
  );
}

function NoticeForm({ current }: { current: string | null }) {
  const [typed, setTyped] = useState<string>();
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const text = typed ?? current ?? '';
  const left = longest - Array.from(text).length;
  const update = useMutation({
    mutationFn: (msg: string) => send('updateNotification', { msg }),
    onSuccess: (reply) => {
      setTyped(undefined);
      queryClient.setQueryData(keys.notificationText, reply);
      toast.success(reply.msg === null ? 'The notification is removed' : 'The notification is updated');
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!update.isPending) update.mutate(text);
  };
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_min(24rem,48%)] lg:items-start">
      <form onSubmit={submit} className="grid max-w-form grid-cols-1 gap-4">
        <TextArea
          label="Text"
          hint={left < 200 ? `${left} characters left` : 'Plain text. An empty one shows no notification'}
          rows={5}
          maxLength={longest * 2}
          value={text}
          error={left < 0 ? `Use at most ${longest.toLocaleString('en-NG')} characters.` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            update.reset();
          }}
        />
        {update.isError && <FailureNotice error={update.error} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            busy={update.isPending}
            busyLabel="Saving"
            disabled={!isOnline || left < 0 || text.trim() === (current ?? '')}
          >
            {isOnline ? 'Update notification' : noNetworkWords}
          </Button>
          {current !== null && (
            <Button kind="secondary" disabled={update.isPending} onClick={() => update.mutate('')}>
              Remove it
            </Button>
          )}
        </div>
      </form>
      <NoticePreview text={text.trim()} />
    </div>
  );
}

function NoticePreview({ text }: { text: string }) {
  return (
    <section aria-label="Preview" className="grid gap-2">
      <p className="text-meta text-ink-2">As users see it when they come in</p>
      {text === '' ? (
        <p className="grid min-h-32 place-content-center border border-dashed border-edge px-6 text-center text-meta text-ink-2">
          Nothing is shown.
        </p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-paper shadow-sheet">
          <p className="display border-b border-line px-5 py-4 text-title">notifications</p>
          <p className="px-5 py-4 [overflow-wrap:anywhere] whitespace-pre-line">{text}</p>
          <p className="border-t border-line px-5 py-4" aria-hidden="true">
            <span className="flex min-h-12 items-center justify-center rounded-control bg-brand font-semibold text-on-brand">
              OK
            </span>
          </p>
        </div>
      )}
    </section>
  );
}
