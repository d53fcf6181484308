/** The slip while it is being filled in, beside the form on a desk. */
import type { Network } from '@jara/contract/constants.ts';
import { formatPhone, normalisePhone } from '@jara/contract/phone.ts';
import { useSession } from '../session.ts';
import { minusNaira } from './naira-sum.ts';
import { Naira } from './naira.tsx';
import { networkLabel } from './network-mark.tsx';
import { SlipPaper, SlipRow } from './slip.tsx';

export function AirtimePreview({
  draft,
  name,
  amount,
  price,
}: {
  draft: { phone: string; network: Network | null };
  name?: string;
  amount: number | null;
  price: number | null;
}) {
  const { signedIn } = useSession();
  const balance = signedIn === null || signedIn.balanceAt === null ? null : signedIn.user.balance;
  const phone = normalisePhone(draft.phone);
  const after = balance === null || price === null ? null : minusNaira(balance, price);
  return (
    <aside aria-label="Your order" className="sticky top-20 self-start">
      <SlipPaper>
        <header className="grid gap-1 border-b border-ink pb-3">
          <p className="text-meta font-semibold text-ink-2">Your order</p>
          <p className="text-sum">
            <Naira amount={price} big />
          </p>
        </header>
        <dl className="pt-3">
          <SlipRow label="For">{name ?? (phone === undefined ? '\u2014' : formatPhone(phone))}</SlipRow>
          <SlipRow label="Network">
            {phone === undefined || draft.network === null ? '\u2014' : networkLabel(draft.network)}
          </SlipRow>
          <SlipRow label="Airtime">
            <Naira amount={amount} />
          </SlipRow>
          <SlipRow label="Balance now">
            <Naira amount={balance} />
          </SlipRow>
          <SlipRow label="Balance after">
            <Naira amount={after !== null && after >= 0 ? after : null} />
          </SlipRow>
        </dl>
      </SlipPaper>
    </aside>
  );
}
