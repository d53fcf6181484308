/** For each network and product: the supplier that is asked first, and those behind it after a certain refusal. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { networks } from '@jara/contract/constants.ts';
import { suppliersQuery } from '../../../shared/catalogue-queries.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { NetworkMark, networkLabel } from '../../../shared/network-mark.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Chips } from '../../../ui/choice.tsx';
import { pen } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

type Route = CallReply<'listSuppliers'>['suppliers'][number];

export function RoutesSection() {
  const list = useQuery(suppliersQuery);
  const [type, setType] = useState('data');
  if (list.data === undefined) {
    if (!list.isError) return <SkeletonRows rows={4} label="Loading the routes" />;
    return (
      <LoadFailure
        title="The routes could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const { suppliers, supplierNames } = list.data;
  const types = [...new Set(suppliers.map(({ serviceType }) => serviceType))].sort();
  const shown = suppliers
    .filter(({ serviceType }) => serviceType === type)
    .sort((a, b) => rankOf(a) - rankOf(b));
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="max-w-reading text-meta text-ink-2">
        A purchase goes to the first. Only after a certain refusal does it go to the next; one whose outcome
        is not known stays where it is.
      </p>
      <Chips
        label="Service"
        hideLabel
        options={types.map((name) => ({
          value: name,
          label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        }))}
        value={type}
        onChange={setType}
      />
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((route) => (
          <RouteRow key={`${route.network} ${route.serviceType}`} route={route} names={supplierNames} />
        ))}
      </ul>
    </div>
  );
}

function RouteRow({ route, names }: { route: Route; names: readonly string[] }) {
  const queryClient = useQueryClient();
  const order = [route.supplierName, ...route.fallbacks];
  const change = useMutation({
    mutationFn: ([supplierName = '', ...fallbacks]: readonly string[]) =>
      send('setSupplier', {
        network: route.network,
        serviceType: route.serviceType,
        supplierName,
        fallbacks,
      }),
    onSuccess: ({ suppliers }, [first]) => {
      toast.success(`${titleOf(route)} goes to ${first ?? ''} first`);
      queryClient.setQueryData<CallReply<'listSuppliers'>>(keys.suppliers, (old) =>
        old === undefined ? undefined : { ...old, suppliers },
      );
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  const others = names.filter((name) => !order.includes(name));
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 lg:grid-cols-[min(14rem,42%)_minmax(0,1fr)] lg:items-center">
      <p className="flex items-center gap-3">
        <NetworkMark network={route.network} />
        <span className="grid leading-tight">
          <span className="font-semibold">{networkLabel(route.network)}</span>
          <span className="text-meta text-ink-2">{route.serviceType}</span>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <ol className="flex flex-wrap items-center gap-2" aria-label={`Order for ${titleOf(route)}`}>
          {order.map((name, place) => (
            <SupplierChip
              key={name}
              name={name}
              place={place + 1}
              label={titleOf(route)}
              isBusy={change.isPending}
              onUp={place === 0 ? undefined : () => change.mutate(movedUp(order, place))}
            />
          ))}
        </ol>
        {others.map((name) => (
          <button
            key={name}
            type="button"
            disabled={change.isPending}
            onClick={() => change.mutate([...order, name])}
            className="min-h-12 rounded-control border border-dashed border-edge px-3 text-meta text-ink-2 hover:border-ink hover:text-ink disabled:opacity-60 lg:min-h-10"
          >
            + {name}
            <span className="sr-only"> behind the others for {titleOf(route)}</span>
          </button>
        ))}
      </div>
    </li>
  );
}

/** Networks in their usual order; companies after them, as they come. */
const rankOf = ({ network }: Route): number => {
  const place = networks.findIndex((name) => name === network);
  return place < 0 ? networks.length : place;
};

const titleOf = ({ network, serviceType }: Route): string => `${networkLabel(network)} ${serviceType}`;

function SupplierChip({
  name,
  place,
  label,
  isBusy,
  onUp,
}: {
  name: string;
  place: number;
  label: string;
  isBusy: boolean;
  /** Undefined for the first. */
  onUp: (() => void) | undefined;
}) {
  return (
    <li
      className={
        place === 1
          ? 'flex min-h-12 items-center gap-2 rounded-control border border-brand bg-brand-wash px-3 lg:min-h-10'
          : 'flex min-h-12 items-center gap-2 rounded-control border border-line bg-surface pl-3 lg:min-h-10'
      }
    >
      <span className="figures text-label text-ink-2">{place}</span>
      <span className="text-meta font-semibold">{name}</span>
      {onUp !== undefined && (
        <button
          type="button"
          aria-label={`Ask ${name} earlier for ${label}`}
          title="Ask earlier"
          disabled={isBusy}
          onClick={onUp}
          className="inline-flex size-12 items-center justify-center rounded-control text-ink-2 hover:bg-sunk hover:text-ink disabled:opacity-60 lg:size-10"
        >
          <ArrowUp size={18} {...pen} />
        </button>
      )}
    </li>
  );
}

function movedUp(order: readonly string[], place: number): string[] {
  const name = order[place] ?? '';
  const others = order.filter((other) => other !== name);
  return [...others.slice(0, place - 1), name, ...others.slice(place - 1)];
}
