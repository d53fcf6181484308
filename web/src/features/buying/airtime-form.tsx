/** Airtime: number, amount, what it costs. The confirm step is the caller's; a usual sum for a number that is there leads to it at once. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { formatPhone, readPhone } from '@jara/contract/phone.ts';
import { profileQuery } from '../../platform/queries.ts';
import { useSession } from '../../platform/session.ts';
import { AmountChips, AmountField, parseAmount } from '../../ui/amount-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { checkAirtime, type AirtimeDraft, type AirtimeErrors } from './airtime-check.ts';
import { networkChange, useAskedNumber } from './asked-number.ts';
import { BuyBar } from '../checkout/buy-bar.tsx';
import { shortfall } from '../money/add-money.tsx';
import type { Purchase } from '../money/movement.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { LoadFailure } from '../../shared/load-failure.tsx';
import { LockedNotice } from './locked-notice.tsx';
import { airtimePrice } from '../../shared/naira-sum.ts';
import { Naira } from '../../shared/naira.tsx';
import { networkLabel } from '../../shared/network-mark.tsx';
import { useOnline } from '../../shared/online.ts';
import { PeopleChips } from './people-chips.tsx';
import { nameOfNumber, usePeople, type Person } from '../../shared/people.ts';
import { networkOf, PhoneField } from '../../shared/forms/phone-field.tsx';
import { BesideReceipt } from '../checkout/checkout-summary.tsx';
import { ReceiptRow } from '../../shared/receipt-card.tsx';
import { StatusStrip } from './status-strip.tsx';
import { useUsualAmounts } from '../money/usual-amounts.ts';
import { terms } from '../../platform/terms.ts';

const blank: AirtimeDraft = {
  phone: '',
  amount: '',
  // The default of the specification; the number's own network takes its place.
  network: 'MTN',
};

const defaultAmounts = [100, 200, 500, 1_000, 2_000, 5_000];

export function AirtimeForm({
  onBuy,
  withPreview = false,
}: {
  onBuy: (purchase: Purchase) => void;
  /** On a wide screen of its own: the receipt that is being filled in stands beside the questions. */
  withPreview?: boolean;
}) {
  const [draft, change] = useDraft('airtime', blank);
  const [errors, setErrors] = useState<AirtimeErrors>({});
  const [wasRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { all } = usePeople();
  const amounts = useUsualAmounts('airtime', defaultAmounts);
  const profile = useQuery(profileQuery);
  const { signedIn } = useSession();
  const isOnline = useOnline();
  const chargePercent = pricePercentOf(profile.data, draft);
  const amount = parseAmount(draft.amount);
  const isSold = amount !== undefined && amount >= terms.airtime.minimum && amount <= terms.airtime.maximum;
  const known = nameOfNumber(all, readPhone(draft.phone) ?? '');
  const price = isSold && chargePercent !== undefined ? airtimePrice(amount, chargePercent.percent) : null;

  useAskedNumber(({ phone: asked, network }) => {
    if (asked === null) return;
    change({ phone: formatPhone(asked), network: network ?? networkOf(asked) ?? null });
  });

  const update = (part: Partial<AirtimeDraft>) => {
    const next = change(part);
    if (wasRefused) setErrors(checkAirtime(next).errors);
  };
  const type = (phone: string) => update({ phone, ...networkChange(phone, draft.phone) });
  const choose = ({ phone, network, lastAirtime }: Person) =>
    update({
      phone: formatPhone(phone),
      network: network ?? null,
      ...(draft.amount === '' && lastAirtime !== undefined && { amount: String(lastAirtime) }),
    });
  const order = (next: AirtimeDraft, ordered: number, leaves: number) => {
    const phone = readPhone(next.phone);
    if (phone === undefined || next.network === null) return;
    const name = nameOfNumber(all, phone);
    onBuy({
      kind: 'airtime',
      network: next.network,
      phone,
      amount: ordered,
      leaves,
      ...(name !== undefined && { name }),
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const { errors: found, words } = checkAirtime(draft);
    setErrors(found);
    setRefused(words !== undefined);
    if (words !== undefined) {
      toast.error(words);
      return focusFirstError(form.current);
    }
    if (amount === undefined) return;
    if (price === null) return toast.error('Your price is not known yet. Try again in a moment');
    order(draft, amount, price);
  };
  const chooseUsual = (usual: number) => {
    const next = { ...draft, amount: String(usual) };
    update(next);
    if (chargePercent?.isOpen !== true || checkAirtime(next).words !== undefined) return;
    const leaves = airtimePrice(usual, chargePercent.percent);
    if (isOnline && shortfall(signedIn, leaves) === 0) order(next, usual, leaves);
  };

  const phone = readPhone(draft.phone);
  const slip = {
    sum: price,
    rows: [
      ['For', known ?? (phone && formatPhone(phone))],
      ['Network', phone && draft.network && networkLabel(draft.network)],
      ['Airtime', <Naira key="airtime" amount={amount ?? null} />],
    ],
  } as const;
  return (
    <BesideReceipt slip={withPreview ? slip : undefined}>
      <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 content-start gap-4 lg:gap-5">
        <div className="grid min-w-0 gap-3">
          <PeopleChips onChoose={choose} />
          <PhoneField
            label="Phone number"
            value={draft.phone}
            error={errors.phone}
            network={draft.network}
            onChange={type}
            onNetworkChange={(network) => update({ network })}
          />
        </div>
        <div className="grid gap-3">
          <AmountField
            label="Amount"
            hint={`${formatNaira(terms.airtime.minimum)} to ${formatNaira(terms.airtime.maximum)}`}
            enterKeyHint="go"
            value={draft.amount}
            error={errors.amount}
            onChange={(text) => update({ amount: text })}
          />
          <AmountChips
            amounts={amounts.filter(
              (usual) => usual >= terms.airtime.minimum && usual <= terms.airtime.maximum,
            )}
            chosen={amount}
            onChoose={chooseUsual}
            {...(chargePercent !== undefined && {
              noteOf: (usual: number) => formatNaira(airtimePrice(usual, chargePercent.percent)),
            })}
          />
        </div>
        {chargePercent?.isOpen === false && draft.network !== null && (
          <LockedNotice service="airtime" names={[draft.network]} />
        )}
        {profile.data === undefined && profile.isError && (
          <LoadFailure
            title="Your price could not be loaded"
            error={profile.error}
            onRetry={() => void profile.refetch()}
          />
        )}
        <dl className="border-y border-line py-1">
          <ReceiptRow label="You pay" strong>
            <Naira amount={price} />
          </ReceiptRow>
        </dl>
        {/* The dashboard says it for all networks at once. */}
        {withPreview && draft.network !== null && <StatusStrip service="airtime" network={draft.network} />}
        <BuyBar price={price} isOpen={chargePercent?.isOpen !== false} />
      </form>
    </BesideReceipt>
  );
}

/** What this buyer pays of the face value on this network, and whether it is sold now. Undefined until the profile is there. */
function pricePercentOf(
  profile: Profile | undefined,
  { network }: AirtimeDraft,
): { percent: number; isOpen: boolean } | undefined {
  const services = profile?.subscriptionPlans.NETWORK;
  const service = services?.find(({ name }) => name === network) ?? services?.[0];
  if (service === undefined) return undefined;
  return { percent: service.airtimeChargePercent, isOpen: service.airtimeAvailable };
}
