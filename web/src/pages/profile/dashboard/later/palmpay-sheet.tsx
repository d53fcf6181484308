/** Opens a PalmPay account for the wallet; whoever is not verified yet is asked for that first. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { messages } from '@jara/contract/messages.ts';
import { copyText } from '../../../../shared/copy.ts';
import { KycForm } from '../../../../shared/forms/kyc-form.tsx';
import { needsIdentity } from '../needs-identity.ts';
import { noNetworkWords, useOnline } from '../../../../shared/online.ts';
import { keys } from '../../../../platform/queries.ts';
import { send, wordsOf } from '../../../../platform/send.ts';
import { useSession } from '../../../../platform/session.ts';
import { terms } from '../../../../platform/terms.ts';
import { Button } from '../../../../ui/button.tsx';
import { pen } from '../../../../ui/icon.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { toast } from '../../../../ui/toast.tsx';

export default function PalmpaySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signedIn } = useSession();
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const openAccount = useMutation({
    mutationFn: () => send('generateAccount', { bankName: 'palmpay' }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      void queryClient.invalidateQueries({ queryKey: keys.profile });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const account = openAccount.data?.accountNumbers.find(
    ({ bankName, status }) => bankName === 'palmpay' && status === 'active',
  );
  return (
    <Sheet open={open} onClose={onClose} title="PalmPay account">
      {signedIn !== null && needsIdentity(signedIn) ? (
        <div className="grid gap-5">
          <p>A bank opens an account only for somebody it knows. Verify who you are first.</p>
          <KycForm onDone={() => undefined} />
        </div>
      ) : account === undefined ? (
        <div className="grid gap-5">
          <p>
            Get an account number at PalmPay that is yours alone. Send money to it from any bank: it is in
            your wallet in about a minute, less the {terms.funding.feePercent}% charge.
          </p>
          <Button
            wide
            busy={openAccount.isPending}
            busyLabel="Opening the account"
            disabled={!isOnline}
            onClick={() => openAccount.mutate()}
          >
            {isOnline ? 'Get Palmpay account' : noNetworkWords}
          </Button>
        </div>
      ) : (
        <div className="grid gap-5">
          <div className="grid gap-1 border-y border-ink py-4">
            <p className="text-meta text-ink-2">PalmPay</p>
            <p className="font-mono text-sum font-semibold tracking-wide">{account.accountNumber}</p>
            <p className="text-meta">{account.accountName}</p>
          </div>
          <Button wide onClick={() => copyText(account.accountNumber, messages.accountNumberCopied)}>
            <Copy size={20} {...pen} />
            Copy account number
          </Button>
        </div>
      )}
    </Sheet>
  );
}
