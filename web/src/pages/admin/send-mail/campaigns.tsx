/** The newest mails of staff: how far each of them is, and the way to stop one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '../../../shared/load-failure.tsx';
import { When } from '../../../shared/when.tsx';
import { keys } from '../../../platform/queries.ts';
import { send, wordsOf, type CallReply } from '../../../platform/send.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';

type Campaign = CallReply<'listMailCampaigns'>['campaigns'][number];

const askAgainMs = 3_000;

export function Campaigns() {
  const [stopping, setStopping] = useState<Campaign>();
  const list = useQuery({
    queryKey: keys.mailCampaigns,
    queryFn: ({ signal }) => send('listMailCampaigns', undefined, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.campaigns.some(({ waiting }) => waiting > 0) === true ? askAgainMs : false,
  });
  return (
    <section aria-labelledby="sent" className="grid grid-cols-1 gap-3">
      <h2 id="sent" className="display text-lead">
        Sent mails
      </h2>
      {list.data === undefined ? (
        list.isError ? (
          <LoadFailure
            title="The sent mails could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonRows rows={3} label="Loading the sent mails" />
        )
      ) : list.data.campaigns.length === 0 ? (
        <Empty title="No mails sent yet" />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {list.data.campaigns.map((campaign) => (
            <CampaignRow key={campaign._id} campaign={campaign} onStop={() => setStopping(campaign)} />
          ))}
        </ul>
      )}
      <StopSheet campaign={stopping} onClose={() => setStopping(undefined)} />
    </section>
  );
}

function CampaignRow({ campaign, onStop }: { campaign: Campaign; onStop: () => void }) {
  const { subject, userAccount, author, createdAt, recipients, sent, waiting, skipped, failed } = campaign;
  const isOpen = waiting > 0 && campaign.stoppedAt === null;
  const done = recipients - waiting;
  const counts = [
    `${count(sent)} of ${count(recipients)} sent`,
    failed > 0 && `${count(failed)} not delivered`,
    skipped > 0 && `${count(skipped)} left out`,
  ];
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_min(16rem,35%)_min(6rem,20%)] sm:items-center">
      <p className="grid min-w-0">
        <span className="font-semibold [overflow-wrap:anywhere]">{subject}</span>
        <span className="text-meta text-ink-2">
          {userAccount === null ? 'To all users' : `To ${userAccount}`} · by {author} ·{' '}
          <When iso={createdAt} precise />
        </span>
      </p>
      <div className="grid gap-1.5">
        <div
          role="progressbar"
          aria-label={`Progress of ${subject}`}
          aria-valuemin={0}
          aria-valuemax={recipients}
          aria-valuenow={done}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div
            className="h-full bg-brand"
            style={{ width: `${recipients === 0 ? 100 : (done / recipients) * 100}%` }}
          />
        </div>
        <p className="figures text-meta text-ink-2">{counts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="sm:justify-self-end">
        {isOpen ? (
          <Button
            kind="secondary"
            compact
            className="max-lg:min-h-12"
            aria-label={`Stop ${subject}`}
            onClick={onStop}
          >
            Stop
          </Button>
        ) : campaign.stoppedAt === null ? (
          <Pill tone={failed > 0 ? 'amber' : 'success'}>Done</Pill>
        ) : (
          <Pill tone="plain">Stopped</Pill>
        )}
      </div>
    </li>
  );
}

const count = (number: number): string => number.toLocaleString('en-NG');

function StopSheet({ campaign, onClose }: { campaign: Campaign | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const stopping = useMutation({
    mutationFn: (id: string) => send('stopMailCampaign', { id }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      onClose();
      void queryClient.invalidateQueries({ queryKey: keys.mailCampaigns });
    },
    onError: (error) => toast.error(wordsOf(error)),
  });
  return (
    <Sheet
      title="Stop this mail"
      open={campaign !== undefined}
      onClose={onClose}
      footer={
        <Button
          wide
          kind="danger"
          busy={stopping.isPending}
          busyLabel="Stopping"
          onClick={() => stopping.mutate(campaign?._id ?? '')}
        >
          Send no more
        </Button>
      }
    >
      <p>
        <b>{campaign?.subject}</b> goes to nobody else from now on. Who has it already keeps it.
      </p>
    </Sheet>
  );
}
