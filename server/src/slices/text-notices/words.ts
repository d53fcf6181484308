export type TextNoticeKind = 'phone_changed' | 'phone_corrected';

const news: Record<TextNoticeKind, string> = {
  phone_changed: 'The phone number of your account was changed.',
  phone_corrected: 'We corrected the phone number of your account.',
};

/** To the old number and to the new one, which may be a stranger's: it names neither, and no account. One message has 160 letters. */
export const textNotice = (kind: TextNoticeKind, brand: { name: string; supportPhone: string }): string =>
  `${brand.name}: ${news[kind]} If you did not want this, call us at once: ${brand.supportPhone}`;
