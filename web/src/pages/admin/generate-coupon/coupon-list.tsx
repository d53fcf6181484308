/** The coupons that were made: what became of each, its code once more for its maker, and voiding those that are open. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Coupon } from '@jara/contract/calls/coupons.ts';
import { formatNaira } from '@jara/contract/money.ts';
import { keys, refreshMoney, securityQuery } from '../../../platform/queries.ts';
import { send, type CallReply } from '../../../platform/send.ts';
import { sendKeyed } from '../../../platform/idempotency-key.ts';
import { CursorButtons, useCursorPages } from '../../../shared/lists/cursor-pages.tsx';
import { StepUpSheet } from '../../../shared/forms/step-up-sheet.tsx';
import { twoStepFields } from '../../../shared/forms/two-step-fields.ts';
import { FailureNotice, LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { changed, readGiven } from '../../../shared/search-filters.ts';
import { When } from '../../../shared/when.tsx';
import { Button } from '../../../ui/button.tsx';
import { DebouncedField } from '../../../ui/debounced-field.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Pill, type PillTone } from '../../../ui/pill.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { lastDayWords } from './last-day.ts';
import { ReasonForm } from '../reason-form.tsx';

const names = ['state', 'owner', 'maker'] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

const states: Record<Coupon['state'], { label: string; tone: PillTone }> = {
  open: { label: 'Open', tone: 'amber' },
  redeemed: { label: 'Redeemed', tone: 'success' },
  voided: { label: 'Voided', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
};
const stateOptions = [
  { value: '', label: 'All' },
  ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
];

export function CouponList({
  isAdmin,
  onShow,
}: {
  isAdmin: boolean;
  onShow: (coupon: CallReply<'revealCoupon'>) => void;
}) {
  const [search, setSearch] = useSearchParams();
  const filters: Filters = readGiven(search, names);
  const pages = useCursorPages(JSON.stringify(filters));
  const asked = pages.before === undefined ? filters : { ...filters, before: pages.before };
  const list = useQuery({
    queryKey: [...keys.coupons, asked],
    queryFn: ({ signal }) => send('listCoupons', asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const [act, setAct] = useState<{ kind: 'show' | 'void'; coupon: Coupon }>();
  const go = (wanted: Filters) => setSearch(changed(search, wanted), { replace: true });
  const close = () => setAct(undefined);
  const page = list.data;
  return (
    <section aria-labelledby="coupons" className="grid grid-cols-1 gap-4">
      <h2 id="coupons" className="display text-lead">
        {isAdmin ? 'All coupons' : 'My coupons'}
      </h2>
      <div
        role="search"
        className="grid max-w-form grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-3"
      >
        <SelectField
          label="State"
          options={stateOptions}
          value={filters.state ?? ''}
          onChange={(event) => go({ state: event.target.value })}
        />
        <DebouncedField label="For" value={filters.owner ?? ''} onApply={(owner) => go({ owner })} />
        {isAdmin && (
          <DebouncedField label="Made by" value={filters.maker ?? ''} onApply={(maker) => go({ maker })} />
        )}
      </div>
      {page === undefined ? (
        list.isError || list.fetchStatus === 'paused' ? (
          <LoadFailure
            title="The coupons could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonRows rows={4} label="Loading the coupons" />
        )
      ) : page.coupons.length === 0 ? (
        <Empty title="No coupons">
          {Object.keys(filters).length > 0
            ? 'No coupon matches these filters.'
            : 'Each coupon that is made stands here, with what became of it.'}
        </Empty>
      ) : (
        <ul className="rows divide-y divide-line border-y border-line" aria-busy={list.isPlaceholderData}>
          {page.coupons.map((coupon) => (
            <Row
              key={coupon._id}
              coupon={coupon}
              isAdmin={isAdmin}
              onAct={(kind) => setAct({ kind, coupon })}
            />
          ))}
        </ul>
      )}
      <CursorButtons pages={pages} next={page?.next ?? null} />
      {act?.kind === 'show' && (
        <ShowCode
          coupon={act.coupon}
          onClose={close}
          onShown={(shown) => {
            close();
            onShow(shown);
          }}
        />
      )}
      <Sheet title="Void the coupon" open={act?.kind === 'void'} onClose={close}>
        {act?.kind === 'void' && <VoidForm coupon={act.coupon} isAdmin={isAdmin} onDone={close} />}
      </Sheet>
    </section>
  );
}

function Row({
  coupon,
  isAdmin,
  onAct,
}: {
  coupon: Coupon;
  isAdmin: boolean;
  onAct: (kind: 'show' | 'void') => void;
}) {
  const { state, ending, owner, maker, amount, isOwn, hasCode, createdAt, expiresAt, endedAt, voidedBy } =
    coupon;
  const mayVoid = isAdmin || isOwn;
  const { label, tone } = states[state];
  const of = `the coupon of ${owner} that ends in ${ending}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="grid min-w-0 flex-1 basis-56 grid-cols-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Naira amount={amount} className="font-semibold" />
          <span className="[overflow-wrap:anywhere]">for {owner}</span>
          <span className="font-mono text-meta text-ink-2">···· {ending}</span>
          <Pill tone={tone}>{label}</Pill>
        </p>
        <p className="text-meta text-ink-2 [overflow-wrap:anywhere]">
          <When iso={createdAt} />
          {isAdmin && ` by ${maker}`}
          {endedAt !== null && (
            <>
              {' · '}
              {label.toLowerCase()} <When iso={endedAt} />
              {state === 'voided' && ` by ${voidedBy ?? 'staff'}`}
            </>
          )}
          {state === 'open' && expiresAt !== null && ` · until ${lastDayWords(expiresAt)}`}
          {state === 'open' && isOwn && !hasCode && ' · its code was not kept'}
        </p>
      </div>
      {state === 'open' && (
        <div className="flex gap-2">
          {isOwn && hasCode && (
            <Button
              kind="secondary"
              compact
              className="max-lg:min-h-12"
              aria-label={`Show the code of ${of}`}
              onClick={() => onAct('show')}
            >
              Show code
            </Button>
          )}
          {mayVoid && (
            <Button
              kind="secondary"
              compact
              className="max-lg:min-h-12"
              aria-label={`Void ${of}`}
              onClick={() => onAct('void')}
            >
              Void
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Of whoever has a PIN and no two-step login, the PIN is asked for by itself. */
function ShowCode({
  coupon: { _id, owner, amount },
  onShown,
  onClose,
}: {
  coupon: Coupon;
  onShown: (shown: CallReply<'revealCoupon'>) => void;
  onClose: () => void;
}) {
  const { hasTotp = false, hasPasskey = false } = useQuery(securityQuery).data ?? {};
  return (
    <StepUpSheet
      title="Show the code"
      fields={twoStepFields({ hasTotp, hasPasskey })}
      passkey={hasPasskey}
      label="Show the code"
      busyLabel="Checking"
      onClose={onClose}
      run={async ({ password, code }) =>
        onShown(await send('revealCoupon', { id: _id, password, ...(code.trim() !== '' && { code }) }))
      }
    >
      <p>
        The coupon of {formatNaira(amount)} for {owner}.
      </p>
    </StepUpSheet>
  );
}

