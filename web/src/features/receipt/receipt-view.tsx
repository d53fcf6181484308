/** What stands in the sheet of a receipt, and what one can do with it. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { MessageCircle, Printer, RotateCcw, Share2 } from 'lucide-react';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import type { Profile } from '@jara/contract/calls/accounts.ts';
import type { Receipt } from '@jara/contract/calls/transactions.ts';
import { brand } from '../../platform/brand.ts';
import { keys, transactionQuery, type ReceiptAnswer } from '../../platform/queries.ts';
import { Refusal, Unreachable, type CallReply } from '../../platform/send.ts';
import { useSession } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { pen } from '../../ui/icon.tsx';
import { lazyAfterLoad } from '../../shared/lazy.ts';
import type { Movement } from '../money/movement.ts';
import { LoadFailure } from '../../shared/load-failure.tsx';
import { markSeen } from '../money/news.ts';
import { PayLink } from '../money/pay-link.tsx';
import { useRepeat, type Repeatable } from '../money/repeat.ts';
import { CustomerPaper } from './customer-paper.tsx';
import { HandedCopyChoice, useSellerFacts, type HandedCopy } from './handed-copy.tsx';
import { customerFacts, ownFacts, type ReceiptFacts } from './receipt-facts.ts';
import { SaveContact } from './save-contact.tsx';
import { shareReceipt, whatsAppAddress } from './receipt-text.ts';
import { ReceiptLoading } from './receipt-loading.tsx';
import { ReceiptDetails } from './receipt-details.tsx';
import { isPurchase } from './receipt-words.ts';
import './receipt-print.css';

/** For the screen that sells, in one piece with the slip: it fetches that in any case. */
export { OwnPrice } from './own-price.tsx';

const Problems = lazyAfterLoad(async () => (await import('./problems.tsx')).Problems);
const NoticeOffer = lazyAfterLoad(async () => (await import('./notice-offer.tsx')).NoticeOffer);

/** The event stream publishes it at once; asking now and then is for networks that cut it. */
const askAgainMs = 15_000;

export function ReceiptView({
  id,
  isNew,
  foot = null,
  onBuyAgain,
  More,
}: {
  id: string;
  isNew: boolean;
  /** Where the actions stand; without it, below the receipt. */
  foot?: HTMLElement | null;
  onBuyAgain: (purchase: Movement) => void;
  More?: ComponentType<{ receipt: Receipt; foot: HTMLElement | null }>;
}) {
  const queryClient = useQueryClient();
  const slip = useQuery({
    ...transactionQuery(id),
    refetchInterval: ({ state }) => (state.data?.receipt.trans_Status === 'pending' ? askAgainMs : false),
  });
  const cannotAsk = slip.fetchStatus === 'paused' || slip.error instanceof Unreachable;
  const { signedIn } = useSession();
  const answer = slip.data ?? (cannotAsk ? receiptOfTransaction(queryClient, id) : undefined);
  const receipt = answer?.receipt;
  const isOwn = receipt !== undefined && receipt.trans_UserName === signedIn?.user.userName;
  const [copy, setCopy] = useState<HandedCopy>('customer');
  const seller = useSellerFacts(receipt, isOwn);
  useEffect(() => {
    if (receipt === undefined || receipt.trans_UserName !== signedIn?.user.userName) return;
    markSeen(signedIn.user._id, [receipt]);
  }, [receipt, signedIn]);
  if (answer !== undefined && receipt !== undefined) {
    const { slip: code, meterOwner } = answer;
    const forCustomer = customerFacts(receipt, code, seller);
    const facts = copy === 'customer' ? forCustomer : ownFacts(receipt, code);
    const actions = (
      <ReceiptActions
        receipt={receipt}
        facts={facts}
        forCustomer={forCustomer}
        isOwn={isOwn}
        onBuyAgain={onBuyAgain}
      />
    );
    return (
      <div className="slip-print">
        <p className="hidden px-5 pb-2 sm:px-6 font-semibold print:block">
          {facts.shop}{' '}
          {facts.shop === brand.name && brand.supportPhone !== '' && `\u00b7 ${brand.supportPhone}`}
        </p>
        {copy === 'customer' && <CustomerPaper facts={facts} />}
        <div className={copy === 'customer' ? 'print:hidden' : undefined}>
          <ReceiptDetails receipt={receipt} code={code} meterOwner={meterOwner} prints={isNew} />
        </div>
        {isOwn && (
          <div className="no-print flex flex-wrap gap-2 pt-2">
            <SaveContact transaction={receipt} />
          </div>
        )}
        <HandedCopyChoice receipt={receipt} isOwn={isOwn} copy={copy} onChoose={setCopy} />
        <Suspense>
          <Problems receipt={receipt} id={id} disputes={answer.disputes ?? []} isOwn={isOwn} />
        </Suspense>
        {isOwn && (
          <Suspense>
            <NoticeOffer receipt={receipt} />
          </Suspense>
        )}
        {More !== undefined && (
          <Suspense>
            <More receipt={receipt} foot={foot} />
          </Suspense>
        )}
        {foot === null ? actions : createPortal(actions, foot)}
      </div>
    );
  }
  if (slip.error instanceof Refusal && slip.error.code === 'not_found') {
    return <Empty title="There is no such slip">Check the reference, or look in your transactions.</Empty>;
  }
  if (slip.isError || slip.fetchStatus === 'paused') {
    return (
      <LoadFailure
        title="The slip could not be loaded"
        error={slip.error}
        onRetry={() => void slip.refetch()}
      />
    );
  }
  return <ReceiptLoading />;
}

