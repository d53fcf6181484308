/** Where anybody sees whether a slip that they were shown is true. It says nothing about whose it is. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { brand } from '../../platform/brand.ts';
import { LoadFailure } from '../../shared/load-failure.tsx';
import { Naira } from '../../shared/naira.tsx';
import { networkLabel } from '../../shared/network-mark.tsx';
import { ScreenHead } from '../../shared/screen.tsx';
import { ReceiptLoading } from '../../features/receipt/receipt-loading.tsx';
import { ReceiptPaper, ReceiptRow } from '../../shared/receipt-card.tsx';
import { statusLook } from '../../shared/status.tsx';
import { fullTime } from '../../shared/when.tsx';
import { to } from '../../platform/paths.ts';
import { Refusal, send, type CallReply } from '../../platform/send.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { pen } from '../../ui/icon.tsx';

type Checked = CallReply<'checkSlip'>;

/** A slip that still waits is asked about again: whoever stands there with the phone sees it turn. */
const askAgainMs = 5_000;

export default function CheckSlip() {
  const { slip = '' } = useParams();
  const check = useQuery({
    queryKey: ['slip check', slip],
    queryFn: ({ signal }) => send('checkSlip', { slip }, { signal }),
    retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? askAgainMs : false),
  });
  const isUnknown = check.error instanceof Refusal && check.error.code === 'not_found';
  return (
    <div className="mx-auto grid w-full max-w-lg grid-cols-1 gap-5 px-4 py-8 sm:px-6">
      <meta name="robots" content="noindex" />
      <ScreenHead title={isUnknown ? 'Not a slip of ours' : 'Slip check'}>
        {check.data !== undefined &&
          `This slip is true: ${brand.name} made it. Compare what stands here with what you were shown.`}
      </ScreenHead>
      {check.data !== undefined ? (
        <CheckedReceipt slip={check.data} />
      ) : isUnknown ? (
        <Empty
          title={`${brand.name} has no such slip`}
          action={
            <ButtonLink kind="secondary" to={to.landing}>
              Back home
            </ButtonLink>
          }
        >
          Do not hand anything over for it. If the link was copied, make sure that all of it was.
        </Empty>
      ) : check.isError || check.fetchStatus === 'paused' ? (
        <LoadFailure
          title="The slip could not be checked"
          error={check.error}
          onRetry={() => void check.refetch()}
        />
      ) : (
        <ReceiptLoading />
      )}
    </div>
  );
}

const kinds: Readonly<Record<string, string>> = {
  airtime: 'Airtime',
  data: 'Data',
  electricity: 'Electricity',
  transfer: 'Transfer to another wallet',
  withdraw: 'Withdrawal to a bank account',
  wallet: 'Money into a wallet',
  refund: 'Refund',
  referrer: 'Referral reward',
  earning: 'Earnings withdrawn',
};

const titles: Readonly<Record<string, string>> = {
  success: 'Done',
  failed: 'Failed \u2014 nothing was delivered',
  refunded: 'Taken back \u2014 the money was returned',
  pending: 'Waiting \u2014 not done yet',
};

function CheckedReceipt({ slip }: { slip: Checked }) {
  const { ink, Icon } = statusLook(slip.status);
  return (
    <ReceiptPaper>
      <article aria-label={`Slip ${slip.reference}`}>
        <header className="grid gap-1 border-b border-ink pb-3">
          <p className={classNames('flex items-center gap-2 font-semibold', ink)} role="status">
            <Icon size={20} {...pen} strokeWidth={2.25} />
            {titles[slip.status] ?? titles['pending']}
          </p>
          <p className="text-sum">
            <Naira amount={slip.amount} big />
          </p>
        </header>
        <dl className="py-3">
          <ReceiptRow label="What">{kinds[slip.kind] ?? slip.kind}</ReceiptRow>
          {slip.network !== null && (
            <ReceiptRow label={slip.kind === 'electricity' ? 'Company' : 'Network'}>
              {networkLabel(slip.network)}
            </ReceiptRow>
          )}
          {slip.product !== null && <ReceiptRow label="Product">{slip.product}</ReceiptRow>}
          {slip.faceValue !== null && slip.faceValue !== slip.amount && (
            <ReceiptRow label={slip.kind === 'withdraw' ? 'The account gets' : 'Value'}>
              <Naira amount={slip.faceValue} />
            </ReceiptRow>
          )}
          {slip.recipient !== null && <ReceiptRow label="For">{slip.recipient}</ReceiptRow>}
          <ReceiptRow label="Date">{fullTime(slip.createdAt)}</ReceiptRow>
          {slip.settledAt !== null && <ReceiptRow label="Decided">{fullTime(slip.settledAt)}</ReceiptRow>}
          <ReceiptRow label="Reference">
            <span className="font-mono">{slip.reference}</span>
          </ReceiptRow>
        </dl>
      </article>
    </ReceiptPaper>
  );
}
