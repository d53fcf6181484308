import { lines, type Planted } from './planted.ts';

export const plantedHomes: Planted[] = [
  {
    rule: 'units of time have one home',
    files: {
      'contract/src/time-units.ts': 'export const HOUR_MS = 60 * MINUTE_MS;',
      'server/src/platform/outbox.ts': lines(
        'const HOUR = 60 * MINUTE;',
        'const dayMs: number = 86_400_000;',
      ),
      'server/src/slices/plans/prices.test.ts': 'const DAY_MS = 24 * 3_600_000;',
      'web/src/shared/when.ts': lines('const MOST_DAYS = 92;', 'const hours = 3;', 'const dayMs = DAY_MS;'),
      'sandbox/src/clock.ts': 'const DAY_MS = 86_400_000;',
    },
    finds: [
      'server/src/platform/outbox.ts:1',
      'server/src/platform/outbox.ts:2',
      'server/src/slices/plans/prices.test.ts:1',
    ],
  },
  {
    rule: 'the time zone of Lagos has one home',
    files: {
      'contract/src/lagos-time.ts': "const zone = 'Africa/Lagos';",
      'contract/src/calls/staff.ts': "const says = 'Days are those of Africa/Lagos';",
      'server/database/functions/lagos_day.sql': "select (at at time zone 'Africa/Lagos')::date",
      'server/database/functions/spent_today.sql': "select now() at time zone 'Africa/Lagos'",
      'web/src/shared/when.tsx': "new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos' });",
      'server/src/slices/coupons/day.test.ts': "process.env.TZ = 'Africa/Lagos';",
    },
    finds: ['server/database/functions/spent_today.sql:1', 'web/src/shared/when.tsx:1'],
  },
  {
    rule: 'the default of a setting stands in its table',
    files: {
      'server/src/config/fees-and-limits.ts': lines(
        "feeNaira: whole('ELECTRICITY_FEE_NAIRA', {",
        '  default: 5_050,',
        "idleHours: whole('SESSION_IDLE_HOURS', { default: 12,",
      ),
      'server/src/config/supplier-settings.ts': "vendTimeoutMs: whole('GLAD_TIMEOUT_MS', { ...TIMEOUT,",
      'server/src/config/brand-settings.ts': "line: text('BRAND_LINE', { default: 'Light, always (here)',",
      'web/src/pages/profile/electricity.tsx': lines(
        '<p>The charge is ₦5,050 on top.</p>',
        '<p>₦5,050.00</p>',
        '<p>₦5,050.50 and ₦15,050</p>',
        '<p>Light, always (here)</p>',
        'const feeNaira = 5_050;',
        'const feeNaira = terms.electricity.fee;',
      ),
      'contract/src/calls/purchases.ts': lines(
        "description: 'It costs 5,050 naira more'",
        "description: 'It costs 15,050 naira, or 12 hours'",
        'const SESSION_IDLE_HOURS = 12;',
      ),
      'server/src/outside/suppliers/msorg.ts': 'const { vendTimeoutMs = 25_000 } = options;',
      'server/src/slices/purchases/buy.test.ts': 'const feeNaira = 50;',
      'docs/guide.md': 'The charge is ₦5,050.',
    },
    finds: [
      'contract/src/calls/purchases.ts:1',
      'contract/src/calls/purchases.ts:3',
      'server/src/outside/suppliers/msorg.ts:1',
      'web/src/pages/profile/electricity.tsx:1',
      'web/src/pages/profile/electricity.tsx:2',
      'web/src/pages/profile/electricity.tsx:4',
      'web/src/pages/profile/electricity.tsx:5',
    ],
  },
  {
    rule: 'the words for what was bought have one home',
    files: {
      'contract/src/product-words.ts': 'const words = `${network} airtime ${sum}`;',
      'server/src/slices/purchases/buy-data.ts': lines(
        'const more = `${network} airtime and ${sum}`;',
        'const words = `${network} ${name} ${planType}, ${validity}`;',
      ),
      'web/src/pages/profile/sell/offers.ts': lines(
        'const note = `${label} airtime`;',
        'const product = `${label} airtime ${sum}`;',
        'const light = `${disco} electricity ${sum}`;',
      ),
      'web/src/pages/profile/sell/sell.test.tsx': 'const product = `${label} airtime ${sum}`;',
    },
    finds: [
      'server/src/slices/purchases/buy-data.ts:2',
      'web/src/pages/profile/sell/offers.ts:2',
      'web/src/pages/profile/sell/offers.ts:3',
    ],
  },
  {
    rule: 'who is staff is said in one place',
    files: {
      'contract/src/is-staff.ts': 'isAdmin || isAgent;',
      'server/src/slices/accounts/present.ts': 'const staff = viewer.isAdmin || viewer.isAgent;',
      'server/src/slices/transfers/transfer.ts': 'const staff = isAdmin || principal.isAgent;',
      'web/src/features/shell/palette.tsx': lines(
        'const staff = user?.isAdmin === true || user?.isAgent === true;',
        'const isOwn = isAdmin || isOwner;',
      ),
    },
    finds: [
      'server/src/slices/accounts/present.ts:1',
      'server/src/slices/transfers/transfer.ts:1',
      'web/src/features/shell/palette.tsx:1',
    ],
  },
];
