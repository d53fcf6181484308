/** Mails of what staff did to an account: its standing, its rights, its wallet, its coupons; and what they answered. */
import type { RightsChange } from '@jara/contract/calls/review-queue.ts';
import { formatKobo, kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import { limitChangeWords, rightsWords } from '../staff-actions/rights-words.ts';
import {
  standingChangedLetter,
  walletDebitedLetter,
  type NewStanding,
  type WalletDebit,
} from './account-letters.ts';
import { writeCouponExpired, writeCouponVoided } from './coupon-letters.ts';
import { writeDisputeChanged } from './dispute-letters.ts';
import { greet, type Letter, type MailReader } from './letters.ts';
import { writePayoutHold } from './staff-letters.ts';

const kinds = [
  'standing_changed',
  'rights_changed',
  'wallet_debited',
  'coupon_voided',
  'coupon_expired',
  'dispute_changed',
  'withdrawals_held',
  'withdrawals_freed',
] as const;
type ByStaffKind = (typeof kinds)[number];

export const isByStaff = (kind: string): kind is ByStaffKind => kinds.some((known) => known === kind);

interface About {
  mailId: bigint;
  userId: bigint;
  kind: ByStaffKind;
}

export async function writeByStaff(
  db: Db,
  { brand: { name }, publicUrl }: Context['config'],
  reader: MailReader,
  { mailId, userId, kind }: About,
): Promise<Letter | 'over'> {
  switch (kind) {
    case 'standing_changed':
      return standingChangedLetter(reader, name, await readStanding(db, mailId), publicUrl);
    case 'rights_changed':
      return writeRightsChanged(db, reader, { mailId, brandName: name, publicUrl });
    case 'wallet_debited':
      return walletDebitedLetter(reader, name, await readWalletDebit(db, mailId), publicUrl);
    case 'coupon_voided':
      return writeCouponVoided(db, reader, { mailId, brandName: name, publicUrl });
    case 'coupon_expired':
      return writeCouponExpired(db, reader, { mailId, brandName: name });
    case 'dispute_changed':
      return writeDisputeChanged(db, reader, { mailId, brandName: name, publicUrl });
    case 'withdrawals_held':
    case 'withdrawals_freed':
      return writePayoutHold(db, reader, kind, { userId, brandName: name });
  }
}

/** The standing that was set in the commit that wrote the mail. */
const readStanding = (db: Db, mailId: bigint): Promise<NewStanding> =>
  db.get<NewStanding>(
    `select s.standing, s.words from mails m join standings s on s.user_id = m.user_id and s.changed_at = m.created_at where m.id = $1`,
    [mailId],
  );

/** What was debited in the commit that wrote the mail. */
async function readWalletDebit(db: Db, mailId: bigint): Promise<WalletDebit> {
  const { takenKobo, ...rest } = await db.get<
    Pick<WalletDebit, 'kind' | 'description'> & { takenKobo: bigint }
  >(
    `select d.kind, d.taken_kobo as "takenKobo", t.description from mails m
     join debits d on d.user_id = m.user_id and d.made_at = m.created_at join transactions t on t.id = d.source_id where m.id = $1`,
    [mailId],
  );
  return { ...rest, sum: formatKobo(kobo(takenKobo)) };
}

/** What the commit that wrote the mail made of roles and daily limits. */
async function writeRightsChanged(
  db: Db,
  reader: MailReader,
  { mailId, brandName, publicUrl }: { mailId: bigint; brandName: string; publicUrl: string },
): Promise<Letter> {
  const change = await db.get<RightsChange>(
    `select s.before as "from", s.after as "to" from mails m
     join staff_actions s on s.subject = 'user ' || m.user_id and s.action = 'setRoles' and s.done_at = m.created_at where m.id = $1`,
    [mailId],
  );
  const [was, is] = [rightsWords(change.from), rightsWords(change.to)];
  const limits = limitChangeWords(change).map((words) => `${words}.`);
  return {
    subject: `What you may do at ${brandName} changed`,
    greeting: greet(reader),
    paragraphs: [
      ...(was === is ? [] : [`Your account ${reader.userName} is ${is} now. Before it was ${was}.`]),
      ...(limits.length === 0 ? [] : [`Daily limits of your account ${reader.userName} changed.`, ...limits]),
      ...(was === is
        ? []
        : ['Where something was taken away, all devices were logged out and the API tokens have ended.']),
      'If you did not expect this, tell us.',
    ],
    button: { text: 'Log in', url: publicUrl },
    notes: [],
    unsubscribeUrl: null,
  };
}
