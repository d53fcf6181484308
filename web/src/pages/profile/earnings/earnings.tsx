import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatNaira } from '@jara/contract/money.ts';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { Naira } from '../../../shared/naira.tsx';
import { ScreenHead } from '../../../shared/screen.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx';
import { Invite } from './invite.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import { terms } from '../../../platform/terms.ts';

type Referral = CallReply<'getReferral'>;

const mostPageButtons = 15;

export default function Earnings() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const referral = useQuery({
    queryKey: keys.referralPage(page),
    queryFn: ({ signal }) => send('getReferral', { page }, { signal }),
    placeholderData: keepPreviousData,
  });
  const [isWithdrawing, setWithdrawing] = useState(false);

  return (
    <div className="grid grid-cols-1 gap-8">
      <ScreenHead title="Earnings">
        You earn {formatNaira(terms.upgrade.referralReward)} when somebody whom you invited becomes a
        reseller.
      </ScreenHead>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,48%)] lg:grid-rows-[auto_1fr] lg:items-start">
        <Sums
          referral={referral.data}
          isLoading={referral.isPending && referral.fetchStatus === 'fetching'}
          onWithdraw={() => setWithdrawing(true)}
        />
        <div className="lg:col-start-2 lg:row-span-2">
          <Invite />
        </div>
        <section aria-labelledby="referred" className="grid min-w-0 grid-cols-1 gap-4">
          <h2 id="referred" className="display text-lead">
            Whom you invited
          </h2>
          {referral.data === undefined ? (
            referral.isError || referral.fetchStatus === 'paused' ? (
              <LoadFailure
                title="Your earnings could not be loaded"
                error={referral.error}
                onRetry={() => void referral.refetch()}
              />
            ) : (
              <SkeletonRows rows={4} label="Loading whom you invited" />
            )
          ) : (
            <Referred list={referral.data.referralList} />
          )}
          <Pager
            page={page}
            totalPages={referral.data?.totalPages ?? 1}
            most={mostPageButtons}
            onPage={(next) => setSearch(next === 1 ? {} : { page: String(next) })}
          />
        </section>
      </div>
      {referral.data !== undefined && (
        <WithdrawSheet
          open={isWithdrawing}
          earnings={referral.data.earningBalance}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </div>
  );
}

/** What may be moved, big; and under it how it came about, in one ruled line. */
function Sums({
  referral,
  isLoading,
  onWithdraw,
}: {
  referral: Referral | undefined;
  isLoading: boolean;
  onWithdraw: () => void;
}) {
  const figures = [
    { label: 'Total referred', value: referral?.totalReferred.toLocaleString('en-NG') },
    { label: 'Total earned', value: referral && <Naira amount={referral.totalEarned} /> },
    { label: 'Withdrawn', value: referral && <Naira amount={referral.withdrawn} /> },
  ];
  return (
    <section aria-label="Your earnings" className="grid grid-cols-1 gap-5" aria-busy={isLoading}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1">
          <p className="text-meta text-ink-2">Balance</p>
          {isLoading ? (
            <Skeleton className="h-11 w-40" />
          ) : (
            <Naira amount={referral?.earningBalance ?? null} big className="text-balance" />
          )}
        </div>
        <Button
          kind={referral?.earningBalance === 0 ? 'secondary' : 'primary'}
          onClick={onWithdraw}
          disabled={referral === undefined || referral.earningBalance === 0}
          className="max-sm:w-full"
        >
          Withdraw to wallet
        </Button>
      </div>
      <dl className="flex flex-wrap divide-x divide-line border-y border-line">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid flex-auto gap-0.5 px-3 py-3 first:pl-0 last:pr-0 sm:px-5">
            <dt className="text-label text-ink-2">{label}</dt>
            <dd className="text-body font-semibold">
              {value ?? (isLoading ? <Skeleton className="h-6 w-16" /> : '\u2014')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Referred({ list }: { list: Referral['referralList'] }) {
  if (list.length === 0) {
    return (
      <Empty title="Nobody yet">
        Send your link to friends who buy airtime and data. Who registers through it stands here.
      </Empty>
    );
  }
  // Masked names may be alike.
  const rows = list.map((referred, place) => ({ ...referred, place }));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {rows.map(({ userName, amountEarned, place }) => (
        <li key={place} className="flex min-h-14 items-center justify-between gap-4">
          <span className="font-medium">{userName}</span>
          {amountEarned > 0 ? (
            <Naira amount={amountEarned} className="font-semibold text-success" />
          ) : (
            <span className="text-meta text-ink-2">Not a reseller yet</span>
          )}
        </li>
      ))}
    </ul>
  );
}
