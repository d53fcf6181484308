/** The identity check over the dashboard. It opens by itself once per visit; *Later* is always possible. */
import { KycForm } from '../../../../shared/forms/kyc-form.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';

export default function KycSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Update KYC"
      footer={
        <Button kind="quiet" wide onClick={onClose}>
          Later
        </Button>
      }
    >
      <div className="grid gap-5">
        <p>
          Tell us who you are, once. Then you get an account number of your own: whatever is paid into it is
          in your wallet.
        </p>
        <KycForm onDone={onClose} />
      </div>
    </Sheet>
  );
}
