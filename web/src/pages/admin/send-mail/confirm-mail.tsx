/** The last look before a mail goes out: to whom and to how many. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { clearDraft } from '../../../shared/forms/draft.ts';
import { FailureNotice, LoadFailure } from '../../../shared/load-failure.tsx';
import { ReceiptPaper, ReceiptRow } from '../../../shared/receipt-card.tsx';
import { to } from '../../../platform/paths.ts';
import { keys } from '../../../platform/queries.ts';
import { Refusal, wordsOf } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { useSession } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toSend, type Mail, type MailErrors } from './mail-check.ts';
import { previewQuery } from './mail-preview.tsx';

export function ConfirmMail({
  mail,
  reader,
  open,
  onClose,
  onRefused,
}: {
  mail: Mail;
  /** The name of the one who gets it; null when all do. */
  reader: string | null;
  open: boolean;
  onClose: () => void;
  onRefused: (errors: MailErrors) => void;
}) {
  const preview = useQuery({ ...previewQuery(mail), enabled: open });
  const navigate = useNavigate();
  const sending = useSending();
  const test = useSending();
  const own = useSession().signedIn?.user.userName ?? '';
  const recipients = preview.data?.recipients;

  const sendAll = () =>
    sending.mutate(mail, {
      onSuccess: ({ msg }) => {
        clearDraft('mail');
        toast.success(msg);
        void navigate(to.dashboard);
      },
      onError: (error) => {
        if (!(error instanceof Refusal) || error.errors.length === 0) return;
        onClose();
        onRefused(Object.fromEntries(error.errors.map(({ field, msg }) => [field, msg])));
      },
    });
  const sendTest = () =>
    test.mutate(
      { ...mail, userAccount: own },
      { onSuccess: () => toast.success('A test is on its way to you') },
    );

  return (
    <Sheet
      title="Send email"
      open={open}
      locked={sending.isPending}
      onClose={onClose}
      footer={
        <>
          <Button
            wide
            busy={sending.isPending}
            busyLabel="Sending"
            disabled={recipients === undefined}
            onClick={sendAll}
          >
            {recipients === undefined ? 'Send' : `Send to ${peopleWords(recipients)}`}
          </Button>
          <Button wide kind="secondary" busy={test.isPending} busyLabel="Sending the test" onClick={sendTest}>
            Send a test to me
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {preview.isError ? (
          <LoadFailure
            title="The readers could not be counted"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : recipients === undefined ? (
          <SkeletonRows rows={3} label="Counting the readers" />
        ) : (
          <ReceiptPaper>
            <dl>
              <ReceiptRow label="To">{reader ?? 'All users'}</ReceiptRow>
              <ReceiptRow label="Subject">{mail.subject}</ReceiptRow>
              <ReceiptRow label="Readers" strong>
                {recipients.toLocaleString('en-NG')}
              </ReceiptRow>
            </dl>
          </ReceiptPaper>
        )}
        {reader === null && (
          <p className="text-meta text-ink-2">
            Users who ended such mails are left out. Mails that have left cannot be taken back.
          </p>
        )}
        {sending.isError && <FailureNotice error={sending.error} />}
      </div>
    </Sheet>
  );
}

const peopleWords = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en-NG')} people`;

function useSending() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mail: Mail) => sendKeyed('sendMail', toSend(mail)),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.mailCampaigns });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
}
