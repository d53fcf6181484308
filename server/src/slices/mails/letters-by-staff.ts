/** Mails of what staff did to an account: its standing, its rights, its wallet, its coupons; and what they answered. */
import { formatKobo, kobo } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { Db } from '../../platform/db.ts';
import {
  rightsChangedLetter,
  standingChangedLetter,
  walletDebitedLetter,
  type NewStanding,
  type WalletDebit,
} from './account-letters.ts';
import { writeCouponExpired, writeCouponVoided } from './coupon-letters.ts';
import { writeDisputeChanged } from './dispute-letters.ts';
import type { Letter, MailReader } from './letters.ts';
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
      return rightsChangedLetter(reader, name, await readRights(db, userId), publicUrl);
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

async function readRights(db: Db, userId: bigint): Promise<string> {
  const { words } = await db.get<{ words: string }>(
    `select concat_ws(' and ', case when is_admin then 'admin' end, case when is_agent then 'agent' end,
       case when is_coupon_vendor then 'coupon vendor' end) as words from users where id = $1`,
    [userId],
  );
  return words === '' ? 'neither staff nor coupon vendor' : words;
}
