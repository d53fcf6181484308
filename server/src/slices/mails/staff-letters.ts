/** What admins are told of what colleagues asked for, and owners of what staff hold. */
import type { HeldCall } from '@jara/contract/calls/review-queue.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import { arePayoutsHeld } from '../../ledger/spending-controls.ts';
import type { Db } from '../../platform/db.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

export type PayoutHoldKind = 'withdrawals_held' | 'withdrawals_freed';

const payoutHolds: Record<PayoutHoldKind, { subject: string; paragraphs: (userName: string) => string[] }> = {
  withdrawals_held: {
    subject: 'withdrawals are held',
    paragraphs: (userName) => [
      `We look at withdrawals from your account ${userName} before they go to the bank. What you withdraw now waits, and comes back to your wallet if it is not sent.`,
      'Your money is safe. Answer this mail to hear more.',
    ],
  },
  withdrawals_freed: {
    subject: 'withdrawals go to the bank again',
    paragraphs: (userName) => [
      `Withdrawals from your account ${userName} go to the bank again as soon as you make them. What still waits from before is decided about by itself.`,
    ],
  },
};

/** Says nothing of the reason of staff. None when it is otherwise by now. */
export async function writePayoutHold(
  db: Db,
  reader: MailReader,
  kind: PayoutHoldKind,
  { userId, brandName }: { userId: bigint; brandName: string },
): Promise<Letter | 'over'> {
  if ((await arePayoutsHeld(db, userId)) !== (kind === 'withdrawals_held')) return 'over';
  const { subject, paragraphs } = payoutHolds[kind];
  return {
    subject: `Your ${brandName} ${subject}`,
    greeting: greet(reader),
    paragraphs: paragraphs(reader.userName),
    button: null,
    notes: [],
    unsubscribeUrl: null,
  };
}

const askedWords: Readonly<Record<HeldCall, string>> = {
  transferFund: 'issue money',
  generateCoupon: 'make a coupon',
  refund: 'refund a purchase',
  decideWaiting: 'decide about what waits for staff',
  decideSuspense: 'decide about money in suspense',
  debit: 'debit a wallet',
  acceptFloat: 'accept a difference at a supplier',
  setSpecialPrice: 'set a special price below cost',
  updatePrice: 'set prices of a plan below cost',
  addPlan: 'add a plan below cost',
  updatePlan: 'set prices of a plan below cost, or lower its cost',
  schedulePrices: 'plan prices below cost, or lower costs',
  setCostPrice: 'lower a cost price',
  correctContactDetails: 'correct the e-mail address of somebody with money',
  setRoles: 'make somebody an admin, or one an admin no more, or let one do more in a day',
};

/**
 * The request that was written in the commit of the mail, while it waits. Names neither whose money it is nor why: a mail goes through many
 * hands, and the queue says it to whoever may look.
 */
export async function writeSecondAdminAsked(
  db: Db,
  reader: MailReader,
  { mailId, publicUrl }: { mailId: bigint; publicUrl: string },
): Promise<Letter | 'over'> {
  const asked = await db.find<{ call: HeldCall; maker: string; movedKobo: bigint | null; isSum: boolean }>(
    `select r.call, u.user_name as maker, r.moved_kobo as "movedKobo", r.prices is null and r.contact is null and r.call <> 'setRoles' as "isSum"
     from mails m join staff_requests r on r.asked_at = m.created_at join users u on u.id = r.maker_id
     where m.id = $1 and r.state = 'waiting' and r.expires_at > now() limit 1`,
    [mailId],
  );
  if (asked === undefined) return 'over';
  const { call, maker, movedKobo, isSum } = asked;
  const sum = movedKobo === null ? 'in another currency' : formatKobo(kobo(movedKobo));
  const what = isSum ? `${askedWords[call]}: ${sum}` : askedWords[call];
  return {
    subject: 'A request waits for a second admin',
    greeting: greet(reader),
    paragraphs: [
      `${maker} asked to ${what}. Nothing was done yet.`,
      'Look at it in the queue: confirm it there, or reject it.',
    ],
    button: { text: 'Look at the queue', url: `${publicUrl}/admin/waiting?queue=second` },
    notes: ['Every admin who may confirm it gets this once.'],
    unsubscribeUrl: null,
  };
}
