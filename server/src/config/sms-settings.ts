/** Who carries text messages, and how many: each of them costs money. */
import { flag, secret, text, url, whole, type Reader } from './setting.ts';

const isSmsEnabled = flag('SMS_ENABLED', {
  default: 'in the sandbox',
  means: 'whether codes are sent to phones; live mode needs the address and the key below when it is on',
});

const termii = {
  baseUrl: url('TERMII_BASE_URL', {
    sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/sms',
    isAlwaysRead: false,
    means: 'who carries text messages',
  }),
  apiKey: secret('TERMII_API_KEY', {
    sandbox: 'sandbox-termii-key',
    isAlwaysRead: false,
    means: 'sent as `api_key`',
  }),
  senderId: text('TERMII_SENDER_ID', { default: 'Jara', means: 'who messages are from' }),
  channel: text('TERMII_CHANNEL', {
    default: 'dnd',
    means: 'the way that they go; `dnd` also reaches numbers that want no advertising',
  }),
};

const smsLimits = {
  perUserAndHour: whole('SMS_PER_USER_AND_HOUR', {
    default: 3,
    sandbox: 1_000,
    range: [1, 1_000],
    means: 'text messages that one user may have sent',
  }),
  perNumberAndDay: whole('SMS_PER_NUMBER_AND_DAY', {
    default: 5,
    sandbox: 1_000,
    range: [1, 1_000],
    means: 'the same to one number, whoever asks',
  }),
  perNetworkAndDay: whole('SMS_PER_NETWORK_AND_DAY', {
    default: 50,
    sandbox: 1_000_000,
    range: [1, 1_000_000],
    means: 'the same from one network; many neighbours may share one',
  }),
  perDay: whole('SMS_PER_DAY', {
    default: 2_000,
    sandbox: 1_000_000,
    range: [1, 1_000_000],
    means: 'the same in all',
  }),
};

export const smsSettings = { isSmsEnabled, termii, smsLimits };

export const readSmsSettings = (read: Reader) => ({
  /** Null when it is switched off. */
  sms: read(isSmsEnabled) ? read(termii) : null,
  smsLimits: read(smsLimits),
});
