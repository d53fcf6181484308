/** On the login in place of a screen: that one was signed out, and what became of what one was about to buy. */
import { expiredUserId } from '../../platform/session.ts';
import { unfinishedDraft } from '../../shared/forms/draft.ts';
import { Notice } from '../../ui/notice.tsx';
import { checkoutIntents } from './checkout-intent.ts';

export function SignedOutNotice() {
  const userId = expiredUserId();
  if (userId === undefined) return null;
  return (
    <Notice tone="amber" title="You were signed out">
      {wordsFor(userId)}
    </Notice>
  );
}

function wordsFor(userId: string): string {
  const wasSent = checkoutIntents(userId).some(({ sentAt }) => sentAt !== null);
  if (wasSent) return 'Log in to see what became of your order. It is carried out once at most.';
  const draft = unfinishedDraft(userId);
  if (draft === undefined) return 'The session is over. Log in to go on where you were.';
  return `${left[draft]} there as you typed it.`;
}

const order = 'Nothing was bought. Log in, and your order is';

/** What became of a form that was left, and what one finds again. */
const left: Record<NonNullable<ReturnType<typeof unfinishedDraft>>, string> = {
  airtime: order,
  data: order,
  electricity: order,
  sale: order,
  transfer: 'Nothing was sent. Log in, and your transfer is',
  withdraw: 'Nothing was sent. Log in, and your withdrawal is',
  coupon: 'The coupon was not redeemed. Log in, and its code is',
};
