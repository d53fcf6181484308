/** What was reported of a transaction and answered, and, for its owner, a form to report a problem or to write again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SyntheticEvent } from 'react';
import type { Dispute } from '@jara/contract/calls/receipts/disputes.ts';
import { limits } from '@jara/contract/constants.ts';
import { disputeKinds } from '@jara/contract/dispute-kinds.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { keys } from '../../platform/queries.ts';
import { Refusal, send, wordsOf } from '../../platform/send.ts';
import { chatAddress } from '../../shared/chat-link.tsx';
import { clearDraft, useDraft } from '../../shared/forms/draft.ts';
import { useOnline } from '../../shared/online.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.tsx';
import { DisputeMessages } from '../../shared/dispute-messages.tsx';

const blank = { kind: '', text: '' };

const states: Readonly<Record<string, string>> = {
  open: 'Reported. We look into it',
  answered: 'Answered',
  closed: 'Settled',
};

export function Problems({
  receipt,
  id,
  disputes,
  isOwn,
}: {
  receipt: Receipt;
  /** By which the receipt was asked for. */
  id: string;
  disputes: readonly Dispute[];
  isOwn: boolean;
}) {
  const [draft] = useDraft(`problem:${receipt._id}`, blank);
  // A report that the end of a session interrupted goes on where it was.
  const [isOpen, setOpen] = useState(draft.kind !== '' || draft.text !== '');
  const isOnline = useOnline();
  const last = disputes[disputes.length - 1];
  const mayWrite = isOwn && last?.state !== 'open';
  if (disputes.length === 0 && !isOwn) return null;
  return (
    <section
      aria-label="Problems"
      className="no-print mt-4 grid gap-3 border-t border-line px-5 pt-4 sm:px-6"
    >
      {disputes.map((dispute) => (
        <div key={dispute._id} role="group" className="grid gap-2" aria-label={disputeWords(dispute.kind)}>
          <h3 className="text-meta font-semibold">
            {states[dispute.state] ?? dispute.state} · {disputeWords(dispute.kind)}
          </h3>
          <DisputeMessages messages={dispute.messages} theirs={isOwn ? 'You' : receipt.trans_UserName} />
        </div>
      ))}
      {mayWrite && !isOpen && isOnline && (
        <Button kind="quiet" className="justify-self-center" onClick={() => setOpen(true)}>
          {last?.state === 'answered' ? 'Write again' : 'Report a problem'}
        </Button>
      )}
      {mayWrite && isOpen && (
        <ReportForm
          receipt={receipt}
          id={id}
          known={last?.state === 'answered' ? last.kind : undefined}
          onDone={() => {
            clearDraft(`problem:${receipt._id}`);
            setOpen(false);
          }}
        />
      )}
    </section>
  );
}

const disputeWords = (kind: string): string =>
  new Map<string, string>(Object.entries(disputeKinds)).get(kind) ?? disputeKinds.other;

function ReportForm({
  receipt,
  id,
  known,
  onDone,
}: {
  receipt: Receipt;
  id: string;
  /** Of what is answered already. */
  known: string | undefined;
  onDone: () => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const [draft, change] = useDraft(`problem:${receipt._id}`, blank);
  const { text } = draft;
  const kind = known ?? draft.kind;
  const [fixes, setFixes] = useState<{ kind?: string | undefined; text?: string | undefined }>({});
  const reporting = useMutation({
    mutationFn: () => send('openDispute', { id: receipt._id, kind, text }),
    onSuccess: async ({ msg }) => {
      clearDraft(`problem:${receipt._id}`);
      toast.success(msg);
      await queryClient.invalidateQueries({ queryKey: keys.transaction(id) });
      onDone();
    },
    onError: (error) => {
      if (error instanceof Refusal) setFixes({ kind: error.errorOf('kind'), text: error.errorOf('text') });
      toast.error(wordsOf(error));
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = {
      ...(kind === '' && { kind: 'Choose what is wrong.' }),
      ...(text.trim() === '' && { text: 'Say what happened.' }),
    };
    setFixes(wrong);
    if (Object.keys(wrong).length > 0) focusFirstError(event.currentTarget);
    else if (!reporting.isPending) reporting.mutate();
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="grid gap-3">
      {known === undefined && (
        <SelectField
          label="What is wrong?"
          options={[
            { value: '', label: 'Choose' },
            ...Object.entries(disputeKinds).map(([value, label]) => ({ value, label })),
          ]}
          value={kind}
          error={fixes.kind}
          onChange={(event) => change({ kind: event.target.value })}
        />
      )}
      <TextArea
        label="What happened?"
        hint="We answer here and by mail. Write no PIN and no password."
        rows={3}
        maxLength={limits.disputeWordsMaximum}
        value={text}
        error={fixes.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="flex-1" busy={reporting.isPending} busyLabel="Sending">
          Send report
        </Button>
        <Button kind="secondary" className="flex-1" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <Support reference={receipt.reference} />
    </form>
  );
}

/** The chat with support, or a mail where there is no chat, with the reference already typed. */
function Support({ reference }: { reference: string }) {
  const words = `${brand.name} slip ${reference}`;
  const chat = chatAddress(`${words}: `);
  const mail = `mailto:${brand.supportEmail}?subject=${encodeURIComponent(words)}`;
  const address = chat ?? (brand.supportEmail === '' ? undefined : mail);
  if (address === undefined) return null;
  return (
    <p className="text-meta text-ink-2">
      In a hurry?{' '}
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-12 items-center font-semibold text-brand underline-offset-4 hover:underline"
      >
        {chat === undefined ? 'Write a mail' : 'Chat with support'}
      </a>
    </p>
  );
}
