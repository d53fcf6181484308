/** Who the shop is. */
import { text, whole } from './setting.ts';

export const brandSettings = {
  name: text('BRAND_NAME', { default: 'Jara', means: 'the name of the shop, everywhere' }),
  tagline: text('BRAND_TAGLINE', {
    default: 'Airtime, data and light, with a slip for every naira',
    means: 'one line about it, in the footer and for search engines',
  }),
  hue: whole('BRAND_HUE', {
    default: null,
    shown: 'the default green',
    range: [0, 360],
    means: 'hue of the brand colour in degrees of OKLCH',
  }),
  officeAddress: text('BRAND_OFFICE_ADDRESS', {
    default: '1 Market Road, Yaba, Lagos',
    means: 'in the footer',
  }),
  supportPhone: text('BRAND_SUPPORT_PHONE', { default: '0800 000 0000', means: 'in the footer' }),
  supportEmail: text('BRAND_SUPPORT_EMAIL', { default: 'help@jara.example', means: 'in the footer' }),
  supportChatNumber: text('BRAND_SUPPORT_CHAT_NUMBER', {
    default: '2348000000000',
    means: 'digits for the chat link',
  }),
  topUpPageUrl: text('BRAND_TOP_UP_PAGE_URL', {
    default: '',
    sandbox: 'http://127.0.0.1:<SANDBOX_PORT>/paymentpoint/transfer',
    shown: 'none; in a sandbox its page for bank transfers',
    means:
      'an external page for topping up, linked from the dashboard of who has a reserved account: `{accountNumber}` in it becomes that ' +
      'number, or it is added as `?accountNumber=`',
  }),
};
