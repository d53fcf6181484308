/**
 * One sale after the other with the keyboard alone: a number, typed or pasted, a digit for what is sold, Enter. What it is, for whom and
 * what it costs stands on the screen before, so a desk has no confirm step; whatever else must be said or proved comes over the form.
 */
import { useQuery } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import type { Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatPhone, readPhone } from '@jara/contract/phone.ts';
import { networkChange } from '../../../features/buying/asked-number.ts';
import { LockedNotice } from '../../../features/buying/locked-notice.tsx';
import { StatusStrip } from '../../../features/buying/status-strip.tsx';
import { ButtonBar } from '../../../features/checkout/buy-bar.tsx';
import { AddMoneyLink, shortfall } from '../../../features/money/add-money.tsx';
import type { Purchase } from '../../../features/money/movement.ts';
import { useUsualAmounts } from '../../../features/money/usual-amounts.ts';
import { profileQuery } from '../../../platform/queries.ts';
import { useSession } from '../../../platform/session.ts';
import { terms } from '../../../platform/terms.ts';
import { useDraft } from '../../../shared/forms/draft.ts';
import { PhoneField, phoneFix } from '../../../shared/forms/phone-field.tsx';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { asNetwork, networkLabel } from '../../../shared/network-mark.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { nameOfNumber, usePeople } from '../../../shared/people.ts';
import { ReceiptRow } from '../../../shared/receipt-card.tsx';
import { useRemembered } from '../../../shared/remembered.ts';
import { useIsDesktop } from '../../../shared/use-is-desktop.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips, Segmented } from '../../../ui/choice.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { focusFirstError } from '../../../ui/focus-first-error.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { mostDigits, OfferList } from './offer-list.tsx';
import { airtimeOffers, dataOffers, type Offers } from './offers.ts';
import { pinnedFirst, usePins } from './pins.ts';

const OwnPrice = lazy(async () => ({
  default: (await import('../../../features/receipt/receipt-view.tsx')).OwnPrice,
}));

/** As long as the sale is not made: the number, and the id of the offer. */
export const blankSale = { phone: '', offer: '' };

export const numberField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('[type=tel]');

const kinds = [
  { value: 'data', label: 'Data' },
  { value: 'airtime', label: 'Airtime' },
];
const usualSums = [100, 200, 300, 500, 1_000, 1_500, 2_000, 3_000, 5_000];
const allTypes = 'all';

export function SellForm({
  form,
  isSending,
  onSell,
}: {
  form: RefObject<HTMLFormElement | null>;
  isSending: boolean;
  onSell: (purchase: Purchase) => void;
}) {
  const profile = useQuery(profileQuery);
  if (profile.data !== undefined)
    return <Till form={form} isSending={isSending} onSell={onSell} profile={profile.data} />;
  if (!profile.isError && profile.fetchStatus !== 'paused')
    return <SkeletonRows rows={6} label="Loading what is sold" />;
  return (
    <LoadFailure
      title="What is sold could not be loaded"
      error={profile.error}
      onRetry={() => void profile.refetch()}
    />
  );
}

