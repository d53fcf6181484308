/** Makes a mail of a row of the outbox. Links that open an account are made here, as the mail leaves: they stand in no table. */
import { lagosDateAndClock } from '@jara/contract/lagos-time.ts';
import { formatKobo, kobo, naira } from '@jara/contract/money.ts';
import type { Context } from '../../app/context.ts';
import type { OutgoingMail } from '../../outside/mail/mailer.ts';
import type { Db } from '../../platform/db.ts';
import { refusedLetter } from './refused-letters.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import {
  apiTokensScopedLetter,
  deviceCodeLetter,
  spendingControlChangedLetter,
  loginCodeLetter,
  newLoginLetter,
  passwordChangedLetter,
  passwordResetLetter,
  pinRemovalAskedLetter,
  type MailedCode,
  type NewLogin,
} from './account-letters.ts';
import {
  confirmEmailLetter,
  contactChangedLetter,
  emailChangeAskedLetter,
  registrationCodeLetter,
  registrationTriedLetter,
  type ContactMailKind,
} from './contact-letters.ts';
import {
  alarmLetter,
  isAlarm,
  campaignLetter,
  floatLowLetter,
  serviceBackLetter,
  type AlarmKind,
  type CampaignText,
  type Letter,
  type MailReader,
} from './letters.ts';
import { isByStaff, writeByStaff } from './letters-by-staff.ts';
import { serviceWords } from './service-words.ts';
import { readAlarms } from './staff-alarms.ts';
import { writeSecondAdminAsked } from './staff-letters.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { writeMail } from './write-mail.ts';

/** The links into an account, made by the slice that owns accounts. */
export interface AccountLinks {
  /** A new one with each call; it ends the one before. */
  passwordReset(userId: bigint): Promise<string>;
  /** Where a person asks for such a link. */
  requestPasswordReset: string;
}

/** The links that prove an e-mail address; none when it is not asked for any more. Each call makes a new one, which ends the one before. */
export interface EmailLinks {
  confirmEmail(userId: bigint, email: string): Promise<string | undefined>;
  /** For the address that is replaced, and what replaces it. */
  decideEmailChange(userId: bigint, email: string): Promise<{ url: string; newEmail: string } | undefined>;
}

/** A new code for the login that the commit of the mail wrote; none when nobody waits for it any more. It ends the one before. */
export interface LoginCodeLinks {
  loginCode(userId: bigint, mailId: bigint): Promise<MailedCode | undefined>;
}

/** The same for a device on which logging in is stopped. */
export interface DeviceCodeLinks {
  deviceCode(userId: bigint, mailId: bigint): Promise<MailedCode | undefined>;
}

/** What proves the mailbox of whoever registers; nothing when it is over. */
export interface RegistrationCodeLinks {
  registrationCode(mail: Pick<ClaimedMail, 'toAddress' | 'createdAt' | 'ageSeconds'>): string | undefined;
}

export type MailLinks = AccountLinks & EmailLinks & LoginCodeLinks & DeviceCodeLinks & RegistrationCodeLinks;

/** Why a mail is not sent after all. */
export type NotSent = 'unsubscribed' | 'stopped' | 'over';

export async function composeMail(
  context: Context,
  mail: ClaimedMail,
  links: MailLinks,
): Promise<OutgoingMail | NotSent> {
  const { config } = context;
  const letter = await writeLetter(context, mail, links);
  if (typeof letter === 'string') return letter;
  const domain = config.mail.from.split('@')[1] ?? '';
  return {
    ...writeMail(config.brand, letter),
    to: mail.toAddress,
    messageId: `<${mail.id}.${mail.createdAt.getTime()}@${domain}>`,
    unsubscribeUrl: letter.unsubscribeUrl,
  };
}