/** Without a network: a receipt from what its transaction says, which is all but the times of its steps and the code of the public check. */
function receiptOfTransaction(queryClient: QueryClient, id: string): ReceiptAnswer | undefined {
  const pages = queryClient.getQueriesData<Pick<CallReply<'listTransactions'>, 'transactions'>>({
    queryKey: keys.transactions,
  });
  const transactions = [
    queryClient.getQueryData<Profile>(keys.profile),
    ...pages.map(([, page]) => page),
  ].flatMap((known) => known?.transactions ?? []);
  const transaction = transactions.find(({ _id, reference }) => _id === id || reference === id);
  return transaction && { receipt: { ...transaction, timeline: [] } };
}

/** Three of them fit beside each other on a phone. */
const small = 'min-h-12 flex-1';

/** At the foot of the sheet, where they stay in sight. */
function ReceiptActions({
  receipt,
  facts,
  forCustomer,
  isOwn,
  onBuyAgain,
}: {
  receipt: Receipt;
  /** What is handed out. */
  facts: ReceiptFacts;
  /** WhatsApp leads to the chat with the buyer, whose copy never says what the seller paid. */
  forCustomer: ReceiptFacts;
  /** Staff look at the receipts of others: they can show them, not act on them. */
  isOwn: boolean;
  onBuyAgain: (purchase: Movement) => void;
}) {
  const again = useRepeat(receipt);
  return (
    <div className="no-print flex flex-wrap gap-2">
      {isOwn && receipt.paymentLink !== null && (
        <PayLink link={receipt.paymentLink}>Continue payment</PayLink>
      )}
      {isOwn && again !== undefined && receipt.trans_Status !== 'pending' && (
        <Button kind="secondary" wide onClick={() => onBuyAgain(again)}>
          <RotateCcw size={18} {...pen} />
          {againWords[again.kind]}
        </Button>
      )}
      <Button
        kind="secondary"
        compact
        className={small}
        onClick={() => void shareReceipt(facts, receipt.reference)}
      >
        <Share2 size={18} {...pen} />
        Share
      </Button>
      {isOwn && isPurchase(receipt) && (
        <ButtonLink
          kind="secondary"
          compact
          className={small}
          to={whatsAppAddress(forCustomer, receipt.recipient)}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle size={18} {...pen} />
          WhatsApp
        </ButtonLink>
      )}
      <Button kind="secondary" compact className={small} onClick={() => window.print()}>
        <Printer size={18} {...pen} />
        Print
      </Button>
    </div>
  );
}

const againWords: Record<Repeatable['kind'], string> = {
  airtime: 'Buy again',
  data: 'Buy again',
  electricity: 'Buy again',
  transfer: 'Send again',
  withdraw: 'Withdraw again',
};