function VoidForm({ coupon, isAdmin, onDone }: { coupon: Coupon; isAdmin: boolean; onDone: () => void }) {
  const queryClient = useQueryClient();
  const voiding = useMutation({
    mutationFn: (reason: string) =>
      sendKeyed('voidCoupon', { id: coupon._id, ...(reason !== '' && { reason }) }),
    onSuccess: async ({ msg }) => {
      toast.success(msg);
      onDone();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.coupons }),
        refreshMoney(queryClient),
      ]);
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: keys.coupons }),
  });
  const backTo = coupon.isIssued
    ? 'and the money is issued no more'
    : `and the money goes back to the wallet of ${coupon.maker}`;
  const words = `${coupon.owner} cannot redeem it any more, ${backTo}: ${formatNaira(coupon.amount)}.`;
  if (isAdmin)
    return (
      <ReasonForm
        doing={voiding}
        onReason={(reason) => voiding.mutate(reason)}
        action="Void the coupon"
        kind="danger"
      >
        {words}
      </ReasonForm>
    );
  return (
    <div className="grid gap-5">
      <p>{words}</p>
      {voiding.isError && <FailureNotice error={voiding.error} />}
      <Button kind="danger" wide busy={voiding.isPending} onClick={() => voiding.mutate('')}>
        Void the coupon
      </Button>
    </div>
  );
}
