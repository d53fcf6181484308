/** The mails about a coupon that ended without being redeemed: staff voided it, or its last day is over. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

interface About {
  mailId: bigint;
  brandName: string;
  publicUrl: string;
}

/** Says nothing of the reason of staff. */
export async function writeCouponVoided(
  db: Db,
  reader: MailReader,
  { mailId, brandName, publicUrl }: About,
): Promise<Letter> {
  const { sum, coupon, owner, isOwner } = await readEnded(db, mailId);
  return {
    subject: `A ${brandName} coupon of ${sum} was voided`,
    greeting: greet(reader),
    paragraphs: isOwner
      ? [`We voided the ${coupon}: it cannot be redeemed any more. Ask whoever gave it to you.`]
      : [`We voided your ${coupon}, made for ${owner}. ${sum} is back in your wallet.`],
    button: isOwner ? null : { text: 'See my coupons', url: `${publicUrl}/admin/generateCoupon` },
    notes: ['Answer this mail to hear more.'],
    unsubscribeUrl: null,
  };
}

/** To who could have redeemed it. */
export async function writeCouponExpired(
  db: Db,
  reader: MailReader,
  { mailId, brandName }: Pick<About, 'mailId' | 'brandName'>,
): Promise<Letter> {
  const { sum, coupon } = await readEnded(db, mailId);
  return {
    subject: `A ${brandName} coupon of ${sum} has expired`,
    greeting: greet(reader),
    paragraphs: [
      `The ${coupon} was not redeemed until its last day. Its money went back to whoever paid for it: ask whoever gave it to you.`,
    ],
    button: null,
    notes: [],
    unsubscribeUrl: null,
  };
}

/** What ended in the commit that wrote the mail. */
async function readEnded(db: Db, mailId: bigint) {
  const { amountKobo, ending, owner, isOwner } = await db.get<{
    amountKobo: bigint;
    ending: string;
    owner: string;
    isOwner: boolean;
  }>(
    `select c.amount_kobo as "amountKobo", c.code_ending as ending, o.user_name as owner, c.owner_id = m.user_id as "isOwner"
     from mails m join coupons c on c.voided_at = m.created_at and m.user_id in (c.owner_id, c.maker_id)
     join users o on o.id = c.owner_id where m.id = $1 limit 1`,
    [mailId],
  );
  const sum = formatKobo(kobo(amountKobo));
  return { sum, owner, isOwner, coupon: `coupon of ${sum} that ends in ${ending}` };
}
