/** What the owner of an account is told about it: its password, its logins, its standing, and what guards it. */
import { RESET_LINK_MINUTES, type Standing } from '@jara/contract/constants.ts';
import { greet, type Letter, type MailReader } from './letters.ts';

export const passwordResetLetter = (reader: MailReader, brandName: string, url: string): Letter => ({
  subject: `Set a new ${brandName} password`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody asked for a new password for your account ${reader.userName}. If it was you, choose one with this link.`,
  ],
  button: { text: 'Choose a new password', url },
  notes: [
    `The link works once, for ${RESET_LINK_MINUTES} minutes. A newer one ends it.`,
    'A new password logs all devices out and ends all API tokens: programs of yours need a new one.',
    'If it was not you, do nothing: your password stays as it is. We never ask for it, or for this link.',
  ],
  unsubscribeUrl: null,
});

export const passwordChangedLetter = (reader: MailReader, brandName: string, url: string): Letter => ({
  subject: `Your ${brandName} password was changed`,
  greeting: greet(reader),
  paragraphs: [
    `The password of your account ${reader.userName} was changed a moment ago, and all other devices were logged out.`,
    'If it was not you, ask for a new password at once and tell us: choosing it by the link of that mail logs all devices out and ends all API tokens.',
  ],
  button: { text: 'It was not me', url },
  notes: [],
  unsubscribeUrl: null,
});

/** Digits that go by mail. */
export interface MailedCode {
  code: string;
  device: string;
  minutes: number;
}

export const loginCodeLetter = (
  reader: MailReader,
  brandName: string,
  { code, device, minutes }: MailedCode,
  url: string,
): Letter => ({
  subject: `Your ${brandName} login code`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody who knows the password of your account ${reader.userName} wants to log in on a device that is new to it: ${device}.`,
    `If it is you, enter this code there: ${code}`,
    'If it is not you, nobody got in. Tell the code to nobody, whoever asks for it, and set a new password at once.',
  ],
  button: { text: 'It was not me', url },
  notes: [
    `The code works once, for ${minutes} minutes, on that device alone. A newer one ends it. We never ask for it.`,
  ],
  unsubscribeUrl: null,
});

/** Anybody can ask for it: it says nothing of whoever did. */
export const deviceCodeLetter = (
  reader: MailReader,
  brandName: string,
  { code, device, minutes }: MailedCode,
): Letter => ({
  subject: `Your ${brandName} code for another device`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody wants to log in to your account ${reader.userName} on a device that is new to it: ${device}. Too many wrong passwords were given before, by anybody, so the device has to show first that it is yours.`,
    `If it is you, enter this code there: ${code}`,
    'If it is not you, do nothing: the code is not enough to get in. Tell it to nobody, whoever asks for it. With your password and the code somebody else would get in.',
  ],
  button: null,
  notes: [
    `The code works once, for ${minutes} minutes, on that device alone. A few of them come in an hour at most, whoever asks. We never ask for it.`,
  ],
  unsubscribeUrl: null,
});

export interface NewLogin {
  /** `Chrome on Android`. */
  device: string;
  /** `21 Nov 2026, 14:02`. */
  time: string;
  /** What may leave from the device at first; null when that is not limited. */
  limit: string | null;
}

export const newLoginLetter = (
  reader: MailReader,
  brandName: string,
  { device, time, limit }: NewLogin,
  url: string,
): Letter => ({
  subject: `New login to your ${brandName} account`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody logged in to your account ${reader.userName} on a device that is new to it: ${device}, ${time} Lagos time.`,
    'If it was you, there is nothing to do.',
    'If it was not you, set a new password at once: that logs all devices out and ends all API tokens. Then tell us.',
    ...(limit === null ? [] : [limit]),
  ],
  button: { text: 'It was not me', url },
  notes: [],
  unsubscribeUrl: null,
});

export interface NewStanding {
  standing: Standing;
  /** What staff say about it. */
  words: string | null;
}

const standingNews: Record<Standing, { subject: string; news: string; next: string }> = {
  active: {
    subject: 'account is open again',
    news: 'is open again: you can log in, buy and send as before',
    next: 'You can log in now.',
  },
  restricted: {
    subject: 'account is restricted',
    news: 'is restricted: you can log in and receive money, but nothing is bought and no money leaves it',
    next: 'Your money is safe. Answer this mail to hear more.',
  },
  suspended: {
    subject: 'account is suspended',
    news: 'is suspended: all devices are logged out and nobody can log in',
    next: 'Your money is safe. Answer this mail to hear more.',
  },
  closed: {
    subject: 'account is closed',
    news: 'is closed: all devices and API tokens are logged out',
    next: 'To have it open again, answer this mail.',
  },
};

export const standingChangedLetter = (
  reader: MailReader,
  brandName: string,
  { standing, words }: NewStanding,
  shopUrl: string,
  { subject, news, next } = standingNews[standing],
): Letter => ({
  subject: `Your ${brandName} ${subject}`,
  greeting: greet(reader),
  paragraphs: [`Your account ${reader.userName} ${news}.`, ...(words === null ? [] : [words]), next],
  button: standing === 'active' ? { text: 'Log in', url: shopUrl } : null,
  notes: [],
  unsubscribeUrl: null,
});

export interface WalletDebit {
  kind: 'clawback' | 'chargeback';
  /** Of what had come in. */
  description: string;
  /** What left the wallet. */
  sum: string;
}

