/** Where anybody sees whether a slip that they were shown is true, in any browser. It says nothing about whose it is, nor what was paid for it. */
import { Link } from 'react-router';
import type { ReceiptCheckPage } from '@jara/contract/calls/pages.ts';
import type { CheckedReceipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../platform/brand.ts';
import { to } from '../platform/paths.ts';
import { networkLabel } from '../shared/network-mark.tsx';
import { ReceiptPaper, ReceiptRow } from '../shared/receipt-card.tsx';
import { statusLook } from '../shared/status.tsx';
import { stateForOthers } from '../shared/state-for-others.ts';
import { fullTime } from '../shared/when.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Empty } from '../ui/empty.tsx';
import { pen } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';

export const checkTitle = (page: ReceiptCheckPage): string =>
  page.state === 'unknown' ? 'Not a slip of ours' : 'Slip check';

/** `address` is where the page stands: for whoever is asked to come again. */
export function CheckSlip({ page, address }: { page: ReceiptCheckPage; address: string }) {
  return (
    <div className="mx-auto grid w-full max-w-narrow grid-cols-1 gap-5 px-4 py-8 sm:px-6">
      <header className="grid gap-1">
        <h1 className="display text-sum">{checkTitle(page)}</h1>
        {page.state === 'found' && (
          <p className="max-w-reading text-ink-2">
            This slip is true: {brand.name} made it. Compare what stands here with what you were shown.
          </p>
        )}
      </header>
      {page.state === 'found' ? (
        <CheckedPaper receipt={page.receipt} />
      ) : page.state === 'unknown' ? (
        <Empty
          title={`${brand.name} has no such slip`}
          action={
            <ButtonLink kind="secondary" to={to.landing}>
              Back home
            </ButtonLink>
          }
        >
          Do not hand anything over for it. If the link was copied, make sure that all of it was. A code of
          less than 32 signs after the last hyphen is an old one: ask the seller to share the slip again.
        </Empty>
      ) : (
        <Notice tone="amber" title="The slip could not be checked now">
          Nothing is known of it yet. Wait a minute, then{' '}
          <Link to={address} reloadDocument className="inline-flex min-h-12 items-center underline">
            check again
          </Link>
          .
        </Notice>
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

function CheckedPaper({ receipt }: { receipt: CheckedReceipt }) {
  const { reference, kind, status, network, product, recipient, createdAt, settledAt } = receipt;
  const { ink, Icon } = statusLook(status);
  return (
    <ReceiptPaper>
      <article aria-label={`Slip ${reference}`}>
        <p
          className={classNames('flex items-center gap-2 border-b border-ink pb-3 font-semibold', ink)}
          role="status"
        >
          <Icon size={20} {...pen} strokeWidth={2.25} />
          {stateForOthers(status, kind)}
        </p>
        <dl className="py-3">
          <ReceiptRow label="What">{product ?? kinds[kind] ?? kind}</ReceiptRow>
          {network !== null && (
            <ReceiptRow label={kind === 'electricity' ? 'Company' : 'Network'}>
              {networkLabel(network)}
            </ReceiptRow>
          )}
          {recipient !== null && <ReceiptRow label="For">{recipient}</ReceiptRow>}
          <ReceiptRow label="Date">{fullTime(createdAt)}</ReceiptRow>
          {settledAt !== null && <ReceiptRow label="Decided">{fullTime(settledAt)}</ReceiptRow>}
          <ReceiptRow label="Reference">
            <span className="font-mono">{reference}</span>
          </ReceiptRow>
        </dl>
      </article>
    </ReceiptPaper>
  );
}
