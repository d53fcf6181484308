/** What two people are told when staff void a coupon: who could have redeemed it, and the vendor who had paid for it. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import type { Db } from '../../platform/db.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

/** What was voided in the commit that wrote the mail. Says nothing of the reason of staff. */
export async function writeCouponVoided(
  db: Db,
  reader: MailReader,
  { mailId, brandName, publicUrl }: { mailId: bigint; brandName: string; publicUrl: string },
): Promise<Letter> {
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
  const coupon = `coupon of ${sum} that ends in ${ending}`;
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
