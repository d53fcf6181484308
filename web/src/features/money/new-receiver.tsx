/** That little may be sent to somebody yet, said before a sum is typed. */
import { formatNaira } from '@jara/contract/money.ts';
import { newReceiverWords, type NewReceiver } from '@jara/contract/new-receiver.ts';
import { Notice } from '../../ui/notice.tsx';

export function NewReceiverNotice({ limit }: { limit: NewReceiver | null | undefined }) {
  if (limit === null || limit === undefined) return null;
  return (
    <Notice tone="amber" title={newReceiverWords(limit)}>
      {limit.left < limit.amount &&
        (limit.left === 0 ? 'It is used up. ' : `${formatNaira(limit.left)} of it is left. `)}
      With a PIN that is {limit.hours} hours old, on a device that we know, you send as much as you like.
    </Notice>
  );
}
