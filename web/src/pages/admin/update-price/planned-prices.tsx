/** The prices that begin at a midnight: what changes when, who planned it, and the way back until then. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Check, ChevronDown, TriangleAlert } from 'lucide-react';
import type { PriceSchedule } from '@jara/contract/calls/price-schedules.ts';
import { lagosFormat } from '@jara/contract/lagos-time.ts';
import { Naira } from '../../../shared/naira.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { pen } from '../../../ui/icon.tsx';
import { Pill, type PillTone } from '../../../ui/pill.tsx';
import { toast } from '../../../ui/toast.tsx';
import { fieldLabels, priceFields } from './grid-plan.ts';

export function PlannedPrices() {
  const { data } = useQuery({
    queryKey: keys.priceSchedules,
    queryFn: ({ signal }) => send('listPriceSchedules', undefined, { signal }),
  });
  // What was cancelled stands in the staff record.
  const schedules = data?.schedules.filter(({ state }) => state !== 'cancelled') ?? [];
  if (schedules.length === 0) return null;
  return (
    <section aria-labelledby="planned" className="grid grid-cols-1 gap-2">
      <h2 id="planned" className="display text-title">
        Planned prices
      </h2>
      <ul className="divide-y divide-line border-y border-ink">
        {schedules.map((schedule) => (
          <Schedule key={schedule._id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
}

const midnight = lagosFormat({ weekday: 'short', day: 'numeric', month: 'short' });

function Schedule({ schedule }: { schedule: PriceSchedule }) {
  const { state, startsAt, plannedBy, prices } = schedule;
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-sunk [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 flex-1 grid-cols-1 basis-[12rem]">
            <span className="font-semibold">{midnight.format(new Date(startsAt))}, 00:00</span>
            <span className="text-meta text-ink-2">
              {countWords(prices)} · by {plannedBy}
            </span>
          </span>
          <State schedule={schedule} />
          <ChevronDown size={20} {...pen} className="shrink-0 text-ink-2 group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-1 gap-4 border-l-[3px] border-line py-2 pb-5 pl-4">
          <ul className="grid gap-1.5 text-meta">
            {prices.map((price) => (
              <Price key={`${price.planId} ${price.field}`} price={price} />
            ))}
          </ul>
          {state === 'planned' && <Cancel schedule={schedule} />}
        </div>
      </details>
    </li>
  );
}

function countWords(prices: PriceSchedule['prices']): string {
  const plans = new Set(prices.map(({ planId }) => planId)).size;
  return `${prices.length === 1 ? '1 price' : `${prices.length} prices`} of ${plans === 1 ? '1 plan' : `${plans} plans`}`;
}

function State({ schedule: { state, prices } }: { schedule: PriceSchedule }) {
  const stayed = prices.filter(({ result }) => result !== null && result !== 'applied').length;
  const [tone, words, Icon]: [PillTone, string, typeof Check] =
    state === 'planned'
      ? ['amber', 'planned', CalendarClock]
      : stayed === 0
        ? ['success', 'begun', Check]
        : ['danger', `${stayed} stayed`, TriangleAlert];
  return (
    <Pill tone={tone} icon={<Icon size={13} {...pen} />}>
      {words}
    </Pill>
  );
}

const results: Record<string, string> = {
  changed_meanwhile: 'stayed: somebody changed it meanwhile',
  deleted: 'the plan is deleted',
};

function Price({ price }: { price: PriceSchedule['prices'][number] }) {
  const { planNetwork, planType, planName, field, from, to, result } = price;
  const label = priceFields.find((name) => name === field);
  const words = result === null ? undefined : results[result];
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <span>
        <b>
          {planNetwork} {planType} {planName}
        </b>{' '}
        <span className="text-ink-2">{label === undefined ? field : fieldLabels[label]}</span>
      </span>
      <span className="leader" aria-hidden="true" />
      <span>
        <Naira amount={from} className="text-ink-2" />
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> becomes </span>
        <Naira amount={to} className="font-semibold" />
      </span>
      {words !== undefined && <span className="basis-full text-label text-danger">{words}</span>}
    </li>
  );
}

function Cancel({ schedule: { _id } }: { schedule: PriceSchedule }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => send('cancelPriceSchedule', { id: _id }),
    onSuccess: ({ msg, schedules }) => {
      toast.success(msg);
      queryClient.setQueryData<CallReply<'listPriceSchedules'>>(keys.priceSchedules, { schedules });
    },
    onError: (error) => {
      toast.error(wordsOf(error));
      void queryClient.invalidateQueries({ queryKey: keys.priceSchedules });
    },
  });
  return (
    <Button
      kind="secondary"
      compact
      className="justify-self-start max-lg:min-h-12"
      busy={cancel.isPending}
      busyLabel="Cancelling"
      onClick={() => cancel.mutate()}
    >
      Cancel these prices
    </Button>
  );
}
