/** Problems that users reported: what they wrote and were answered; staff answer, and refund on the receipt. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router';
import type { DisputeEntry } from '@jara/contract/calls/receipts/disputes.ts';
import { limits } from '@jara/contract/constants.ts';
import { disputeKinds } from '@jara/contract/dispute-kinds.ts';
import { FailureNotice } from '../../../shared/load-failure.tsx';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { DisputeMessages } from '../../../shared/dispute-messages.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { StatusPill } from '../../../shared/status.tsx';
import { keys } from '../../../platform/queries.ts';
import { send } from '../../../platform/send.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toReceiptOf, toUser } from '../addresses.ts';
import { QueueFrame, QueueItem } from './queue-frame.tsx';

const empty: Readonly<Record<string, string>> = {
  open: 'No problem waits for an answer',
  answered: 'No answer waits for its user',
  closed: 'No problem was closed yet',
};

export default function DisputeQueue() {
  const [queue, setQueue] = useState('open');
  const pages = useCursorPages(queue);
  const [answering, setAnswering] = useState<DisputeEntry>();
  const list = useQuery({
    queryKey: [...keys.reviewQueue, 'disputes', queue, pages.before],
    queryFn: ({ signal }) =>
      send(
        'listDisputes',
        { queue, ...(pages.before !== undefined && { before: pages.before }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <Chips
        label="State"
        hideLabel
        options={['open', 'answered', 'closed'].map((value) => ({
          value,
          label: value.charAt(0).toUpperCase() + value.slice(1),
        }))}
        value={queue}
        onChange={setQueue}
      />
      <QueueFrame list={list}>
        {({ disputes, next }) => (
          <>
            {disputes.length === 0 && <Empty title={empty[queue] ?? ''} />}
            <ol className="border-t border-ink">
              {disputes.map((dispute) => (
                <Entry
                  key={dispute._id}
                  dispute={dispute}
                  onAnswer={dispute.state === 'closed' ? undefined : () => setAnswering(dispute)}
                />
              ))}
            </ol>
            <CursorButtons pages={pages} next={next} />
          </>
        )}
      </QueueFrame>
      <Sheet title="Answer" open={answering !== undefined} onClose={() => setAnswering(undefined)}>
        {answering !== undefined && (
          <AnswerForm key={answering._id} dispute={answering} onDone={() => setAnswering(undefined)} />
        )}
      </Sheet>
    </>
  );
}

const link = 'text-brand underline underline-offset-4';
const kindWords: Readonly<Record<string, string>> = disputeKinds;

function Entry({ dispute, onAnswer }: { dispute: DisputeEntry; onAnswer: (() => void) | undefined }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const { kind, description, amount, recipient, trans_UserName: userName, trans_Status: status } = dispute;
  return (
    <QueueItem createdAt={dispute.openedAt} decideLabel="Answer" onDecide={onAnswer}>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <b className="flex-1">{kindWords[kind] ?? kind}</b>
        <StatusPill status={status} />
      </p>
      <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
        <Link className={link} to={toReceiptOf({ _id: dispute.transactionId }, isAdmin)}>
          {description}
        </Link>
        {', '}
        <Naira amount={amount} />
        {recipient !== null && ` · ${recipient}`} ·{' '}
        <Link className={link} to={toUser(userName)}>
          {userName}
        </Link>
      </p>
      <DisputeMessages messages={dispute.messages} theirs={userName} />
    </QueueItem>
  );
}

function AnswerForm({ dispute, onDone }: { dispute: DisputeEntry; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [fix, setFix] = useState<string>();
  const answer = useMutation({
    mutationFn: (close: boolean) => send('answerDispute', { id: dispute._id, text, close }),
    onSuccess: async ({ msg }) => {
      onDone();
      toast.success(msg);
      await queryClient.invalidateQueries({ queryKey: keys.reviewQueue });
    },
  });
  const submit = (close: boolean) => {
    if (text.trim() === '') return setFix('Write an answer.');
    if (!answer.isPending) answer.mutate(close);
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <DisputeMessages messages={dispute.messages} theirs={dispute.trans_UserName} />
      <TextArea
        label="Your answer"
        hint="The user reads it on the slip and in a mail. Refund on the slip itself."
        rows={4}
        maxLength={limits.disputeWordsMaximum}
        value={text}
        error={fix}
        onChange={(event) => {
          setText(event.target.value);
          setFix(undefined);
        }}
      />
      {answer.isError && <FailureNotice error={answer.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="flex-1" busy={answer.isPending} busyLabel="Sending">
          Answer
        </Button>
        <Button kind="secondary" className="flex-1" onClick={() => submit(true)}>
          Answer and close
        </Button>
      </div>
    </form>
  );
}
