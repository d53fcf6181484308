/** What one of the staff asked for: what it does, to whom, how much, and why. */
import { Link } from 'react-router';
import type { HeldContact, StaffRequest } from '@jara/contract/calls/review-queue.ts';
import type { HeldPrice } from '@jara/contract/calls/unusual-prices.ts';
import { formatPhone } from '@jara/contract/phone.ts';
import { Naira } from '../../../shared/naira.tsx';
import { useSession } from '../../../platform/session.ts';
import { toReceiptOf, toUser } from '../addresses.ts';
import { HeldRights, rightsTitle } from './held-rights.tsx';

const link = 'text-brand underline underline-offset-4';

export function Asked({ request }: { request: StaffRequest }) {
  const isAdmin = useSession().signedIn?.isAdmin === true;
  const [, transaction] = /^transaction (\d+)$/.exec(request.subject) ?? [];
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-end gap-x-4">
        <span className="min-w-[min(9rem,100%)] flex-1 font-semibold">{requestWords(request)}</span>
        {request.call === 'setRoles' ? null : request.prices !== null ? (
          <span className="text-meta">below cost</span>
        ) : request.contact !== null ? (
          <span className="text-meta">
            holds <Naira amount={request.contact.holds} className="font-semibold" />
          </span>
        ) : request.amount === null ? (
          <span className="text-meta">another currency</span>
        ) : (
          <Naira amount={request.amount} className="display text-lead" />
        )}
      </p>
      <p className="text-meta text-ink-2">
        {request.users.map((userName, place) => (
          <span key={userName}>
            {place > 0 && ', '}
            <Link className={link} to={toUser(userName)}>
              {userName}
            </Link>
          </span>
        ))}
        {transaction !== undefined && (
          <>
            {' · '}
            <Link className={link} to={toReceiptOf({ _id: transaction }, isAdmin)}>
              Receipt
            </Link>
          </>
        )}
      </p>
      {request.prices !== null && <Prices prices={request.prices} />}
      {request.contact !== null && <Contact contact={request.contact} />}
      {request.rights !== null && <HeldRights rights={request.rights} />}
      {request.reason !== null && <p className="text-meta [overflow-wrap:anywhere]">“{request.reason}”</p>}
    </>
  );
}

/** How somebody is reached, and how they would be. */
function Contact({ contact: { email, phoneNumber } }: { contact: HeldContact }) {
  return (
    <ul className="grid gap-0.5 text-meta [overflow-wrap:anywhere]">
      <li>
        E-mail address: {email.from} → <b>{email.to}</b>
      </li>
      {phoneNumber !== null && (
        <li>
          Phone number: {formatPhone(phoneNumber.from)} → <b>{formatPhone(phoneNumber.to)}</b>
        </li>
      )}
    </ul>
  );
}

/** Each with what it is now and what it costs us. */
function Prices({ prices }: { prices: readonly HeldPrice[] }) {
  return (
    <ul className="grid gap-0.5 text-meta">
      {prices.map(({ planId, field, from, to, cost }) => (
        <li key={`${planId} ${field}`}>
          {fieldWords[field] ?? field}
          {planId !== undefined && ` (plan ${planId})`}: {from === null ? 'new' : <Naira amount={from} />} →{' '}
          <Naira amount={to} className="font-semibold" />
          {cost !== null && (
            <>
              , costs us <Naira amount={cost} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const fieldWords: Readonly<Record<string, string>> = {
  price: 'Price per GB',
  costPrice: 'Cost per GB',
  planCostPrice: 'Cost',
  cost: 'Cost by its product',
  'special price': 'Lowest special price',
  smartEarnerPrice: 'Price',
  resellerPrice: 'Reseller price',
  apiPrice: 'API price',
  partnerPrice: 'Partner price',
};

/** What was asked for. */
function requestWords(request: StaffRequest): string {
  const { call, input } = request;
  switch (call) {
    case 'transferFund':
      return 'Issue money';
    case 'generateCoupon':
      return 'Make a coupon';
    case 'refund':
      return 'Refund a purchase';
    case 'decideWaiting':
      return input['outcome'] === 'delivered'
        ? 'Book as delivered'
        : input['outcome'] === 'released'
          ? 'Release a withdrawal'
          : 'Return the money';
    case 'decideSuspense':
      return input['outcome'] === 'credit' ? 'Credit out of suspense' : 'Book as sent back';
    case 'debit':
      return input['kind'] === 'chargeback' ? 'Book a chargeback' : 'Debit a wallet';
    case 'acceptFloat':
      return `Accept that ${String(input['supplierName']).toUpperCase()} states ${Number(input['amount']) > 0 ? 'more' : 'less'} than the books`;
    case 'setSpecialPrice':
      return `Special price of ${String(input['productName'])}`;
    case 'updatePrice':
    case 'updatePlan':
      return 'Prices of a plan';
    case 'addPlan':
      return `Add ${String(input['planType'])} ${String(input['planName'])}`;
    case 'schedulePrices':
      return 'Plan prices for a midnight';
    case 'setCostPrice':
      return `Cost price of ${String(input['network'])}`;
    case 'correctContactDetails':
      return 'Correct an e-mail address';
    case 'setRoles':
      return rightsTitle(request);
  }
  return call;
}
