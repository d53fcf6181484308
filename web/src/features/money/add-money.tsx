/** When the wallet holds too little, the button that would have paid leads to the missing money. */
import { formatNaira } from '@jara/contract/money.ts';
import { toFundWallet } from '../../platform/paths.ts';
import type { SignedInUser } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { fundingFor, minusNaira } from '../../shared/naira-sum.ts';
import { terms } from '../../platform/terms.ts';

/** Naira that the wallet lacks for `price`; 0 while the balance is not known: then the server decides. */
export function shortfall(signedIn: SignedInUser | null, price: number): number {
  if (signedIn === null || signedIn.balanceAt === null) return 0;
  return Math.max(0, minusNaira(price, signedIn.user.balance));
}

export function AddMoneyLink({
  missing,
  aim = 'pay',
  ...look
}: { missing: number; aim?: string } & Pick<Parameters<typeof ButtonLink>[0], 'kind' | 'compact' | 'wide'>) {
  const amount = Math.max(terms.funding.minimum, fundingFor(missing));
  return (
    <ButtonLink wide {...look} to={toFundWallet(amount)}>
      Add {formatNaira(missing)} to {aim}
    </ButtonLink>
  );
}
