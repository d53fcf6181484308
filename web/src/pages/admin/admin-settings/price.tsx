/** The prices of one plan: network, type where there are several, plan, and what the three tiers pay. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router';
import type { CustomerPlan } from '@jara/contract/calls/catalogue.ts';
import { dataNetworkCodes, networkLabels, networks, type Network } from '@jara/contract/constants.ts';
import { messages } from '@jara/contract/messages.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { FailureNotice, NumberOfOurFault } from '../../../shared/load-failure.tsx';
import { noNetworkWords, useOnline } from '../../../shared/online.ts';
import { UnusualPrices, unusualPricesOf } from '../unusual-prices.tsx';
import { to } from '../../../platform/paths.ts';
import { keys } from '../../../platform/queries.ts';
import { Refusal, send, Unreachable } from '../../../platform/send.ts';
import { AmountField, parseAmount } from '../../../ui/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

const blank = { price: '', reseller: '', api: '' };
type Prices = typeof blank;

const labels = { price: 'Price', reseller: 'Reseller price', api: 'API price' } as const;
const serverLabels = { smartEarnerPrice: 'Price', resellerPrice: 'Reseller price', apiPrice: 'API price' };

export function PriceSection() {
  const [network, setNetwork] = useState<Network>('MTN');
  const [type, setType] = useState('');
  const [planId, setPlanId] = useState('');
  const [prices, setPrices] = useState(blank);
  const [errors, setErrors] = useState<Partial<Prices>>({});
  const isOnline = useOnline();
  const list = useQuery({
    queryKey: keys.plans(network),
    queryFn: ({ signal }) => send('listPlans', { network: dataNetworkCodes[network] }, { signal }),
  });
  const saving = useSaving(network, () => setPrices(blank));
  const unusual = unusualPricesOf(saving.error);
  const plans = list.data?.plans ?? [];
  const types = network === 'MTN' ? [...new Set(plans.map(({ planType }) => planType))] : [];
  const shown = plans.filter(({ planType }) => network !== 'MTN' || planType === type);
  const plan = shown.find((one) => String(one.planId) === planId);

  const choose = (next: { network?: Network; type?: string; planId?: string }) => {
    if (next.network !== undefined) setNetwork(next.network);
    if (next.planId === undefined) setType(next.type ?? '');
    setPlanId(next.planId ?? '');
    setPrices(blank);
    setErrors({});
    saving.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const { newPrice, found } = readPrices(prices);
    setErrors(found);
    if (plan === undefined || newPrice === undefined) return toast.error(messages.enterValidValue);
    saving.mutate({ plan, newPrice, confirm: unusual !== undefined });
  };
  return (
    <form onSubmit={submit} noValidate className="grid max-w-table grid-cols-1 gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Network"
          value={network}
          options={networks.map((name) => ({ value: name, label: networkLabels[name] }))}
          onChange={(event) =>
            choose({ network: networks.find((name) => name === event.target.value) ?? 'MTN' })
          }
        />
        {network === 'MTN' && (
          <SelectField
            label="Data type"
            value={type}
            options={[
              { value: '', label: 'select type' },
              ...types.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(event) => choose({ type: event.target.value })}
          />
        )}
        <SelectField
          label="Plan"
          value={planId}
          options={[
            { value: '', label: 'select plan' },
            ...shown.map((one) => ({
              value: String(one.planId),
              label: `${one.planName} · ${one.planValidity}`,
            })),
          ]}
          onChange={(event) => choose({ planId: event.target.value })}
        />
      </div>
      {list.isError && <FailureNotice error={list.error} />}
      <div className="grid gap-4 sm:grid-cols-3 sm:items-end">
        {(['price', 'reseller', 'api'] as const).map((field) => (
          <AmountField
            key={field}
            kobo
            label={labels[field]}
            hint={nowOf(plan, field)}
            value={prices[field]}
            error={errors[field]}
            onChange={(text) => {
              setPrices({ ...prices, [field]: text });
              setErrors({});
              saving.reset();
            }}
          />
        ))}
      </div>
      {unusual !== undefined && <UnusualPrices prices={unusual} labels={serverLabels} />}
      {saving.isError && unusual === undefined && (
        <Notice tone="danger">
          {failureWords(saving.error)}
          <NumberOfOurFault error={saving.error} />
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={saving.isPending} busyLabel="Saving" disabled={!isOnline}>
          {!isOnline ? noNetworkWords : unusual === undefined ? 'Update price' : 'Yes, sell at this price'}
        </Button>
        <Link
          to={`${to.managePlans}?network=${network}`}
          className="inline-flex min-h-12 items-center font-semibold text-brand underline-offset-4 hover:underline"
        >
          All prices in a grid
        </Link>
      </div>
    </form>
  );
}

function nowOf(plan: CustomerPlan | undefined, field: keyof Prices): string {
  const now = { price: plan?.smartEarnerPrice, reseller: plan?.resellerPrice, api: plan?.apiPrice }[field];
  return now === undefined ? 'Leave it blank to keep it' : `Now ${formatNaira(now)}`;
}

/** At least one of the three; what is blank stays as it is. */
function readPrices(prices: Prices): {
  newPrice?: Partial<Record<keyof Prices, number>>;
  found: Partial<Prices>;
} {
  const typed = (['price', 'reseller', 'api'] as const).filter((field) => prices[field].trim() !== '');
  const read = typed.map((field) => [field, parseAmount(prices[field], { kobo: true })] as const);
  const wrong = read.filter(([, amount]) => amount === undefined || amount === 0);
  const found = Object.fromEntries(wrong.map(([field]) => [field, 'Enter a sum such as 450 or 450.50.']));
  return typed.length === 0 || wrong.length > 0 ? { found } : { newPrice: Object.fromEntries(read), found };
}

function useSaving(network: Network, onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: {
      plan: CustomerPlan;
      newPrice: Partial<Record<keyof Prices, number>>;
      confirm: boolean;
    }) => {
      const { planId, version } = input.plan;
      const seen = version === undefined ? {} : { version };
      return send('updatePrice', {
        dataId: planId,
        newPrice: input.newPrice,
        confirm: input.confirm,
        ...seen,
      });
    },
    onSuccess: ({ msg }) => {
      toast.success(msg);
      onDone();
      void queryClient.invalidateQueries({ queryKey: keys.plans(network) });
    },
    onError: (error) => {
      if (unusualPricesOf(error) === undefined) toast.error(failureWords(error));
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        void queryClient.invalidateQueries({ queryKey: keys.plans(network) });
      }
    },
  });
}

/** The specification spells the fallback of this form in small letters. */
const failureWords = (error: unknown): string =>
  (error instanceof Refusal && error.message !== messages.somethingWentWrong) || error instanceof Unreachable
    ? error.message
    : messages.changeFailed;
