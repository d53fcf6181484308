/** Data: number, network, then a plan. The confirm step is the caller's. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState, type SyntheticEvent } from 'react';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatPhone, readPhone } from '@jara/contract/phone.ts';
import { profileQuery } from '../../platform/queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Purchase } from '../money/movement.ts';
import { networkChange, useAskedNumber } from './asked-number.ts';
import { checkData, type DataDraft, type DataErrors } from './data-check.ts';
import { DataPlans } from './data-plans.tsx';
import { useIsDesktop } from '../../shared/use-is-desktop.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { LockedNotice } from './locked-notice.tsx';
import { NetworkPicker } from './network-picker.tsx';
import { PeopleChips } from './people-chips.tsx';
import { nameOfNumber, usePeople } from '../../shared/people.ts';
import { PhoneField, rememberNetwork } from '../../shared/forms/phone-field.tsx';
import { factsOf } from '../../shared/plans.ts';
import { StatusStrip } from './status-strip.tsx';

const UssdCodes = lazyAfterLoad(async () => (await import('./ussd-codes.tsx')).UssdCodes);

const blank: DataDraft = { phone: '', network: null };

export function DataForm({
  onBuy,
  sideBySide = false,
}: {
  onBuy: (purchase: Purchase) => void;
  /** On a wide screen of its own: questions left, plans right. */
  sideBySide?: boolean;
}) {
  const [draft, change] = useDraft('data', blank);
  const [errors, setErrors] = useState<DataErrors>({});
  const [wasRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { all } = usePeople();
  const locked = useLockedNetworks();
  const isDesktop = useIsDesktop() && sideBySide;
  const { network } = draft;
  const wanted = useAddress(draft, change);

  const update = (part: Partial<DataDraft>) => {
    const next = change(part);
    if (wasRefused) setErrors(checkData(next, true).errors);
  };
  const type = (phone: string) => {
    const isEmptied = phone.trim() === '';
    update({ phone, ...(isEmptied ? { network: null } : networkChange(phone, draft.phone)) });
  };
  const check = (hasPlan: boolean): boolean => {
    const { errors: found, words } = checkData(draft, hasPlan);
    setErrors(found);
    setRefused(words !== undefined);
    if (words === undefined) return true;
    toast.error(words);
    focusFirstError(form.current);
    return false;
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    check(false);
  };
  const buy = (plan: CustomerPlan) => {
    const phone = readPhone(draft.phone);
    if (!check(true) || phone === undefined || network === null) return;
    const name = nameOfNumber(all, phone);
    onBuy({
      kind: 'data',
      network,
      phone,
      planId: plan.planId,
      plan: factsOf(plan),
      leaves: plan.planAmount,
      ...(name !== undefined && { name }),
    });
  };

  const codes = (
    <Suspense>
      <UssdCodes network={network} />
    </Suspense>
  );
  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className={classNames(
        'grid grid-cols-1 gap-4 lg:gap-5',
        sideBySide && 'lg:grid-cols-[min(22rem,48%)_minmax(0,1fr)] lg:items-start lg:gap-12',
      )}
    >
      <div className={classNames('grid min-w-0 gap-4', sideBySide && 'lg:sticky lg:top-20')}>
        <div className="grid min-w-0 gap-3 max-lg:max-w-form">
          <PeopleChips
            onChoose={(person) =>
              update({ phone: formatPhone(person.phone), network: person.network ?? null })
            }
          />
          <PhoneField label="Phone number" value={draft.phone} error={errors.phone} onChange={type} />
        </div>
        <NetworkPicker
          value={network}
          error={errors.network}
          isLocked={(name) => locked.includes(name)}
          onChange={(chosen) => {
            rememberNetwork(draft.phone, chosen);
            update({ network: chosen });
          }}
        />
        <LockedNotice service="data" names={locked} />
        {network !== null && <StatusStrip service="data" network={network} />}
        {isDesktop && codes}
      </div>
      <section aria-label="Plans" className="min-w-0">
        {network === null ? (
          <Empty title={messages.selectNetworkShort}>
            The plans of the network stand here, at your price.
          </Empty>
        ) : (
          <DataPlans network={network} wanted={wanted} onBuy={buy} />
        )}
      </section>
      {!isDesktop && codes}
    </form>
  );
}

/** Networks whose data is locked for now. */
function useLockedNetworks(): string[] {
  const services = useQuery(profileQuery).data?.subscriptionPlans.NETWORK ?? [];
  return services.flatMap(({ name, dataAvailable }) => (dataAvailable ? [] : name));
}

/**
 * `?network=&phone=` of the address fill the form once; without a number the network starts at 'select'. Gives the plan that `?plan=`
 * asks for.
 */
function useAddress(draft: DataDraft, change: (part: Partial<DataDraft>) => void): number | null {
  const search = useAskedNumber(({ phone: asked, network }) => {
    const phone = asked ?? draft.phone;
    const known = { network: draft.network, ...networkChange(phone, draft.phone) }.network;
    change({ phone, network: network ?? (phone === '' ? null : known) });
  });
  return Number(search.get('plan')) || null;
}
