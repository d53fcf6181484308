/** Asks about what was typed without waiting for the pause, and says that it is being asked. */
import { Button } from '../../ui/button.tsx';
import { noNetworkWords, useOnline } from '../online.ts';

export function CheckButton({ isAsking, children }: { isAsking: boolean; children: string }) {
  const isOnline = useOnline();
  return (
    <Button type="submit" wide busy={isAsking} busyLabel="Checking" disabled={!isOnline}>
      {isOnline ? children : noNetworkWords}
    </Button>
  );
}
