/** What was sent to the user's server and what it answered: each message with its tries, its body, and a way to send it again. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown, Clock3, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { limits } from '@jara/contract/constants.ts';
import type { WebhookMessage } from '@jara/contract/calls/webhooks.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { clockWords, fullTime, timeWords } from '../../../shared/when.tsx';
import { toTransaction } from '../../../platform/paths.ts';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

/** While something waits for its next try, the list is asked for again. */
const askAgainMs = 10_000;

export function Deliveries() {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: keys.webhookMessagePage(page),
    queryFn: ({ signal }) => send('listWebhookMessages', { page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => message.state === 'pending') === true ? askAgainMs : false,
  });
  const messages = query.data?.messages;
  return (
    <section aria-labelledby="deliveries" className="grid grid-cols-1 gap-4 border-t border-ink pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="deliveries" className="display text-lead">
          Deliveries
        </h2>
        <Button
          kind="quiet"
          compact
          className="-mr-3 min-h-12"
          busy={query.isFetching && messages !== undefined}
          busyLabel="Refreshing"
          onClick={() => void query.refetch()}
        >
          <RefreshCw size={18} {...pen} /> Refresh
        </Button>
      </div>
      {messages === undefined ? (
        query.isError || query.fetchStatus === 'paused' ? (
          <LoadFailure
            title="The deliveries could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={3} label="Loading the deliveries" />
        )
      ) : messages.length === 0 ? (
        <Empty title="Nothing sent yet">
          {page === 1
            ? 'Set a webhook and send a test: what your server answered stands here.'
            : 'There are no older messages.'}
        </Empty>
      ) : (
        <ul className="divide-y divide-line border-y border-line" aria-label="Deliveries">
          {messages.map((message) => (
            <Delivery key={message._id} message={message} />
          ))}
        </ul>
      )}
      {(page > 1 || messages?.length === limits.pageSize) && (
        <nav aria-label="Pages" className="flex justify-between gap-3">
          <Button kind="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            kind="secondary"
            disabled={(messages?.length ?? 0) < limits.pageSize}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </nav>
      )}
    </section>
  );
}

const states = {
  delivered: { tone: 'success', word: 'Delivered', Icon: Check },
  failed: { tone: 'danger', word: 'Given up', Icon: X },
  pending: { tone: 'amber', word: 'Waiting', Icon: Clock3 },
} as const;
const isKnown = (state: string): state is keyof typeof states => Object.keys(states).includes(state);

function Delivery({ message }: { message: WebhookMessage }) {
  const { tone, word, Icon } = isKnown(message.state) ? states[message.state] : states.pending;
  const { length } = message.tries;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-16 list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-sunk [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 flex-1 grid-cols-1 basis-[10rem]">
            <span className="font-mono text-meta font-semibold [overflow-wrap:anywhere]">{message.type}</span>
            <span className="text-meta text-ink-2">
              {timeWords(message.createdAt, { precise: true })} · {length === 1 ? '1 try' : `${length} tries`}
              {message.nextTryAt !== null && ` · next ${timeWords(message.nextTryAt)}`}
            </span>
          </span>
          <Pill tone={tone} icon={<Icon size={13} {...pen} strokeWidth={2.25} />}>
            {word}
          </Pill>
          <ChevronDown size={20} {...pen} className="shrink-0 text-ink-2 group-open:rotate-180" />
        </summary>
        <Details message={message} />
      </details>
    </li>
  );
}

function Details({ message }: { message: WebhookMessage }) {
  return (
    <div className="grid grid-cols-1 gap-4 pt-1 pb-5">
      <dl className="grid gap-x-4 gap-y-1 text-meta sm:grid-cols-[min(8rem,42%)_1fr]">
        <dt className="text-ink-2">webhook-id</dt>
        <dd className="font-mono">msg_{message._id}</dd>
        {message.transactionId !== null && (
          <>
            <dt className="text-ink-2">Transaction</dt>
            <dd>
              <Link
                to={toTransaction(message.transactionId)}
                className="font-semibold text-brand underline underline-offset-4"
              >
                Open the slip
              </Link>
            </dd>
          </>
        )}
      </dl>
      {message.tries.length > 0 && (
        <ol className="grid gap-2 text-meta" aria-label="Tries">
          {message.tries.map(({ at, status, problem, answer, tookMs }) => (
            <li key={at} className="grid gap-0.5">
              <span>
                <time dateTime={at} title={fullTime(at)} className="figures">
                  {timeWords(at)}
                  <span className="sr-only"> {clockWords(at)}</span>
                </time>{' '}
                —{' '}
                <b className={problem === null ? 'text-success' : 'text-danger'}>
                  {problem ?? `Answered ${status}`}
                </b>{' '}
                after {tookMs.toLocaleString('en-NG')} ms
              </span>
              {answer !== null && answer !== '' && (
                <code className="font-mono text-label [overflow-wrap:anywhere] text-ink-2">{answer}</code>
              )}
            </li>
          ))}
        </ol>
      )}
      {message.body !== null && (
        <div className="grid grid-cols-1 gap-1.5">
          <p className="text-meta font-semibold">Body, as it was sent last</p>
          <pre
            // What scrolls must be reached by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="max-h-80 overflow-auto rounded-control border border-line bg-sunk p-3 font-mono text-label"
          >
            {indented(message.body)}
          </pre>
        </div>
      )}
      <Replay id={message._id} />
    </div>
  );
}

function Replay({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => send('replayWebhookMessage', { id }),
    onSuccess: ({ msg, message }) => {
      if (message.state === 'delivered') toast.success(msg);
      else
        toast.error(
          `${msg}, and not taken: ${message.tries[message.tries.length - 1]?.problem ?? 'no answer yet'}`,
        );
    },
    onError: (error) => toast.error(wordsOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.webhookMessages }),
  });
  return (
    <Button
      kind="secondary"
      className="justify-self-start"
      busy={replay.isPending}
      busyLabel="Sending"
      onClick={() => replay.mutate()}
    >
      Send again
    </Button>
  );
}

/** JSON as people read it; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
