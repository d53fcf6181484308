import { Button } from '../../ui/button.tsx';

/** Where too many wrong passwords were given, or too many registered: the way on, for who has the code already too. */
export function StoppedOffer({
  isBusy,
  onAsk,
  onCode,
}: {
  isBusy: boolean;
  onAsk: () => void;
  onCode: () => void;
}) {
  return (
    <>
      <Button kind="secondary" wide busy={isBusy} busyLabel="Asking" onClick={onAsk}>
        Send me a code by e-mail
      </Button>
      <Button kind="quiet" onClick={onCode}>
        I have a code
      </Button>
    </>
  );
}