export const walletDebitedLetter = (
  reader: MailReader,
  brandName: string,
  { kind, description, sum }: WalletDebit,
  shopUrl: string,
): Letter => ({
  subject: `${sum} was debited from your ${brandName} wallet`,
  greeting: greet(reader),
  paragraphs: [
    kind === 'chargeback'
      ? `The bank of the card called back a payment that you had received: ${description}. So we have taken ${sum} out of your wallet.`
      : `This came into your wallet by mistake: ${description}. So we have taken ${sum} out of it again.`,
    'You see it among your transactions. If you think that this is wrong, write to us.',
  ],
  button: { text: 'See your transactions', url: `${shopUrl}/profile/transactions` },
  notes: [],
  unsubscribeUrl: null,
});

/** What changed in what guards an account, and what it means. */
export type SpendingControlChange =
  | 'pin_set'
  | 'pin_removed'
  | 'pin_removal_asked'
  | 'totp_on'
  | 'totp_off'
  | 'api_token_made'
  | 'api_token_new_network'
  | 'api_token_limit_raised'
  | 'beneficiary_added'
  | 'webhook_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'wallet_frozen'
  | 'wallet_unfrozen'
  | 'limit_raised'
  | 'limit_removed';

/** `by` says who can do it, where that is not somebody who knows the password. */
const spendingControlChanges: Record<
  Exclude<SpendingControlChange, 'pin_removal_asked'>,
  { subject: string; news: string; by?: string }
> = {
  pin_set: { subject: 'PIN was set', news: 'A new PIN is asked for before money leaves your account' },
  pin_removed: {
    subject: 'PIN was removed',
    news: 'No PIN is asked for any more when money leaves your account',
  },
  totp_on: { subject: 'two-step login is on', news: 'Two-step login was switched on for your account' },
  totp_off: { subject: 'two-step login is off', news: 'Two-step login was switched off for your account' },
  api_token_made: {
    subject: 'account has a new API token',
    news: 'A new API token was made: a program that holds it can spend from your account',
  },
  api_token_new_network: {
    subject: 'API token is used from a new place',
    news: 'An API token of your account was used from an address that it was not used from before, or for the first time and not where it was made. The list of your tokens shows from where. This is told of each token three times in a day at most; your security activity has more',
    by: 'a program that holds it',
  },
  api_token_limit_raised: {
    subject: 'API token may spend more',
    news: 'An API token of your account may spend more in 24 hours than before: its daily limit was raised or removed',
  },
  beneficiary_added: {
    subject: 'account has a new beneficiary',
    news: 'A bank account was saved to withdraw to',
    by: 'somebody who is logged in to your account',
  },
  webhook_changed: {
    subject: 'account has another webhook',
    news: 'The address that is sent each of your transactions was set, changed or removed, or got a new secret',
    by: 'somebody who is logged in to your account',
  },
  passkey_added: {
    subject: 'account has a new passkey',
    news: 'A passkey was added: with the device that keeps it somebody logs in to your account and pays',
    by: 'somebody who proved to be you',
  },
  passkey_removed: {
    subject: 'account has one passkey less',
    news: 'A passkey of your account was removed: it opens nothing any more',
    by: 'somebody who proved to be you',
  },
  wallet_frozen: {
    subject: 'wallet is frozen',
    news: 'Your wallet was frozen: nothing leaves it until you unfreeze it',
    by: 'somebody who is logged in to your account',
  },
  wallet_unfrozen: {
    subject: 'wallet is not frozen any more',
    news: 'Your wallet was unfrozen: money can leave it again',
  },
  limit_raised: {
    subject: 'daily limit was raised',
    news: 'More may leave your wallet in a day than before: the daily limit was raised',
  },
  limit_removed: {
    subject: 'daily limit was removed',
    news: 'The daily limit was removed: as much may leave your wallet in a day as it holds',
  },
};

/** To whoever had API tokens before they had scopes. */
export const apiTokensScopedLetter = (reader: MailReader, brandName: string, url: string): Letter => ({
  subject: `Your ${brandName} API tokens can be limited`,
  greeting: greet(reader),
  paragraphs: [
    'An API token can now be limited: to reading and buying, to addresses, to a sum in 24 hours, and to a time.',
    `Those of your account ${reader.userName} go on as before. They may send money and withdraw it too, without a daily limit, and whoever finds one in a file of your website can. Give them a limit, or make new ones that may do what your programs need and no more, and delete the old.`,
  ],
  button: { text: 'Look at my tokens', url },
  notes: [],
  unsubscribeUrl: null,
});

/** While it waits nothing is lost: the button leads to where it is kept. */
export const pinRemovalAskedLetter = (
  reader: MailReader,
  brandName: string,
  /** `23 Nov 2026, 09:12`. */
  dueAt: string,
  securityUrl: string,
): Letter => ({
  subject: `Your ${brandName} PIN is about to be removed`,
  greeting: greet(reader),
  paragraphs: [
    `Somebody who knows the password of your account ${reader.userName}, but did not give its PIN, asked to remove the PIN. It is removed at ${dueAt} Lagos time; until then it counts.`,
    'If it was you, there is nothing to do.',
    'If it was not you, keep the PIN and set a new password at once: choosing one by the link that we mail you keeps the PIN too, logs all devices out and ends all API tokens. Then tell us.',
  ],
  button: { text: 'Keep my PIN', url: securityUrl },
  notes: [],
  unsubscribeUrl: null,
});

export const spendingControlChangedLetter = (
  reader: MailReader,
  brandName: string,
  change: Exclude<SpendingControlChange, 'pin_removal_asked'>,
  url: string,
  { subject, news, by = 'somebody who knows its password' } = spendingControlChanges[change],
): Letter => ({
  subject: `Your ${brandName} ${subject}`,
  greeting: greet(reader),
  paragraphs: [
    `${news} (${reader.userName}), a moment ago, by ${by}.`,
    'If it was not you, ask for a new password at once: choosing it by the link of that mail logs all devices out and ends all API tokens. Then tell us.',
  ],
  button: { text: 'It was not me', url },
  notes: [],
  unsubscribeUrl: null,
});
