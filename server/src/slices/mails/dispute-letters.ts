/** What a user is told of a problem that they reported: that it is there, and each answer of staff. */
import type { Db } from '../../platform/db.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

/** What was written in the commit that wrote the mail. */
export async function writeDisputeChanged(
  db: Db,
  reader: MailReader,
  { mailId, brandName, publicUrl }: { mailId: bigint; brandName: string; publicUrl: string },
): Promise<Letter> {
  const { reference, description, isStaff, closes, words } = await db.get<{
    reference: string;
    description: string;
    isStaff: boolean;
    closes: boolean;
    words: string;
  }>(
    `select t.reference, t.description, x.staff_id is not null as "isStaff", x.closes, x.words
     from mails m join disputes d on d.user_id = m.user_id join dispute_messages x on x.dispute_id = d.id and x.written_at = m.created_at
     join transactions t on t.id = d.transaction_id where m.id = $1 limit 1`,
    [mailId],
  );
  const [subject, said] = !isStaff
    ? ['We have your report', 'We look into it and answer on the slip and by mail.']
    : closes
      ? ['Your report is settled', 'We answered and closed your report:']
      : [
          'An answer to your report',
          'We answered your report. If it does not settle it, write again on the slip:',
        ];
  return {
    subject: `${subject}: ${brandName} slip ${reference}`,
    greeting: greet(reader),
    // What the user wrote stays on the slip: the address may be somebody else's.
    paragraphs: [`It is about ${description}.`, said, ...(isStaff ? [words] : [])],
    button: { text: 'Open the slip', url: `${publicUrl}/profile/transactions/${reference}` },
    notes: [],
    unsubscribeUrl: null,
  };
}