async function writeLetter(context: Context, mail: ClaimedMail, links: MailLinks): Promise<Letter | NotSent> {
  const { pool, config } = context;
  const { id, userId, kind, campaignId, serviceId, toAddress } = mail;
  if (kind === 'registration_code') return writeRegistrationCode(config.brand.name, mail, links);
  if (userId === null) throw new Error('a mail to nobody'); // the table has none
  const reader = await findReader(pool, userId);
  if (campaignId !== null) return writeCampaign(pool, config.publicUrl, reader, { campaignId, userId });
  if (isAlarm(kind)) return writeAlarm(pool, config.publicUrl, reader, kind);
  if (isByStaff(kind)) return writeByStaff(pool, config, reader, { mailId: id, userId, kind });
  const { name } = config.brand;
  switch (kind) {
    case 'campaign':
      throw new Error('a mail of a campaign that is not named'); // the table has none
    case 'password_reset':
      return passwordResetLetter(reader, name, await links.passwordReset(userId));
    case 'password_changed':
      return passwordChangedLetter(reader, name, links.requestPasswordReset);
    case 'login_code':
      return writeLoginCode(reader, name, links, { userId, mailId: id });
    case 'device_code': {
      const code = await links.deviceCode(userId, id);
      return code === undefined ? 'over' : deviceCodeLetter(reader, name, code);
    }
    case 'new_login':
      return newLoginLetter(reader, name, await readNewLogin(pool, config, id), links.requestPasswordReset);
    case 'wrong_passwords':
    case 'wrong_codes':
    case 'wrong_pins':
    case 'session_elsewhere':
      return refusedLetter(reader, name, kind, links.requestPasswordReset);
    case 'api_token_elsewhere':
      return refusedLetter(reader, name, kind, `${config.publicUrl}/profile/developer`);
    case 'float_low':
      return writeFloatLow(pool, config, reader);
    case 'service_back':
      return writeServiceBack(pool, config.publicUrl, reader, serviceId);
    case 'api_tokens_scoped':
      return apiTokensScopedLetter(reader, name, `${config.publicUrl}/profile/developer`);
    case 'confirm_email':
    case 'email_change_asked':
    case 'email_changed':
    case 'email_corrected':
    case 'phone_changed':
    case 'phone_corrected':
    case 'registration_tried':
      return writeContactLetter(config, reader, { userId, toAddress, kind }, links);
    case 'second_admin_asked':
      return writeSecondAdminAsked(pool, reader, { mailId: id, publicUrl: config.publicUrl });
    case 'pin_removal_asked':
      return writePinRemoval(pool, config.publicUrl, reader, { userId, brandName: name });
    case 'pin_set':
    case 'pin_removed':
    case 'totp_on':
    case 'totp_off':
    case 'api_token_made':
    case 'api_token_new_network':
    case 'api_token_limit_raised':
    case 'beneficiary_added':
    case 'webhook_changed':
    case 'passkey_added':
    case 'passkey_removed':
    case 'wallet_frozen':
    case 'wallet_unfrozen':
    case 'limit_raised':
    case 'limit_removed':
      return spendingControlChangedLetter(reader, name, kind, links.requestPasswordReset);
  }
}

const findReader = (db: Db, userId: bigint): Promise<MailReader> =>
  db.get<MailReader>('select full_name as "fullName", user_name as "userName" from users where id = $1', [
    userId,
  ]);

function writeRegistrationCode(brandName: string, mail: ClaimedMail, links: MailLinks): Letter | 'over' {
  const code = links.registrationCode(mail);
  return code === undefined ? 'over' : registrationCodeLetter(brandName, code);
}

async function writeLoginCode(
  reader: MailReader,
  brandName: string,
  links: MailLinks,
  { userId, mailId }: { userId: bigint; mailId: bigint },
): Promise<Letter | 'over'> {
  const code = await links.loginCode(userId, mailId);
  return code === undefined ? 'over' : loginCodeLetter(reader, brandName, code, links.requestPasswordReset);
}

async function writeContactLetter(
  { brand: { name }, publicUrl }: Context['config'],
  reader: MailReader,
  { userId, toAddress, kind }: { userId: bigint; toAddress: string; kind: ContactMailKind },
  links: MailLinks,
): Promise<Letter | 'over'> {
  if (kind === 'confirm_email') {
    const url = await links.confirmEmail(userId, toAddress);
    return url === undefined ? 'over' : confirmEmailLetter(reader, name, url);
  }
  if (kind === 'email_change_asked') {
    const change = await links.decideEmailChange(userId, toAddress);
    return change === undefined ? 'over' : emailChangeAskedLetter(reader, name, change);
  }
  if (kind === 'registration_tried') return registrationTriedLetter(reader, name, links.requestPasswordReset);
  return contactChangedLetter(reader, name, kind, `${publicUrl}/profile/user`);
}