function Till({ form, profile, isSending, onSell }: Parameters<typeof SellForm>[0] & { profile: Profile }) {
  const [draft, change] = useDraft('sale', blankSale);
  const [kind, chooseKind] = useRemembered('sellTab', 'data');
  const [network, chooseNetwork] = useNetwork();
  const [type, chooseType] = useRemembered('dataType', allTypes);
  const [error, setError] = useState<string>();
  const { signedIn } = useSession();
  const isOnline = useOnline();
  const { all } = usePeople();
  const [pins, togglePin] = usePins();
  const { types, shown: unordered } = useOffers(profile, kind, network, type);
  const shown = pinnedFirst(unordered, pins);
  const chosen = shown.find(({ id }) => id === draft.offer);
  const phone = readPhone(draft.phone);
  const name = phone === undefined ? undefined : nameOfNumber(all, phone);
  const missing = chosen === undefined ? 0 : shortfall(signedIn, chosen.price);

  const takeNumber = (text: string) => {
    const { network: own } = networkChange(text, draft.phone);
    if (own) chooseNetwork(own);
    setError(undefined);
    change({ phone: text });
  };
  useDigits(form, (digit, target) => {
    if (isTypedInto(target, phone)) return false;
    const offer = shown[digit - 1];
    if (offer !== undefined) change({ offer: offer.id });
    return true;
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSending) return;
    const fix = draft.phone.trim() === '' ? 'Enter the number of your customer.' : phoneFix(draft.phone);
    setError(fix);
    if (fix !== undefined || phone === undefined) {
      toast.error(draft.phone.trim() === '' ? messages.provideAllValues : messages.checkPhone);
      return focusFirstError(form.current);
    }
    if (chosen === undefined) return toast.error('Choose what to sell');
    if (isOnline) onSell(chosen.purchaseFor(phone, name));
  };

  const isDesktop = useIsDesktop();
  // On a phone the keyboard would cover the screen.
  useEffect(() => {
    if (isDesktop) numberField(form.current)?.focus();
  }, [form, isDesktop]);

  const isOpen = shown.length > 0;
  // At a desk it is in sight before Enter, however long the list is; on a phone the button stays at the foot.
  const order = (
    <div className="contents lg:grid lg:grid-cols-[minmax(0,1fr)_9rem] lg:items-center lg:gap-5">
      <dl className="border-y border-line py-1">
        <ReceiptRow label="For">{name ?? (phone === undefined ? '\u2014' : formatPhone(phone))}</ReceiptRow>
        <ReceiptRow label="You pay" strong>
          <Naira amount={chosen?.price ?? null} />
        </ReceiptRow>
        <Suspense fallback={<ReceiptRow label="Customer pays">{'\u2014'}</ReceiptRow>}>
          <OwnPrice product={chosen?.product} />
        </Suspense>
      </dl>
      <ButtonBar>
        {missing > 0 ? (
          <AddMoneyLink missing={missing} />
        ) : (
          <Button
            type="submit"
            wide
            className="max-lg:max-w-form"
            busy={isSending}
            busyLabel="Paying"
            disabled={!isSending && (!isOnline || !isOpen)}
          >
            {isOnline ? 'Sell' : noNetworkWords}
          </Button>
        )}
      </ButtonBar>
    </div>
  );
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid grid-cols-1 content-start gap-4 lg:gap-5">
      <PhoneField
        label="Phone number"
        value={draft.phone}
        error={error}
        network={network}
        onChange={takeNumber}
        onNetworkChange={chooseNetwork}
        autoComplete="off"
        {...(isDesktop && { hint: `Then 1 to ${mostDigits} for what to sell, and Enter.` })}
      />
      {isDesktop && order}
      <Segmented label="What to sell" options={kinds} value={kind} onChange={chooseKind} />
      {kind === 'data' && types.length > 1 && (
        <Chips
          label="Type of data"
          hideLabel
          options={[allTypes, ...types].map((value) => ({
            value,
            label: value === allTypes ? 'All types' : value,
          }))}
          value={types.includes(type) ? type : allTypes}
          onChange={chooseType}
        />
      )}
      <LockedNotice service={kind} names={isLocked(profile, kind, network) ? [network] : []} />
      <StatusStrip service={kind} network={network} />
      {isOpen ? (
        <OfferList
          label={`${networkLabel(network)} ${kind}`}
          offers={shown}
          chosen={draft.offer}
          pins={pins}
          onPin={togglePin}
          onChoose={(offer) => change({ offer })}
        />
      ) : (
        <Empty title="Nothing on sale at the moment">Choose another network.</Empty>
      )}
      {!isDesktop && order}
    </form>
  );
}

/** The network of the last sale, until a number tells its own. */
function useNetwork(): [Network, (network: Network) => void] {
  const [remembered, choose] = useRemembered('sellNetwork', 'MTN');
  return [asNetwork(remembered) ?? 'MTN', choose];
}

function useOffers(profile: Profile, kind: string, network: Network, type: string): Offers {
  const { minimum, maximum } = terms.airtime;
  const amounts = useUsualAmounts('airtime', usualSums).filter((sum) => sum >= minimum && sum <= maximum);
  const plans = profile.subscriptionPlans;
  return kind === 'data'
    ? dataOffers(plans, network, type)
    : { types: [], shown: airtimeOffers(plans, network, amounts) };
}

function isLocked({ subscriptionPlans }: Profile, kind: string, network: Network): boolean {
  const service = subscriptionPlans.NETWORK.find(({ name }) => name === network);
  if (service === undefined) return false;
  return kind === 'data' ? !service.dataAvailable : !service.airtimeAvailable;
}

/** Digits that are pressed while the focus is in the form; `take` says whether one was meant for it. */
function useDigits(
  form: RefObject<HTMLFormElement | null>,
  take: (digit: number, target: EventTarget | null) => boolean,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (take(Number(event.key), event.target)) event.preventDefault();
  });
  useEffect(() => {
    const element = form.current;
    const listener = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [form]);
}

/** Whether a digit belongs to what has the focus: to a number until it is complete, and to a list that is searched by typing. */
function isTypedInto(target: EventTarget | null, phone: string | undefined): boolean {
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement) || target.type !== 'tel') return false;
  return phone === undefined || target.selectionStart !== target.selectionEnd;
}