/** The device that became new in the commit that wrote the mail. */
async function readNewLogin(db: Db, { newDevice }: Context['config'], mailId: bigint): Promise<NewLogin> {
  const { device, at } = await db.get<{ device: string | null; at: Date }>(
    `select d.label as device, m.created_at as at
     from mails m left join devices d on d.user_id = m.user_id and d.new_since = m.created_at where m.id = $1 limit 1`,
    [mailId],
  );
  const { capNaira, capHours } = newDevice;
  const most = formatKobo(naira(capNaira));
  return {
    device: device ?? 'unknown device',
    time: lagosDateAndClock(at),
    limit:
      capNaira === 0 ? null : `In its first ${capHours} hours ${most} at most can leave from this device.`,
  };
}

/** A PIN that somebody keeps by then, or that is gone, is no news. */
async function writePinRemoval(
  db: Db,
  publicUrl: string,
  reader: MailReader,
  { userId, brandName }: { userId: bigint; brandName: string },
): Promise<Letter | 'over'> {
  const asked = await db.find<{ dueAt: Date }>(
    'select due_at as "dueAt" from pin_removals where user_id = $1',
    [userId],
  );
  if (asked === undefined) return 'over';
  const { dueAt } = asked;
  return pinRemovalAskedLetter(reader, brandName, lagosDateAndClock(dueAt), `${publicUrl}/profile/security`);
}

/** The floats that are low now; when all are filled again there is no mail. */
async function writeFloatLow(
  db: Db,
  config: Context['config'],
  reader: MailReader,
): Promise<Letter | 'over'> {
  const rows = await db.rows<{ supplier: string; floatKobo: bigint }>(
    `select supplier, float_kobo as "floatKobo" from supplier_floats where alarmed_at is not null order by supplier`,
  );
  if (rows.length === 0) return 'over';
  const floats = rows.map(({ supplier, floatKobo }) => ({ supplier, float: formatKobo(kobo(floatKobo)) }));
  const alarm = formatKobo(naira(config.supplierFloatAlarmNaira));
  return floatLowLetter(reader, floats, alarm, `${config.publicUrl}/profile/adminSettings`);
}

async function writeAlarm(
  db: Db,
  publicUrl: string,
  reader: MailReader,
  kind: AlarmKind,
): Promise<Letter | 'over'> {
  const alarms = await readAlarms(db, kind);
  if (alarms.length === 0) return 'over';
  const sentences = alarms.map(({ words, raisedAt }) => `${lagosDateAndClock(raisedAt)}: ${words}.`);
  return alarmLetter(reader, kind, sentences, publicUrl);
}

const serviceScreens: Readonly<Record<string, string>> = {
  airtime: '/profile/buyairtime',
  data: '/profile/buydata',
  electricity: '/profile/electricity',
};

/** A service that is locked as the mail leaves is not back, whoever locked it. */
async function writeServiceBack(
  db: Db,
  publicUrl: string,
  reader: MailReader,
  serviceId: number | null,
): Promise<Letter | 'over'> {
  const service = await db.get<{ name: string; serviceType: string; isOpen: boolean }>(
    'select name, service_type as "serviceType", is_open as "isOpen" from services where id = $1',
    [serviceId],
  );
  if (!service.isOpen) return 'over';
  const path = serviceScreens[service.serviceType] ?? `/profile/${service.name}`;
  const chosen = service.serviceType === 'data' ? `?network=${service.name}` : '';
  return serviceBackLetter(reader, serviceWords(service), `${publicUrl}${path}${chosen}`);
}

async function writeCampaign(
  db: Db,
  publicUrl: string,
  reader: MailReader,
  { campaignId, userId }: { campaignId: bigint; userId: bigint },
): Promise<Letter | NotSent> {
  const campaign = await findCampaign(db, campaignId, userId);
  if (campaign.isStopped) return 'stopped';
  if (!campaign.isToAll) return campaignLetter(reader, campaign, null);
  if (campaign.hasUnsubscribed) return 'unsubscribed';
  return campaignLetter(reader, campaign, unsubscribeUrl(publicUrl, campaign.unsubscribeKey));
}

interface Campaign extends CampaignText {
  isToAll: boolean;
  isStopped: boolean;
  unsubscribeKey: string;
  hasUnsubscribed: boolean;
}

const findCampaign = (db: Db, campaignId: bigint, userId: bigint): Promise<Campaign> =>
  db.get<Campaign>(
    `select subject, message, link_text as "linkText", link_url as "linkUrl", is_to_all as "isToAll", stopped_at is not null as "isStopped",
       coalesce(unsubscribe_key::text, '') as "unsubscribeKey", unsubscribed_at is not null as "hasUnsubscribed"
     from mail_campaigns left join mail_preferences on user_id = $2 where id = $1`,
    [campaignId, userId],
  );
